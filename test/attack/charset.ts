/**
 * Documents whose charset is hard to determine because of the kind, the place or the number of its declarations, or
 * because of mistakes in them. If our code decoded a text in an encoding other than the browser's, it would not find
 * the scripts. Each riddle is a data: URL that shows without a script how it was decoded. A trait names a construct
 * that some browser handles in its own way (`deviations`).
 */
import fc from 'fast-check';

export interface Riddle {
  kind: string;
  written: string;
  traits: Trait[];
}

export type Trait = keyof typeof deviations;
type Engine = 'chromium' | 'firefox';

/** Cases in which a browser's result differs from ours, and the reasons, measured with Chromium 156 and Firefox 153. */
export const deviations = {
  consumer: {
    engines: ['chromium', 'firefox'],
    why: 'A style sheet or script is UTF-8 to what loads it; in a frame it is shown as plain text.',
  },
  guessed: {
    engines: ['chromium', 'firefox'],
    why: 'Text that declares nothing and holds bytes beyond ASCII or ESC is guessed by each in its own way (HTML 13.2.3.2, step 8); ours is the default, windows-1252.',
  },
  noscript: {
    engines: ['firefox'],
    why: 'A meta within noscript is text to a parser with scripting, but none to the prescan of HTML and to Chromium.',
  },
  frameset: {
    engines: ['firefox'],
    why: 'Tree construction ignores a meta in a frameset; the prescan does not.',
  },
  foreign: {
    engines: ['chromium'],
    why: "Chromium's search takes titles, styles and scripts within svg and math for text, and CDATA for a comment.",
  },
  duplicate: {
    engines: ['chromium'],
    why: 'Of two attributes with one name the last counts in the search of Chromium; in HTML it is the first.',
  },
  quote: {
    engines: ['chromium'],
    why: 'A quote ends an unquoted charset in a content; in HTML only a space or ";" does.',
  },
  again: {
    engines: ['firefox'],
    why: 'Firefox gives up at a "charset" without "=" in a content; HTML goes on to the next.',
  },
  'late-tags': {
    engines: ['chromium'],
    why: 'Behind 1024 bytes Chromium takes bgsound, basefont, noframes and any end tag for the end of the head.',
  },
  'late-text': {
    engines: ['firefox'],
    why: 'Behind 1024 bytes Firefox takes text, object and what is in noscript for no part of the head.',
  },
  'no-token': {
    engines: ['chromium'],
    why: 'Chromium refuses data: URLs whose charset is no token (docs/conformance.md); its page for errors is UTF-8.',
  },
  colon: {
    engines: ['firefox'],
    why: 'Firefox drops a charset parameter with a colon, which is no token, from the media type.',
  },
  'utf-16-as-text': {
    engines: ['firefox'],
    why: 'Firefox looks for an XML declaration in UTF-16 in plain text, too; HTML asks for it in HTML only.',
  },
  'utf-16-in-xml': {
    engines: ['firefox'],
    why: 'XML in UTF-16 without a byte order mark (XML 1.0, F.1) is UTF-8 to Firefox, and so an error.',
  },
  'ill-formed': {
    engines: ['firefox'],
    why: 'An XML declaration that breaks the grammar of XML 2.8 is an error; what encoding it gives is the same to HTML and Chromium, another to Firefox.',
  },
  'ucs-2': {
    engines: ['firefox'],
    why: 'An XML declaration of ISO-10646-UCS-2 is UTF-16 to Firefox where it is read as ASCII.',
  },
} as const satisfies Record<string, { engines: readonly Engine[]; why: string }>;

export const isExplained = ({ traits }: Riddle, engine: Engine): boolean =>
  traits.some((trait) => (deviations[trait].engines as readonly Engine[]).includes(engine));

interface Part {
  text: string;
  traits: Trait[];
}
const part = (text: string, ...traits: Trait[]): Part => ({ text, traits });
const joined = (parts: readonly Part[]): Part => ({
  text: parts.map(({ text }) => text).join(''),
  traits: parts.flatMap(({ traits }) => traits),
});
const riddle = (kind: string, type: string, { text, traits }: Part): Riddle => ({
  kind,
  written: `data:${type};base64,${Buffer.from(text, 'latin1').toString('base64')}`,
  traits: [...new Set(traits)],
});
const oneOf = (...texts: string[]) => fc.constantFrom(...texts.map((text) => part(text)));
const seldom = (usual: fc.Arbitrary<Part>, rare: fc.Arbitrary<Part>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: rare });

/**
 * The labels in https://encoding.spec.whatwg.org/#names-and-labels, except ISO-8859-16, which Node does not know, and
 * lookalikes of labels.
 */
const labels = (
  'utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 x-unicode20utf8 866 cp866 ibm866 csisolatin2 iso-8859-2 latin2 l2 ' +
  'iso_8859-2:1987 iso-8859-3 latin4 iso-8859-5 cyrillic arabic ecma-114 greek sun_eu_greek hebrew visual iso-8859-8-i ' +
  'logical iso-8859-10 l6 iso-8859-13 iso-8859-14 iso-8859-15 iso885915 l9 koi8-r koi koi8 koi8-u koi8-ru ' +
  'macintosh mac x-mac-roman tis-620 windows-874 dos-874 windows-1250 x-cp1250 cp1251 windows-1251 us-ascii ascii ' +
  'ansi_x3.4-1968 latin1 iso-8859-1 iso_8859-1:1987 l1 cp1252 cp819 ibm819 windows-1253 windows-1254 latin5 iso-8859-9 ' +
  'windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic x-mac-ukrainian gbk gb2312 gb_2312-80 chinese ' +
  'iso-ir-58 x-gbk gb18030 big5 big5-hkscs cn-big5 csbig5 x-x-big5 euc-jp x-euc-jp cseucpkdfmtjapanese iso-2022-jp ' +
  'csiso2022jp shift_jis sjis ms_kanji ms932 windows-31j x-sjis euc-kr korean ks_c_5601-1987 ksc5601 windows-949 ' +
  'replacement iso-2022-kr csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext utf-16 utf-16le utf-16be unicode ' +
  'unicodefeff unicodefffe csunicode x-user-defined utf-7 utf-32 utf-16-le ucs-4 cesu-8 none latin-1 binary default ' +
  'windows1252x klingon'
).split(' ');
const label = fc
  .tuple(fc.constantFrom(...labels), fc.boolean())
  .map(([name, upper]) => (upper ? name.toUpperCase() : name));
/** A small set of distinct labels, so that a document shows which of its declarations took effect. */
const plainLabel = fc.constantFrom(
  'gbk',
  'koi8-r',
  'iso-8859-5',
  'big5',
  'GBK',
  'koi8',
  'foo',
  'utf-7',
  'iso-2022-jp',
);

const quoted = (value: string) =>
  fc.constantFrom(`"${value}"`, `'${value}'`, ...(/[\s"'>]/.test(value) || value === '' ? [] : [value]));
const spaced = (text: string) =>
  fc.constantFrom(text, text, text, ` ${text}`, `${text}\t`, `\n${text} `, `\f${text}`);

const content = fc
  .tuple(
    fc.constantFrom('', 'text/html;', 'text/html; ', 'x', 'charset', 'text/html;charset ', ' '),
    fc.constantFrom('charset', 'CHARSET', 'charSet', 'chars&#101;t', 'char-set'),
    fc.constantFrom('=', ' = ', '\t=\n', '=', '&equals;', ' '),
    plainLabel,
    fc.constantFrom('X', 'X', 'X', "'X'", "'X", "X'", 'X;', 'X;y', 'X y', ' X', 'X,', "'X'y", "' X '"),
    fc.constantFrom('', '', '; charset=utf-8'),
  )
  .map(([front, name, equals, value, form, behind]) => ({
    text: `"${front}${name}${equals}${form.replace('X', value)}${behind}"`,
    traits: [
      ...(form === "X'" ? (['quote'] as const) : []),
      ...(front.includes('charset') || equals === ' ' ? (['again'] as const) : []),
    ],
  }));

const attribute: fc.Arbitrary<{ name: string } & Part> = fc.oneof(
  {
    weight: 3,
    arbitrary: plainLabel
      .chain(spaced)
      .chain(quoted)
      .map((text) => ({ name: 'charset', ...part(text) })),
  },
  { weight: 3, arbitrary: content.map((value) => ({ name: 'content', ...value })) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(
        'content-type',
        'Content-Type',
        'content-type',
        ' content-type',
        'refresh',
        'content&#45;type',
        '',
      )
      .chain(quoted)
      .map((text) => ({ name: 'http-equiv', ...part(text) })),
  },
  fc
    .constantFrom(
      'name=x',
      'charsets=big5',
      'xcharset=big5',
      'x="charset=big5"',
      '"',
      '=',
      'charset',
      'y',
      '/',
      '\0',
    )
    .map((text) => ({ name: text.split('=')[0]!, ...part(text) })),
);
const meta: fc.Arbitrary<Part> = fc
  .tuple(
    fc.constantFrom(
      '<meta',
      '<META',
      '<Meta',
      '<meta',
      '<meta',
      '<meta',
      '<metax',
      '<x:meta',
      '< meta',
      '</meta',
    ),
    fc.array(fc.tuple(fc.constantFrom(' ', '\n', '\t', '\f', '/', ' ', ' / '), attribute), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom('>', '>', '>', '>', '>', '>', '>', '>', ' >', ' />', '/>', ''),
  )
  .map(([open, attributes, close]) => {
    const names = attributes.map(([, { name }]) => name.toLowerCase());
    const written = attributes.map(
      ([space, { name, text }]) =>
        `${space}${text.startsWith(name) && !/^["']/.test(text) && name !== 'charset' ? text : text === name ? text : `${name}=${text}`}`,
    );
    return {
      text: open + written.join('') + close,
      traits: [
        ...attributes.flatMap(([, { traits }]) => traits),
        // An unclosed tag absorbs the attributes of the next tag.
        ...(new Set(names).size < names.length || close === '' ? (['duplicate'] as const) : []),
      ],
    };
  });
const simpleMeta = plainLabel.map((name) => part(`<meta charset=${name}>`));

const inner = '<meta charset=big5>';
/** Markup that can precede the declaration. */
const before = seldom(
  oneOf(
    ...[
      '',
      '<!doctype html>',
      '<html>',
      '<head>',
      '<!--x-->',
      `<!-- ${inner} -->`,
      '<!-->',
      '<!--->',
      '<!--x--!>',
      '<!---->',
    ],
    ...[
      '<p>',
      '<b>x</b>',
      '<body>',
      '</head>',
      '<template>',
      '<select>',
      '<table>',
      '<link rel=x>',
      '<base href=/>',
    ],
    ...[
      `<!${inner}`,
      '<!x>',
      '<?x>',
      `<?x ${inner}`,
      `</ ${inner}`,
      '</>',
      '<',
      '<<',
      '<1>',
      '<x/y>',
      '<math><mi>',
      '<svg></svg>',
    ],
    ...['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed'].flatMap((name) => [
      `<${name}>${inner}</${name}>`,
      `<${name}/>${inner}</${name} x=">${inner}">`,
      `<${name}>${inner}</${name}x></${name.toUpperCase()}\n>`,
    ]),
    `<script><!--<script>${inner}</script>${inner}</script>`,
    `<script><!--${inner}</script>`,
    `<script><!--><script>${inner}</script>`,
    `<script><!--<scriptx>${inner}</script>`,
    `<script><!--<script>--></script>`,
    ...[
      `<a title="${inner}">`,
      `<a title='${inner}'>`,
      `<a title=${inner}>`,
      `<a "${inner}>`,
      `<a/${inner}`,
      `<a =${inner}>`,
    ],
  ),
  fc.constantFrom(
    ...['<script>', '<title>', '<!--', '<a title="', '<plaintext>', '<script><!--<script></script>'].map(
      (text) => part(text),
    ),
    part(`<noscript>${inner}</noscript>`, 'noscript'),
    part('<frameset>', 'frameset'),
    part(`<svg><title>${inner}</title></svg>`, 'foreign'),
    part(`<svg><style>${inner}</style></svg>`, 'foreign'),
    part(`<math><![CDATA[>${inner}]]></math>`, 'foreign'),
    // The content has no script, because Firefox never fires `load` for such a frame with a script.
    part('<svg>', 'foreign'),
  ),
);

/** A declaration after a number of bytes. The markup before it decides whether it is too late. */
const late = fc
  .tuple(
    fc.constantFrom(
      '',
      '<head>',
      '<p>',
      '</head>',
      '<title>x</title>',
      '<template>',
      '<link>',
      '<script>1</script>',
      '<!--x-->',
      '<body>',
      '</body>',
      '<style></style>',
      '<noscript></noscript>',
      '<bgsound>',
      '<basefont>',
      '<noframes></noframes>',
      '</x>',
      '</p>',
      '<object>',
      '<noscript>',
      'x',
      '<svg>',
    ),
    fc.oneof(fc.integer({ min: 995, max: 1030 }), fc.constantFrom(100, 2000, 5000, 17_000, 70_000)),
    fc.constantFrom(' ', ' ', '\n', '<!--', '<script>'),
    simpleMeta,
  )
  .map(([front, length, filler, { text }]) => {
    const [open, close] =
      filler === '<!--' ? [filler, '-->'] : filler === '<script>' ? [filler, '</script>'] : ['', ''];
    const size = Math.max(0, length - front.length - open.length - close.length);
    const isEarly = length < 1024;
    return part(
      front + open + (filler.length === 1 ? filler : 'y').repeat(size) + close + text,
      ...(!isEarly && /bgsound|basefont|noframes|<\/[xp]>/.test(front) ? (['late-tags'] as const) : []),
      ...(!isEarly && /object|noscript|^x/.test(front) ? (['late-text'] as const) : []),
      ...(front === '<noscript>' ? (['noscript'] as const) : []),
    );
  });

const declaration = fc
  .tuple(
    fc.constantFrom(
      part('<?xml version="1.0"'),
      part("<?xml version='1.0'"),
      part('<?xml', 'ill-formed'),
      part('<?xml version="1.0" x="encoding"', 'ill-formed'),
      part('<?xml-stylesheet href="x"', 'ill-formed'),
      part('<?xml version=">"', 'ill-formed'),
      part(' <?xml version="1.0"', 'ill-formed'),
      part('<?XML version="1.0"', 'ill-formed'),
    ),
    seldom(
      oneOf(' encoding', '\nencoding'),
      fc.constantFrom(
        part(' ENCODING', 'ill-formed'),
        part('encoding', 'ill-formed'),
        part(`${' '.repeat(1500)} encoding`),
      ),
    ),
    oneOf('=', ' = ', '\n=\t'),
    label.chain((name) =>
      fc.constantFrom(
        ...['"', "'", '"', "'"].map((q) =>
          part(
            q + name + q,
            ...(/^(?:ucs|iso-10646|utf-?16|unicode|csunicode)/i.test(name) ? (['ucs-2'] as const) : []),
          ),
        ),
        part(name, 'ill-formed'),
        part(`" ${name}"`, 'ill-formed'),
        part(`"${name}'`, 'ill-formed'),
      ),
    ),
    seldom(
      oneOf('?>', ' ?>'),
      fc.constantFrom(part('>', 'ill-formed'), part(' standalone="yes"?>'), part('', 'ill-formed')),
    ),
  )
  .map(joined);

const xmlTypes = ['text/xml', 'application/xml', 'image/svg+xml', 'application/xhtml+xml'];
const anyType = fc.constantFrom('text/html', 'text/plain', ...xmlTypes);
const root = '<html xmlns="http://www.w3.org/1999/xhtml"/>';
const marks = ['', '', '\xef\xbb\xbf', '\xff\xfe', '\xfe\xff', '\xef\xbb', '\xfe', '\0\0\xfe\xff'];

const utf16 = (text: string, bigEndian: boolean) =>
  [...text].map((c) => (bigEndian ? `\0${c}` : `${c}\0`)).join('');

const parameter = fc
  .tuple(
    fc.constantFrom('charset', 'CHARSET', 'charset', 'x'),
    label,
    fc.constantFrom(
      part('X'),
      part('X'),
      part('"X"'),
      part('"X'),
      part('" X"', 'no-token'),
      part('"X "', 'no-token'),
      part(' X', 'no-token'),
      part("'X'"),
      part('X ', 'no-token'),
      part('X;charset=big5'),
      part('foo;charset=X'),
      part(';charset=X', 'no-token'),
      part('""', 'no-token'),
      part('"X;"', 'no-token'),
      part('"\\X"', 'no-token'),
    ),
  )
  .map(([name, value, form]) =>
    part(
      `${name}=${form.text.replace('X', value)}`,
      ...form.traits,
      ...(/[":]/.test(form.text + value) ? (['no-token'] as const) : []),
      ...(value.includes(':') ? (['colon'] as const) : []),
    ),
  );

/** The kinds of random documents, each with its share of the total. */
const kinds: Record<string, [number, fc.Arbitrary<Riddle>]> = {
  html: [
    500,
    fc
      .tuple(fc.array(before, { maxLength: 4 }), meta, simpleMeta)
      .map(([front, first, second]) => riddle('html', 'text/html', joined([...front, first, second]))),
  ],
  late: [200, late.map((text) => riddle('late', 'text/html', text))],
  label: [200, label.map((name) => riddle('label', 'text/html', part(`<meta charset="${name}">`)))],
  declaration: [
    250,
    fc
      .tuple(fc.constantFrom('text/html', ...xmlTypes), declaration, simpleMeta, fc.boolean())
      .map(([type, text, other, both]) =>
        riddle(
          'declaration',
          type,
          joined([
            { ...text, traits: type === 'text/html' ? [] : text.traits },
            part(root),
            ...(both && type === 'text/html' ? [other] : []),
          ]),
        ),
      ),
  ],
  parameter: [
    150,
    fc
      .tuple(parameter, simpleMeta)
      .map(([written, text]) =>
        riddle('parameter', `text/html;${written.text}`, { ...text, traits: written.traits }),
      ),
  ],
  mark: [
    100,
    fc
      .tuple(
        anyType,
        fc.constantFrom('', ';charset=koi8-r', ';charset=utf-16le', ';charset=foo'),
        fc.constantFrom(...marks),
      )
      .map(([type, charset, mark]) => {
        const isKnown = /koi8|utf/.test(charset) || /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(mark);
        const isGuessed = mark !== '' && !isKnown && !xmlTypes.includes(type);
        return riddle(
          'mark',
          type + charset,
          part(mark + root, ...(isGuessed ? (['guessed'] as const) : [])),
        );
      }),
  ],
  utf16: [
    50,
    fc
      .tuple(
        anyType,
        fc.boolean(),
        fc.constantFrom('<?xml version="1.0"?>', '<?xml', '<script>x</script>', ''),
        fc.constantFrom('', ';charset=koi8-r'),
      )
      .map(([type, bigEndian, front, charset]) =>
        riddle(
          'utf16',
          type + charset,
          part(
            utf16(front + root, bigEndian),
            ...(charset !== '' || !front.startsWith('<?xml')
              ? []
              : type === 'text/plain'
                ? (['utf-16-as-text'] as const)
                : xmlTypes.includes(type)
                  ? (['utf-16-in-xml'] as const)
                  : []),
          ),
        ),
      ),
  ],
  guessed: [
    30,
    fc
      .tuple(
        fc.constantFrom('text/html', 'text/plain'),
        fc.constantFrom(
          '\x1b$B$3$l$OF|K\\8l\x1b(B',
          '\x1b(Jx',
          '\x93\xfa\x96\x7b\x8c\xea',
          '\xcf\xf0\xe8\xe2\xe5\xf2',
          '\xd0\x9f\xd1\x80',
          'caf\xe9',
          '~{===~}',
          '+ADw-x+AD4-',
        ),
      )
      .map(([type, text]) =>
        riddle(
          'guessed',
          type,
          part(text, ...(/[^\0-\x1a\x1c-\x7f]/.test(text) ? (['guessed'] as const) : [])),
        ),
      ),
  ],
  other: [
    20,
    fc
      .tuple(
        fc.constantFrom('text/css', 'text/javascript', 'text/plain', 'text/x', ''),
        fc.constantFrom(
          '@charset "koi8-r";',
          '<meta charset=gbk>',
          '<?xml version="1.0" encoding="gbk"?>',
          'x',
        ),
      )
      .map(([type, text]) =>
        riddle('other', type, part(text, ...(/css|javascript/.test(type) ? (['consumer'] as const) : []))),
      ),
  ],
};

const space = ' '.repeat(2000);
const gbk = '<meta charset=gbk>';
const xmlOf = (declared: string) => `<?xml version="1.0" ${declared}?>${root}`;

/** For each trait, a document on which a browser always shows the trait, independent of the seed. */
const known: readonly [trait: Trait, type: string, text: string, ...others: Trait[]][] = [
  ['consumer', 'text/css', '@charset "koi8-r";'],
  ['consumer', 'text/javascript', 'x'],
  ['guessed', 'text/html', '\x93\xfa\x96\x7b\x8c\xea'],
  ['guessed', 'text/html', '\xcf\xf0\xe8\xe2\xe5\xf2'],
  ['noscript', 'text/html', `<noscript>${inner}</noscript>${gbk}`],
  ['frameset', 'text/html', `<frameset>${inner}`],
  ['foreign', 'text/html', `<svg><title>${inner}</title></svg>${gbk}`],
  ['duplicate', 'text/html', '<meta charset=koi8-r charset=gbk>'],
  ['quote', 'text/html', `<meta http-equiv=content-type content="charset=koi8-r'">${gbk}`],
  ['again', 'text/html', `<meta http-equiv=content-type content="charset;charset=koi8-r">${gbk}`],
  ['late-tags', 'text/html', `</x>${space}${gbk}`],
  ['late-text', 'text/html', `<object>${space}${gbk}`],
  ['no-token', 'text/html;charset=" koi8-r"', gbk],
  ['colon', 'text/html;charset=iso_8859-2:1987', gbk, 'no-token'],
  ['utf-16-as-text', 'text/plain', utf16(xmlOf(''), false)],
  ['utf-16-in-xml', 'text/xml', utf16(xmlOf(''), false)],
  ['ill-formed', 'text/xml', `<?xml encoding="koi8-r"?>${root}`],
  ['ill-formed', 'text/xml', ` ${xmlOf('encoding="koi8-r"')}`],
  ['ill-formed', 'image/svg+xml', `<?xml-stylesheet href="x" encoding="koi8-r"?>${root}`],
  ['ucs-2', 'text/xml', xmlOf('encoding="csunicode"')],
];

/**
 * Returns the known documents, and random documents of all kinds. The same seed generates the same documents.
 *
 * @param count the number of random documents
 */
export const riddles = (seed: number, count: number): Riddle[] => {
  const total = Object.values(kinds).reduce((sum, [share]) => sum + share, 0);
  return [
    ...known.map(([trait, type, text, ...others]) => riddle('known', type, part(text, trait, ...others))),
    ...Object.values(kinds).flatMap(([share, arbitrary]) =>
      fc.sample(arbitrary, { seed, numRuns: Math.round((share * count) / total) }),
    ),
  ];
};
