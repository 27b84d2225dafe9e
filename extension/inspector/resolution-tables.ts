/** The references in RFC 3986 section 5.4 and in Appendix C of draft-fielding-url-syntax-05 (1997), in this order. */

const normal = [
  ...['g:h', 'g', './g', 'g/', '/g', '//g', '?y', 'g?y', '#s', 'g#s', 'g?y#s', ';x', 'g;x', 'g;x?y#s', ''],
  ...['.', './', '..', '../', '../g', '../..', '../../', '../../g'],
];
const abnormal = [
  ...['../../../g', '../../../../g', '/./g', '/../g', 'g.', '.g', 'g..', '..g', './../g', './g/.', 'g/./h'],
  ...['g/../h', 'g;x=1/./y', 'g;x=1/../y', 'g?y/./x', 'g?y/../x', 'g#s/./x', 'g#s/../x', 'http:g'],
];

export const resolutionTables: readonly { title: string; references: readonly string[] }[] = [
  { title: 'RFC 3986 §5.4.1', references: normal },
  { title: 'RFC 3986 §5.4.2', references: abnormal },
  { title: '1997 draft §C.1', references: normal.filter((reference) => reference !== '') },
  { title: '1997 draft §C.2', references: ['', ...abnormal, 'http:', 'http://a/../b/c'] },
];
