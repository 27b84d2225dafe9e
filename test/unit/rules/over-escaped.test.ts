import { cases, svg, url } from './cases.ts';

const shapes = '<circle cx="5" cy="5" r="4"/>';
const drawing = (count: number) => `<svg xmlns="http://www.w3.org/2000/svg">${shapes.repeat(count)}</svg>`;
const common =
  'data:image/svg+xml,%3csvg xmlns=%27http://www.w3.org/2000/svg%27%3e%3cpath d=%27M2 5l6 6 6-6%27/%3e%3c/svg%3e';

cases(
  'over-escaped',
  {
    encodeURIComponent: {
      written: url('image/svg+xml', drawing(9), 'percent'),
      severity: 'info',
      messageId: 'over-escaped',
    },
    'large, with what gzip makes of it': {
      written: url('image/svg+xml', drawing(150), 'percent'),
      severity: 'info',
      messageId: 'over-escaped-gzipped',
    },
  },
  {
    'as it should be': { written: svg(shapes.repeat(9).replaceAll('"', "'")) },
    'as build tools write it': { written: common },
    'text that needs its escapes': {
      written: 'data:text/plain;charset=utf-8,%C3%BC%C3%A4%C3%B6%C3%BC%C3%A4%C3%B6%C3%BC%C3%A4%C3%B6',
    },
  },
);
