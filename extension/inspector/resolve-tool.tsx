/**
 * Resolves a reference against a base, step by step, by the algorithms of RFC 3986 and of the 1997 draft, and lists the
 * differences.
 */
import { useState } from 'preact/hooks';
import { maskedAuthority } from '../../src/references/masked-password.ts';
import { isSameDocument } from '../../src/references/normal-forms.ts';
import { stepsOf2004 } from '../../src/references/resolve.ts';
import { stepsOf1997 } from '../../src/references/resolve-1997.ts';
import { resolutionDifferences } from '../../src/references/resolve-differences.ts';
import type { Step } from '../../src/references/resolve-steps.ts';
import { type ComponentName, components } from '../../src/uri/components.ts';
import { message, snake } from '../platform/i18n.ts';
import { BaseFrom } from './base-sources.tsx';
import { Bench } from './bench.tsx';
import { Clipped, ClippedUri } from './clipped.tsx';
import { DocumentSections } from './document-sections.tsx';
import { ExampleLinks } from './example-links.tsx';
import { ResolutionTables } from './resolution-table.tsx';
import { resolutionTables } from './resolution-tables.ts';
import type { ToolProps } from './tool-props.ts';
import { TextField } from './url-field.tsx';
import { useExample } from './use-example.ts';

const names: readonly ComponentName[] = ['scheme', 'authority', 'path', 'query', 'fragment'];

export function ResolveTool({ isShown, id }: ToolProps) {
  const [base, setBase] = useState('http://a/b/c/d;p?q');
  const [reference, setReference] = useState('../g');
  const [table, setTable] = useState(0);
  useExample('resolve', id, (named) => {
    setBase(named.base ?? base);
    setReference(named.text);
    const ofExample = resolutionTables.findIndex(({ title }) => title === named.title);
    if (ofExample >= 0) setTable(ofExample);
  });
  return (
    <Bench isShown={isShown}>
      <div class="bench-side">
        <TextField
          field="base"
          label={message('base')}
          value={base}
          hint={message('resolveHint')}
          onChange={setBase}
        />
        <TextField field="reference" label={message('reference')} value={reference} onChange={setReference} />
        <ExampleLinks tool="resolve" />
        <BaseFrom onBase={setBase} />
        <DocumentSections tool="resolve" />
      </div>
      <div class="bench-main">
        <Resolved reference={reference} base={base} />
        <ResolutionTables base={base} at={table} onTable={setTable} onChoose={setReference} />
      </div>
    </Bench>
  );
}

function Resolved({ reference, base }: { reference: string; base: string }) {
  const all = resolutionDifferences(reference, base);
  if (!all.ok) {
    return (
      <p class="detail note" role="status" data-unresolved>
        {message('baseNotAbsolute')}
      </p>
    );
  }
  const { strict, nonStrict, url1997, changes } = all;
  const results: [name: string, uri: string | null][] = [
    [message('by2004'), strict],
    [message('by2004Lenient'), nonStrict],
    [message('by1997'), url1997],
  ];
  return (
    <article class="detail" aria-labelledby="resolve-heading">
      <h2 id="resolve-heading">{message('result')}</h2>
      <section>
        <table class="resolved">
          <tbody>
            {results.map(([name, uri]) => (
              <tr key={name} class={uri === strict ? '' : 'differs'}>
                <th scope="row">{name}</th>
                <td>
                  {uri === null ? (
                    <span class="dim">{message('baseNotAbsolute')}</span>
                  ) : (
                    <ClippedUri text={uri} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div role="status">
          {isSameDocument(reference, base) && (
            <p class="note" data-same-document>
              {message('sameDocument')}
            </p>
          )}
          {changes.length === 0 ? (
            <p class="note">{message('allAgree')}</p>
          ) : (
            <ul class="writing-notes">
              {changes.map((change) => (
                <li key={change}>{message(`change_${snake(change)}`)}</li>
              ))}
            </ul>
          )}
        </div>
      </section>
      <section class="steps">
        <Steps title={message('by2004')} of="2004" steps={stepsOf2004(reference, base)} />
        <Steps title={message('by1997')} of="1997" steps={stepsOf1997(reference, base)} />
      </section>
      <ComponentsTable
        columns={[
          [message('base'), base],
          [message('reference'), reference],
          [message('result'), strict ?? url1997],
        ]}
      />
    </article>
  );
}

const Steps = ({ title, of, steps }: { title: string; of: string; steps: readonly Step[] }) => (
  <div data-steps={of}>
    <h3>{title}</h3>
    <ol>
      {steps.map(({ section, name, value }) => (
        <li key={name}>
          <span class="dim">{section}</span> {message(`step_${name}`)}
          {name === 'authority' ? <Clipped text={maskedAuthority(value)} /> : <ClippedUri text={value} />}
        </li>
      ))}
    </ol>
  </div>
);

function ComponentsTable({ columns }: { columns: readonly [title: string, uri: string][] }) {
  return (
    <section>
      <h3>{message('components')}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{message('property')}</span>
            </th>
            {columns.map(([title]) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{message(`component_${name}`)}</th>
              {columns.map(([title, uri]) => {
                const text = components(uri)[name];
                // An absent component is not the same as an empty one (section 5.3).
                return (
                  <td key={title}>
                    {text === undefined ? (
                      <span class="dim">{message('none')}</span>
                    ) : text === '' ? (
                      <span class="dim">{message('emptyText')}</span>
                    ) : (
                      <Clipped text={name === 'authority' ? maskedAuthority(text) : text} />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
