/**
 * Describes every rule on one page: the reason for the rule, the remedy, the source, and an example. Opened by "Learn
 * more" in a finding.
 */
import { type RuleDocs, ruleDocs } from '../../src/rules/docs.ts';
import { categories } from '../../src/vocabulary.ts';
import { message } from '../platform/i18n.ts';
import { mount } from '../ui/mount.tsx';
import { SeverityMark } from '../ui/parts/severity.tsx';
import { ruleText } from '../ui/text/surface-texts.ts';
import './learn.css';

function Learn() {
  return (
    <main data-surface="learn">
      <nav aria-label={message('rules')}>
        {categories.map((category) => (
          <section key={category} id={category}>
            <h2>{message(`category_${category}`)}</h2>
            <ul>
              {rulesOf(category).map(({ id }) => (
                <li key={id}>
                  <a href={`#${id}`}>{ruleText(id).title}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div class="rules">
        <h1>{message('rules')}</h1>
        {categories.flatMap(rulesOf).map((rule) => (
          <Rule key={rule.id} rule={rule} />
        ))}
      </div>
    </main>
  );
}

const rulesOf = (category: RuleDocs['category']): RuleDocs[] =>
  ruleDocs.filter((rule) => rule.category === category);

function Rule({ rule: { id, category, severity, source, examples } }: { rule: RuleDocs }) {
  const { title, why, fix } = ruleText(id);
  return (
    <section id={id} class="rule">
      <h2>{title}</h2>
      <p class="kind">
        <SeverityMark severity={severity} />
        <span class="dim">{message(`category_${category}`)}</span>
        <code>{id}</code>
      </p>
      <p>{why}</p>
      <p>
        <strong>{message('remedy')}</strong> {fix}
      </p>
      <div class="examples">
        <Example title={message('exampleReported')} text={examples.bad} />
        <Example title={message('exampleBetter')} text={examples.good} />
      </div>
      <p class="dim">
        {message('ruleSource')} <Source {...source} />
      </p>
    </section>
  );
}

const Example = ({ title, text }: { title: string; text: string }) => (
  <figure>
    <figcaption>{title}</figcaption>
    <pre dir="ltr">
      <code>{text}</code>
    </pre>
  </figure>
);

/** The source of a rule. A file of the project is not a link, because the extension contains no URL for it. */
const Source = ({ name, url }: RuleDocs['source']) =>
  url.startsWith('https:') ? (
    <a href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  ) : (
    <span>{name}</span>
  );

mount(<Learn />, message('rules'));
// Scrolls now, because the browser looked for the section before it was rendered.
document.getElementById(location.hash.slice(1))?.scrollIntoView();
