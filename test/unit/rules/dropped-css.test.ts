import { type Drop, dropCauses } from '../../../src/vocabulary.ts';
import { type Case, cases, inCss, quoted, svg } from './cases.ts';

const written = svg('');
const at = { start: 20, end: 21, line: 3, column: 40 };
const dropped = (own: Partial<Drop> = {}) => ({
  ...inCss,
  dropped: { cause: 'blank', ...at, ...own } as Drop,
});

cases(
  'dropped-css',
  {
    ...Object.fromEntries(
      dropCauses.map((cause): [string, Case] => [
        cause,
        {
          written,
          where: dropped({ cause }),
          severity: ['unclosed', 'stray', 'brace', 'outside', 'link'].includes(cause) ? 'warning' : 'error',
          messageId: `dropped-${cause}`,
          args: { line: 3, column: 40 },
        },
      ]),
    ),
    'twice for the same reason': {
      written,
      where: [dropped(), dropped({ line: 9 })],
      severity: 'error',
      messageId: 'dropped-blank',
      args: { line: 3, column: 40 },
    },
    'beside a fallback elsewhere': {
      written,
      where: [dropped({ hasFallback: true, line: 1 }), dropped()],
      severity: 'error',
      messageId: 'dropped-blank',
      args: { line: 3, column: 40 },
    },
    'beside another character that breaks the URL': {
      written: 'data:image/png;base64,AA"B*B',
      where: dropped({ cause: 'quote', start: 26, end: 27 }),
      severity: 'error',
      messageId: 'dropped-quote',
      besides: ['invalid-data-url'],
    },
    'quoted by a program': {
      written,
      where: { ...dropped(), ...quoted },
      severity: 'info',
      messageId: 'dropped-blank',
    },
    'meant as CSS by a program': {
      written: svg('<a b=&c;/>'),
      where: [dropped({ line: 1 }), dropped({ isMeant: true })].map((each) => ({ ...each, ...quoted })),
      severity: 'warning',
      messageId: 'dropped-blank',
      args: { line: 3, column: 40 },
      besides: ['malformed-svg'],
    },
    'in a template': {
      written,
      where: { ...dropped(), inert: true },
      severity: 'warning',
      messageId: 'dropped-blank',
    },
  },
  {
    'with a fallback': { written, where: dropped({ hasFallback: true }) },
    'sound CSS': { written, where: inCss },
    'by the character that breaks the URL itself': {
      written: 'data:image/png;base64,AA"BB',
      where: dropped({ cause: 'quote', start: 24, end: 25 }),
      besides: ['invalid-data-url'],
    },
  },
);
