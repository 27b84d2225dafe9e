import { cases, html, svg } from './cases.ts';

cases(
  'dead-reference',
  {
    'a relative import': {
      written: 'data:text/css,@import "style.css";',
      where: 'style',
      severity: 'warning',
      messageId: 'dead-reference',
      args: { count: 1, first: 'style.css' },
    },
    'a picture in SVG': {
      written: svg("<image href='a.png'/>"),
      severity: 'warning',
      messageId: 'dead-reference',
    },
    'a link': {
      written: html('<a href=next.html>x</a>'),
      where: 'iframe',
      severity: 'info',
      messageId: 'dead-reference',
      besides: ['disallowed-type'],
    },
  },
  {
    'a fragment': { written: svg("<linearGradient id='g'/><rect fill='url(#g)'/>") },
    'a document with a base of its own': {
      written: html('<base href=https://example.com/><a href=next.html>x</a>'),
      where: 'iframe',
      besides: ['disallowed-type'],
    },
  },
);
