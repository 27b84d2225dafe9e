/** Texts for which the time of a function once grew quadratically or faster with their length. */

export interface GrowthAttack {
  /** The name of an entry point in test/fuzz/growth. */
  entry: string;
  /** The behavior before the fix. */
  was: string;
  /** Makes an attack of about this many code units. */
  make(size: number): string;
}

const filled = (piece: string, size: number) => piece.repeat(Math.max(0, Math.floor(size / piece.length)));

export const growthAttacks: readonly GrowthAttack[] = [
  {
    entry: 'payload/references.ts#addCssReferences',
    was: 'a URL whose last character is escaped, searched for in the sheet by its value: 47 s of 560 KB',
    make: (size) => `a{b:url("${filled('ab', size - 16)}\\61 ")}`,
  },
  {
    entry: 'payload/references.ts#addCssReferences',
    was: 'eight such, in front of what they are found in nearly everywhere',
    make: (size) =>
      `${`a{b:url("${filled('ab', size / 16 - 16)}\\61 ")}`.repeat(8)}/*${filled('ab', size / 2 - 16)}*/`,
  },
  {
    entry: 'payload/css/css-urls.ts#findCssUrls',
    was: 'an open string of escapes: behind each of them its closing quote was searched for to the end of the sheet',
    make: (size) => `a{b:"${filled('\\61 ', size - 5)}`,
  },
  ...(
    [
      ['bad url tokens, each in the one before', 'url(data:,a ('],
      ['strings that a line break ends, and that no quote ends', 'a{b:url("\n'],
      ['the same, with the parentheses of others', 'url("x)\n'],
    ] as const
  ).map(([was, piece]) => ({
    entry: 'payload/css/css-urls.ts#findCssUrls',
    was: `${was}: at each of them its end was looked for`,
    make: (size: number) => filled(piece, size),
  })),
  {
    entry: 'files/find-in-file.ts#findInFile script',
    was: 'an expression in a tag: at each token, all since the tag was searched for a line break',
    make: (size) => `<a {${filled('x ', size - 34)} "data:image/png;base64,AAAA"`,
  },
  {
    entry: 'payload/xml/xml-dtd.ts#readDocumentType',
    was: 'quoted values of an unfinished list of attributes, each of which could be read in two ways: exponential',
    make: (size) => `<!DOCTYPE a [<!ATTLIST a b c ${filled('"x"', size - 34)}]>`,
  },
  {
    entry: 'payload/xml/xml-dtd.ts#readDocumentType',
    was: 'groups within groups, each level of which took a pass',
    make: (size) =>
      `<!DOCTYPE a [${filled(`<!ELEMENT a ${'('.repeat(480)}a${')'.repeat(480)}>`, size - 15)}]>`,
  },
  {
    entry: 'extension/ui/viewers/text-rows.ts#textRows',
    was: 'lines that end in CR: in each of them LF was searched for to the end of the text',
    make: (size) => filled('a\r', size),
  },
  {
    entry: 'extension/ui/viewers/hex-search.ts#indexOfBytes',
    was: 'bytes that are all alike but for the last one wanted: compared anew at each place',
    make: (size) => filled('a', size),
  },
  {
    entry: 'pasted/pasted.ts#findPasted',
    was: 'header lines that each may begin a block: each was read to the end of all',
    make: (size) => filled('Content-Type: message/external-body; access-type=URL; URL="data:,x"\n', size),
  },
  {
    entry: 'payload/quoted-data-urls.ts#findQuotedDataUrls script',
    was: 'strings in strings, each a level deeper than the one before, of which none ends',
    make: (size) => {
      let text = '"data:,';
      for (let depth = 0; text.length < size; depth++)
        text += `${'\\'.repeat(depth)}"data:,${'x'.repeat(depth)}`;
      return text;
    },
  },
  {
    entry: 'payload/quoted-data-urls.ts#findQuotedDataUrls script',
    was: 'escaped line breaks with braces that do not close',
    make: (size) => filled('d\\u{0', size),
  },
  {
    entry: 'payload/quoted-data-urls.ts#mayQuoteDataUrl script',
    was: 'escaped line breaks: from each of them all others were read as deleted, 18 s of 160 kB',
    make: (size) => filled('\\x0d', size),
  },
  {
    entry: 'pasted/altered.ts#encodedSchemelessIn',
    was: 'the beginnings of encoded media types in one word: at each of them its end was looked for',
    make: (size) => filled('image%2fx=', size),
  },
  {
    entry: 'uri/delimit.ts#delimit',
    was: 'fields of a form: the reference of each ended at the next, and its end was looked for to the end of all',
    make: (size) => filled('a=data:,x&', size),
  },
  {
    entry: 'references/external-body-form.ts#mailFor',
    was: 'blanks within a URL: at each of them its end was looked for',
    make: (size) => `${filled('\r\n ', size - 1)}a`,
  },
  {
    entry: 'repair/repair.ts#repairDataUrl',
    was: 'blanks behind the comma, on either side of a semicolon that is not there: 3 s of 40 KB',
    make: (size) => `data:;base64,${filled(' ', size - 18)}{{x}}`,
  },
];

/** Pieces that begin or end a construct in the languages of a page again and again when they are repeated. */
export const piecesOfPages: readonly string[] = [
  ...['url(', '"', '\\', ' ', '\n', ',', '\u3000', '<b a="'],
  ...['data:', "'data:,", 'd\n', 'url(data:,x) '],
];
