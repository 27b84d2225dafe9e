import { cases, html, svg } from './cases.ts';

const inner = (written: string) => written.replace(/['"<># ]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
const frame = inner(html('<p>x</p>'));

cases(
  'nested-data-url',
  {
    'a page in a page': {
      written: html(`<iframe src='${frame}'></iframe>`),
      where: 'iframe',
      severity: 'error',
      messageId: 'nested-data-url',
      args: { count: 1, type: 'text/html', rule: 'disallowed-type' },
      besides: ['disallowed-type'],
    },
    'a broken picture in a picture': {
      written: svg("<image href='data:image/png;base64,A*'/>"),
      severity: 'error',
      messageId: 'nested-data-url',
      args: { count: 1, type: 'data:', rule: 'invalid-data-url' },
    },
    'three deep': {
      written: svg(
        `<image href='${inner(svg(`<image href='${inner(svg("<image href='data:image/png;base64,A*'/>"))}'/>`))}'/>`,
      ),
      severity: 'error',
      messageId: 'nested-data-url',
      args: { count: 1, type: 'image/svg+xml', rule: 'nested-data-url' },
    },
  },
  {
    'a picture in a picture': {
      written: svg(
        "<image href='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'/>",
      ),
    },
    'a link in a picture, which nobody can follow': {
      written: svg(`<a href='${frame}'><circle r='1'/></a>`),
    },
  },
);
