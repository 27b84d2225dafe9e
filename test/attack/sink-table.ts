/** Generates the table of sinks in `docs/coverage.md`. */
import {
  type AttributeSink,
  attributeSinks,
  type Coverage,
  otherSinks,
  propertySinks,
  ruleSinks,
  unlistedSinks,
} from './sinks.ts';

const vocabularies = { html: 'HTML', svg: 'SVG', math: 'MathML' };

const finderOf = ({ place }: AttributeSink): string =>
  place === 'other-attribute' ? 'other-attributes.ts' : 'attributes.ts';

const unique = (names: readonly string[]) => [...new Set(names)].map((name) => `\`${name}\``).join(', ');
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: string[]) =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n');

const head = ['way', 'of', 'finder', 'test page', 'Chromium', 'Firefox', 'where else'];
const yes = 'listed';

const coverageText = (coverage: Coverage): string => {
  if (coverage === 'listed') return yes;
  return 'named' in coverage ? `named: \`${coverage.named}\`` : `not knowable: ${coverage.why}`;
};

function attributeRows(): string[] {
  const groups = new Map<string, AttributeSink[]>();
  for (const sink of attributeSinks) {
    const key = [sink.vocabulary, sink.attribute, finderOf(sink)].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), sink]);
  }
  return [...groups.values()].map((sinks) => {
    const [first] = sinks as [AttributeSink];
    const elements = unique(sinks.map(({ element }) => element));
    const page = '`markup.html`, `script.html`';
    return row(
      `${vocabularies[first.vocabulary]} \`${first.attribute}\``,
      elements,
      finderOf(first),
      page,
      yes,
      yes,
      '',
    );
  });
}

const cssRow = (sink: string, of: string, finder: string) =>
  row(sink, of, finder, '`css.html`', yes, yes, '');

/** Returns the table of all sinks: those of the generated pages, and those of other pages. */
export const sinkTable = (): string =>
  table(head, [
    ...attributeRows(),
    cssRow(
      'CSS properties',
      unique(propertySinks.map(({ property }) => property)),
      'sheet-finder.ts, attributes.ts',
    ),
    cssRow(
      'CSS functions',
      unique(propertySinks.map(({ value }) => /^[^(]*?([\w-]+)\(/.exec(value(''))?.[1] ?? '')),
      'sheet-finder.ts, attributes.ts',
    ),
    cssRow('CSS rules', unique(ruleSinks.map(({ rule }) => rule)), 'sheet-finder.ts'),
    ...otherSinks.map(({ sink, of, finder, page }) => row(sink, of, finder, `\`${page}\``, yes, yes, '')),
    ...unlistedSinks.map(({ sink, of, page, chromium, firefox, instead }) =>
      row(
        sink,
        of,
        '',
        `\`${'test' in page ? page.test.replace(/.*\//, '') : 'unlisted.test.ts'}\``,
        coverageText(chromium),
        coverageText(firefox),
        instead,
      ),
    ),
  ]);

export const coveragePage = 'docs/coverage.md';
const [start, end] = ['<!-- sinks -->\n\n', '\n\n<!-- end of sinks -->'];

/** Returns the page with the current table. */
export function withSinkTable(page: string): string {
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/coverage.md has no marks for the table.');
  return page.slice(0, from + start.length) + sinkTable() + page.slice(to);
}

/** Returns the names in the cells of a column. */
const cellsOf = (column: number, pattern: RegExp) =>
  sinkTable()
    .split('\n')
    .flatMap((line) => line.split(' | ')[column]?.match(pattern) ?? []);
export const findersNamed = (): string[] => cellsOf(2, /[\w-]+\.ts/g);
export const pagesNamed = (): string[] => cellsOf(3, /[\w-]+\.(?:html|xhtml|svg|xml)/g);
