/** Generates links in unusual forms: every way to write scheme, slashes, user information and host. */
import fc from 'fast-check';

/** A password, which must never be displayed. */
export const secret = 'S3cr3t';

const breaks = fc.constantFrom('', '', '', '\t', '\n', '\r\n');
/** Generates a text with tabs and line breaks, which browsers remove, at random positions. */
const broken = (text: string) =>
  fc
    .tuple(...[...text].map((character) => breaks.map((gap) => character + gap)))
    .map((characters) => characters.join(''));
const mostlyWhole = (text: string) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(text) }, { weight: 1, arbitrary: broken(text) });

const scheme = fc
  .constantFrom(
    ...[
      '',
      '',
      'http:',
      'https:',
      'HTTPS:',
      'ws:',
      'wss:',
      'ftp:',
      'file:',
      'ssh:',
      'gopher:',
      'foo:',
      'x-y+z.1:',
    ],
  )
  .chain(mostlyWhole);
const slashes = fc.oneof(
  fc.constantFrom('//', '//', '//', '/', '', '\\\\', '/\\', '\\/', '///', '\\', '////', '/\t/', '\n//'),
  fc.array(fc.constantFrom('/', '\\', '\t'), { maxLength: 5 }).map((all) => all.join('')),
);
const hosts = [
  ...[
    'evil.example',
    'EVIL.example',
    'localhost',
    'evil',
    '127.0.0.1',
    '0x7f.1',
    '017700000001',
    '2130706433',
    '[::1]',
  ],
  ...[
    '１２７.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '①②⑦.1',
    'b%C3%BCcher.example',
    'bücher.example',
    'xn--p1ai.example',
  ],
  ...['ev\til.example', 'h.', '1.2.3', 'ev\u00adil.example'],
];
const host = fc.constantFrom(...hosts);
const user = fc.oneof(
  fc.constantFrom(
    ...[
      'www.bank.example',
      'www.bank.xn--p1ai',
      'банк.рф',
      'localhost',
      '1.2.3.4',
      'joe',
      '',
      'www。bank。example',
    ],
    ...[
      'www%2Ebank%2Eexample',
      'a@www.bank.example',
      '[::1]',
      'bank.example%2Flogin',
      'www.ba\nnk.example',
      "a'b",
    ],
  ),
  fc.string({ unit: fc.constantFrom(...'ab.@%&=;+é'), maxLength: 6 }),
);
const password = fc.oneof(
  { weight: 4, arbitrary: mostlyWhole(secret) },
  fc.constantFrom(
    `a@${secret}`,
    `${secret}@b`,
    `:${secret}`,
    `%20${secret}`,
    `${secret}&x=${secret}`,
    '',
    `é${secret}`,
  ),
  fc.constantFrom(`a\\${secret}`, `${secret}\\b`, `[${secret}`, `a b${secret}`),
);
const userinfo = fc.oneof(
  fc.constant(''),
  user.map((name) => `${name}@`),
  fc.tuple(user, password).map(([name, word]) => `${name}:${word}@`),
  fc.tuple(host, fc.constantFrom('\\', ':80\\', '/', '#', '?', '\\/')).map(([name, end]) => `${name}${end}@`),
);
const port = fc.constantFrom('', '', '', ':80', ':', ':8080', ':x');
const rest = fc.constantFrom(
  '',
  '/',
  '/a/b',
  '?q',
  '#f',
  '\\x',
  '/@good.example/',
  '?a@good.example',
  '\\@good.example/',
  '#@x',
  ' ',
);

/** Generates a link and its base URL. A null base means no base. */
export const arbitraryReference = fc.record({
  reference: fc
    .tuple(fc.constantFrom('', '', '', ' ', '\t', '\n \0'), scheme, slashes, userinfo, host, port, rest)
    .map((parts) => parts.join('')),
  base: fc.constantFrom(
    ...[
      null,
      null,
      'https://base.example/d/e',
      'http://base.example/',
      'foo://base.example/d',
      'gopher://base.example/',
    ],
    ...['file:///d/e', 'data:text/html,x', 'ws://base.example/'],
  ),
});
