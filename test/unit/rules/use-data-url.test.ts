import { cases, svg } from './cases.ts';

const inner = "data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'/>"
  .replaceAll("'", '%27')
  .replaceAll('<', '%3C');

cases(
  'use-data-url',
  {
    'the use of a page': {
      written: svg("<circle id='c' r='1'/>"),
      where: { element: 'use', name: 'href', destination: 'image' },
      severity: 'warning',
      messageId: 'use-data-url',
    },
    'a use inside, in a frame': {
      written: svg(`<use href='${inner}'/>`),
      where: 'iframe',
      severity: 'warning',
      messageId: 'use-data-url',
      besides: ['disallowed-type'],
    },
    'an animation of a use inside, in a frame': {
      written: svg(`<use><set attributeName='href' to='${inner}'/></use>`),
      where: 'iframe',
      severity: 'warning',
      messageId: 'use-data-url',
      besides: ['disallowed-type'],
    },
    'a use inside, in an image': {
      written: svg(`<use href='${inner}'/>`),
      severity: 'info',
      messageId: 'use-data-url',
    },
  },
  {
    'a use of its own element': {
      written: svg("<circle id='c' r='1'/><use href='%23c'/>".replace('%23', '#')),
    },
    'an image inside': { written: svg(`<image href='${inner}'/>`) },
  },
);
