import { png } from '../payload/builders.ts';
import { cases, svg, url } from './cases.ts';

const drawing = `<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0${'h9v9l-9-9'.repeat(60)}'/></svg>`;
const large = `<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0${'h9v9l-9-9'.repeat(600)}'/></svg>`;

cases(
  'base64-text',
  {
    SVG: { written: url('image/svg+xml', drawing), severity: 'info', messageId: 'base64-text' },
    'a style sheet': {
      written: url('text/css', `${'a:hover,a:focus,a:active,'.repeat(30)}b{color:red}`),
      where: 'style',
      severity: 'info',
      messageId: 'base64-text',
    },
    'large SVG, with what gzip makes of it': {
      written: url('image/svg+xml', large),
      severity: 'info',
      messageId: 'base64-text-gzipped',
    },
  },
  {
    'SVG as it should be': { written: svg("<circle cx='5' cy='5' r='4'/>".repeat(9)) },
    'a picture': { written: url('image/png', png(1, 1)) },
    'a few letters': { written: 'data:text/plain;base64,QUJD' },
    'text that base64 makes shorter': { written: url('text/plain;charset=utf-8', '\u{1F600}'.repeat(200)) },
  },
);
