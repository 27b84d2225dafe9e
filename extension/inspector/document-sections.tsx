/** Links to the sections of standards and documents that each tool follows. */
import { message } from '../platform/i18n.ts';
import type { Tool } from './address.ts';

/** The name of a section and its URL. */
export type Section = readonly [title: string, address: string];

/** A section of an RFC. */
export const sectionOf = (number: number, section: string): Section => [
  `RFC ${number} §${section}`,
  `https://www.rfc-editor.org/rfc/rfc${number}#${/^[A-Z]/.test(section) ? 'appendix' : 'section'}-${section}`,
];
const draft1997 = (section: string): Section => [
  `1997 draft §${section}`,
  `https://datatracker.ietf.org/doc/html/draft-fielding-url-syntax-05#${/^[A-Z]/.test(section) ? 'appendix' : 'section'}-${section}`,
];
/** The draft as of 13 March 2013. Its own URL now leads to the Fetch Standard. */
const draft2013 =
  'https://github.com/SimonSapin/data-urls/blob/8276784522968f0e2e6f44254183364f3de0e0dd/index.src.html?plain=1';

const sections: Partial<Record<Tool, readonly Section[]>> = {
  inspect: [
    ...['2', '3', '4', '6'].map((section) => sectionOf(2397, section)),
    ['Fetch: data: URL processor', 'https://fetch.spec.whatwg.org/#data-url-processor'],
    ['2013 draft §2', `${draft2013}#L53`],
  ],
  uri: [
    ...['2', '3', '3.2.2', '4.5', '6.2', '7.2', '7.3', '7.4', '7.5', '7.6', 'A', 'B', 'C'].map((section) =>
      sectionOf(3986, section),
    ),
    draft1997('A'),
    draft1997('E'),
    ['URL Standard', 'https://url.spec.whatwg.org/#url-parsing'],
  ],
  resolve: [
    ...['4.4', '5.1', '5.2', '5.3', '5.4'].map((section) => sectionOf(3986, section)),
    ...['5.1', '5.2', 'C', 'D'].map(draft1997),
  ],
  compare: [...['6.1', '6.2'].map((section) => sectionOf(3986, section)), draft1997('6')],
  mail: [
    ...['2', '3', '3.1', '4'].map((section) => sectionOf(2017, section)),
    sectionOf(1521, '7.3.3'),
    sectionOf(2045, '5.1'),
    sectionOf(1864, '2'),
  ],
};

export const DocumentSections = ({ tool }: { tool: Tool }) => (
  <details>
    <summary class="dim">{message('documentSections')}</summary>
    <nav class="document-examples" aria-label={message('documentSections')}>
      {(sections[tool] ?? []).map(([title, address]) => (
        <a key={title} href={address} target="_blank" rel="noreferrer" data-section={title}>
          <bdi>{title}</bdi>
        </a>
      ))}
    </nav>
  </details>
);
