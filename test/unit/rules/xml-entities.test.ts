import { cases, markup, svg } from './cases.ts';

const withDoctype = (declarations: string) =>
  markup('image/svg+xml', `<!DOCTYPE svg [${declarations}]><svg xmlns='http://www.w3.org/2000/svg'/>`);

cases(
  'xml-entities',
  {
    'entities made of entities': {
      written: withDoctype("<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;'>"),
      severity: 'warning',
      messageId: 'xml-entities-nested',
      args: { name: 'b' },
    },
    'written by their numbers': {
      written: withDoctype("<!ENTITY a 'ha'><!ENTITY b '&#38;a;&#38;a;'>"),
      severity: 'warning',
      messageId: 'xml-entities-nested',
      args: { name: 'b' },
    },
    'an external entity': {
      written: withDoctype("<!ENTITY x SYSTEM 'file:///etc/passwd'>"),
      severity: 'warning',
      messageId: 'xml-entities-external',
      args: { name: 'x' },
    },
  },
  {
    'names that drawing programs declare': {
      written: withDoctype("<!ENTITY ns_svg 'http://www.w3.org/2000/svg'>"),
    },
    'characters by their numbers': { written: withDoctype("<!ENTITY a '&#xe9;&#233;'>") },
    'no document type': { written: svg('') },
  },
);
