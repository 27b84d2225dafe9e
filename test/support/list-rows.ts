/** Rows and texts of a list, for tests. */
import type { Row } from '../../extension/platform/surface-updates.ts';
import type { Severity } from '../../src/vocabulary.ts';

/** Returns a row with the given properties. If `worst` is given, the row gets a finding of that severity. */
export const listRow = (sha256: string, own: Partial<Row> & { worst?: Severity } = {}): Row => {
  const { worst, ...rest } = own;
  const { size = 10, occurrenceCount = 1 } = rest;
  return {
    weight: { cost: (size ?? 0) * occurrenceCount, texts: occurrenceCount, least: size ?? 0 },
    isUnused: false,
    sha256,
    length: 100,
    head: `data:,${sha256}`,
    mimeType: 'image/png',
    essence: 'image/png',
    charset: { declared: null, used: null },
    encoding: 'percent',
    size: 10,
    bodySha256: `body of ${sha256}`,
    detectedType: null,
    problem: null,
    disallowed: null,
    findings: worst
      ? [
          {
            rule: `${worst}-rule`,
            severity: worst,
            category: 'security',
            effect: worst === 'info' ? 'advice' : 'can-run',
            messageId: 'm',
            args: {},
            message: 'M.',
            start: 0,
            end: 100,
            help: '',
          },
        ]
      : [],
    occurrenceCount: 1,
    requestCount: 0,
    places: [
      {
        frame: 'https://a.example/',
        place: 'attribute',
        element: 'img',
        name: 'src',
        selector: 'img',
        destination: 'image',
      },
    ],
    isWeak: false,
    state: null,
    states: [],
    removedAt: null,
    runs: null,
    fontName: null,
    requestedAt: null,
    isRequestedOnly: false,
    ...rest,
  } as Row;
};

/** Texts that do not depend on any language. */
export const listTexts = {
  heading: (grouping: string, name: string) => `${grouping} ${name}`,
  name: ({ sha256 }: Row) => `name of ${sha256}`,
  where: ({ places: [first] }: Row) => first?.element ?? '',
  compare: (a: string, b: string) => a.localeCompare(b),
};
