/**
 * Runs in a browser's page: compares the core's verdict on malformed XML with the browser's own XML parser and image
 * decoder.
 */
import fc from 'fast-check';
import type { XmlError } from '../../src/payload/facts.ts';
import { tokensOf } from '../../src/payload/markup/markup-tokens.ts';

export interface Outcome {
  /** Each mistake, described by a sentence. The test expects none. */
  wrong: string[];
  /** Number of texts that the browser rejects, and number of those that were tried as images. */
  rejected: number;
  images: number;
}

const whole = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8"><defs><g id="a"><text x="1">a &amp; b</text></g></defs><use xlink:href="#a"/></svg>',
  '<?xml version="1.0" encoding="UTF-8"?><!-- made by hand --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><style>a > b { fill: red }</style><title>T</title></svg>\n',
  '<!DOCTYPE svg [<!ENTITY e "x">]><svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><![CDATA[a < b]]><text>&e;&#65;&#x42;</text></svg>',
  '<s:svg xmlns:s="http://www.w3.org/2000/svg" width="8" height="8"><s:g><s:path d="M0 0" style=\'fill:red\'/></s:g></s:svg>',
  '<!DOCTYPE svg [<!ELEMENT svg (g|(h,i?)*)><!ELEMENT g (#PCDATA|h)*><!ATTLIST svg a CDATA "b" c (d|e) #IMPLIED><!NOTATION n SYSTEM "o">]><svg xmlns="http://www.w3.org/2000/svg"/>',
  '<!DOCTYPE svg [<!ENTITY a PUBLIC "b" "c" NDATA d><!ENTITY % p "x"><!ENTITY q "y &amp; z">]><svg xmlns="http://www.w3.org/2000/svg"/>',
];
const pieces = [
  ...['<g>', '</g>', '<g/>', '<path d="M0"/>', '<path d="M0>', '<svg>', '</svg>', '<x:y/>', '<1/>', '<a:b>'],
  ...['&amp;', '&nbsp;', '&', '&;', '&#;', '&#1;', '&#65;', '&#x41;', '&#X41;', '&#xd800;', '&#1114112;'],
  ...['<', '>', '"', "'", '=', '/', ' ', '\n', ':', '@', '-', 'é', 'x', '1', '.', ']', '?', '!', ';', '#'],
  ...['<!--', '-->', '--', '<!-- a -->', '<![CDATA[', ']]>', '<?a b?>', '<?', '?>', '<?xml version="1.0"?>'],
  ...['<!DOCTYPE svg>', '<!a>', '&e;', ' xlink:href="#a"', ' xmlns:xlink="http://www.w3.org/1999/xlink"'],
  ...[' a:b="c"', ' id="a"', ' id=a', ' id', ' id="<"', ' id="a&b"', ' xmlns=""', ' xmlns:p=""', ' :a=""'],
  ...[
    ' xmlns:xml="a"',
    ' xmlns:xmlns="a"',
    ' id="<b>"',
    ' id="a<?b?>"',
    '<!ENTITY f "&f;">&f;',
    '<!ENTITY f"b">',
  ],
  ...[
    ' xmlns:p="u" xmlns:q="u" p:a="1" q:a="2"',
    ' xmlns="http://www.w3.org/2000/xmlns/"',
    '<!ENTITY f "%">',
  ],
  ...[
    '<!ENTITY f "&#0;">',
    '<!ENTITY f "& b">',
    '<!-- a -- b -->',
    '<!ELEMENT svg ANY>',
    '<!ENTITY>',
    '<!X>',
  ],
  ...[
    '<a:.b xmlns:a="u"/>',
    ' xmlns:a="u" xmlns:a="v"',
    ' xmlns:a="http://www.w3.org/2000/xmlns/"',
    ' xml:1="a"',
  ],
  ...['<xml:g/>', '<xmlns:g/>', '<\u{10000}/>', '<\u{f0000}/>', '<?a:b c?>', ' a="<!-- b -->"', ' a="</b>"'],
  ...['<!DOCTYPE svg SYSTEM "a">', '<!DOCTYPE svg PUBLIC "a~" "b">', '<!DOCTYPE :a>'],
  ...['<!ATTLIST svg a CDATA "&e;">', '<!ATTLIST g a CDATA "&f;">', '<!ATTLIST g a CDATA "<">'],
  ...['<!ENTITY a:b "c">', '<!ENTITY e "<g>">', '<!ENTITY e "</g>">', '<!ENTITY e SYSTEM "a" NDATA b>'],
  ...['<!NOTATION a:b SYSTEM "c">', '<!ELEMENT a:b:c ANY>', '<![IGNORE[<!ENTITY e "x">]]>'],
  ...[
    '<!ELEMENT g (h,)>',
    '<!ATTLIST g a ID>',
    '<!NOTATION n>',
    '<!ENTITY f SYM "g">',
    '%p;',
    '(',
    ')',
    ',',
    '|',
  ],
  ...[
    '<!ELEMENT g (h]i)>',
    '<!ENTITY e "f"]>',
    '<!NOTATION n ] SYSTEM "o">',
    '<!ATTLIST g a (b]c) "d">',
    '%',
  ],
  ...['\u0001', '\u000c', '\u007f', '\u00a0', '\u2028'],
];

interface Edit {
  /** The position in thousandths of the text's length. */
  at: number;
  removed: number;
  piece: string;
}
const arbitraryEdit: fc.Arbitrary<Edit> = fc.record({
  at: fc.integer({ min: 0, max: 1000 }),
  removed: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 200 })),
  piece: fc.oneof(fc.constant(''), fc.constantFrom(...pieces)),
});
const edited = (text: string, { at, removed, piece }: Edit): string => {
  const start = Math.round((at / 1000) * text.length);
  return text.slice(0, start) + piece + text.slice(start + removed);
};
const arbitraryText = fc
  .tuple(fc.constantFrom(...whole), fc.array(arbitraryEdit, { maxLength: 2 }))
  .map(([text, edits]) => edits.reduce(edited, text));

const thisBrowser = navigator.userAgent.includes('Firefox') ? 'Firefox' : 'Chromium';

/** Whether the core finds the text malformed. Returns null if the core did not follow some part. */
function isMalformed(text: string): boolean | null {
  let malformed = false;
  const onError = ({ browser = thisBrowser }: XmlError) => {
    malformed = browser === thisBrowser;
  };
  const tokens = [...tokensOf(text, 'xml', { onError })];
  return !malformed && tokens.some(({ kind }) => kind === 'unfollowed') ? null : malformed;
}

/**
 * Whether the core accepts a declaration in the text that a browser may reject: entities and, in Chromium, any
 * declaration, and external subsets whose addresses are not URLs.
 */
const isUndecided = (text: string) =>
  (thisBrowser === 'Chromium' && /<!(?:ATTLIST|ELEMENT|NOTATION)/.test(text)) ||
  /<!DOCTYPE svg PUBLIC "[^"]*" "[^"]*[<"]/.test(text) ||
  (text.includes('<!ENTITY') && !text.startsWith(whole[3]!.slice(0, 32)));

const parser = new DOMParser();
const isRejected = (text: string) =>
  parser.parseFromString(text, 'image/svg+xml').getElementsByTagName('parsererror').length > 0;

function isShown(text: string): Promise<boolean> {
  const image = new Image();
  return new Promise((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  });
}

async function run(numRuns: number, seed: number): Promise<Outcome> {
  const outcome: Outcome = { wrong: [], rejected: 0, images: 0 };
  for (const [n, text] of fc.sample(arbitraryText, { numRuns, seed }).entries()) {
    const malformed = isMalformed(text);
    if (malformed === null) continue;
    const rejected = isRejected(text);
    if (rejected) outcome.rejected++;
    if (outcome.wrong.length >= 20) break;
    if (malformed ? !rejected : rejected && !isUndecided(text))
      outcome.wrong.push(
        `${malformed ? 'called malformed' : 'not called malformed'}: ${JSON.stringify(text)}`,
      );
    else if (malformed && n % 10 === 0) {
      outcome.images++;
      if (await isShown(text)) outcome.wrong.push(`shown as an image: ${JSON.stringify(text)}`);
    }
  }
  return outcome;
}

const { searchParams } = new URL(location.href);
run(Number(searchParams.get('cases')), Number(searchParams.get('seed')))
  .catch((error): Outcome => ({ wrong: [String(error)], rejected: 0, images: 0 }))
  .then((outcome) => fetch('/outcome', { method: 'POST', body: JSON.stringify(outcome) }));
