import { cases, html, svg } from './cases.ts';

const picture = 'https://static.example/a.png';

cases(
  'external-references',
  {
    'a page that loads a picture': {
      written: html(`<img src=${picture}><img src=https://b.example/>`),
      where: 'iframe',
      severity: 'info',
      messageId: 'external-references',
      args: { count: 2, first: picture },
      besides: ['disallowed-type'],
    },
    'a picture behind more than are listed': {
      written: html(`${'<a href=#a>'.repeat(1000)}<img src=${picture}>`),
      where: 'iframe',
      severity: 'info',
      messageId: 'external-references',
      args: { count: 1, first: picture },
      besides: ['disallowed-type', 'large-inline'],
    },
    'a style sheet that imports another': {
      written: 'data:text/css,@import "https://static.example/a.css";',
      where: 'style',
      severity: 'info',
      messageId: 'external-references',
    },
    'SVG in an image': {
      written: svg(`<image href='${picture}'/>`),
      severity: 'info',
      messageId: 'external-blocked',
      args: { count: 1, first: picture },
    },
  },
  {
    'a link, which a person follows': {
      written: html('<a href=https://example.com/>x</a>'),
      where: 'iframe',
      besides: ['disallowed-type'],
    },
    'names of XML, which nobody fetches': { written: svg('') },
    'a style sheet without references': { written: 'data:text/css,a{color:red}', where: 'style' },
  },
);
