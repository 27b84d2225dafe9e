/** Examples from the documents, by section number. URLs can refer to them. */

export interface DocumentExample {
  /** The name of the document and its section. */
  title: string;
  text: string;
  /** The base for a relative reference. */
  base?: string;
}

const base = 'http://a/b/c/d;p?q';
const resolved = (title: string, text: string): DocumentExample => ({ title, text, base });

const inner = [
  '',
  'Content-type: text/html',
  'Content-Transfer-Encoding: binary',
  '',
  'THIS IS NOT REALLY THE BODY!',
];

const all = {
  uri: {
    'rfc3986-3': { title: 'RFC 3986 §3', text: 'foo://example.com:8042/over/there?name=ferret#nose' },
    'rfc3986-1.1.2': {
      title: 'RFC 3986 §1.1.2',
      text: [
        'ftp://ftp.is.co.za/rfc/rfc1808.txt',
        'http://www.ietf.org/rfc/rfc2396.txt',
        'ldap://[2001:db8::7]/c=GB?objectClass?one',
        'mailto:John.Doe@example.com',
        'news:comp.infosystems.www.servers.unix',
        'tel:+1-816-555-1212',
        'telnet://192.0.2.16:80/',
        'urn:oasis:names:specification:docbook:dtd:xml:4.1.2',
      ].join('\n'),
    },
    'rfc3986-4.5': { title: 'RFC 3986 §4.5', text: 'www.w3.org/Addressing/' },
    'rfc3986-7.6': {
      title: 'RFC 3986 §7.6',
      text: 'ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm',
    },
    'rfc3986-C': {
      title: 'RFC 3986 §C',
      text: [
        '   Yes, Jim, I found it under "http://www.w3.org/Addressing/",',
        '   but you can probably pick it up from <ftp://foo.example.',
        '   com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/',
        '   ietf/uri/historical.html#WARNING>.',
      ].join('\n'),
    },
  },
  resolve: {
    'rfc3986-5.4.1': resolved('RFC 3986 §5.4.1', '../g'),
    'rfc3986-5.4.2': resolved('RFC 3986 §5.4.2', '../../../g'),
    'rfc3986-4.4': resolved('RFC 3986 §4.4', '?y'),
    '1997-C.1': resolved('1997 draft §C.1', '?y'),
    '1997-C.2': resolved('1997 draft §C.2', '/./g'),
  },
  mail: {
    'rfc2017-3': {
      title: 'RFC 2017 §3',
      text: [
        'Content-type: message/external-body; access-type=URL;',
        '              URL="http://www.foo.com/file"',
        ...inner,
      ].join('\n'),
    },
    'rfc2017-3.1': {
      title: 'RFC 2017 §3.1',
      text: [
        'Content-type: message/external-body; access-type=URL;',
        '              URL="ftp://ftp.deepdirs.org/1/2/3/4/5/6/7/',
        '                   8/9/10/11/12/13/14/15/16/17/18/20/21/',
        '                   file.html"',
        ...inner,
      ].join('\n'),
    },
  },
} satisfies Record<string, Record<string, DocumentExample>>;

export type ExampleTool = keyof typeof all;

export const examplesOf = (tool: ExampleTool): Readonly<Record<string, DocumentExample>> => all[tool];

/** The example with a name; undefined if no example has that name. */
export function exampleAt(tool: string, name: string): DocumentExample | undefined {
  if (!Object.hasOwn(all, tool)) return undefined;
  const examples = examplesOf(tool as ExampleTool);
  return Object.hasOwn(examples, name) ? examples[name] : undefined;
}
