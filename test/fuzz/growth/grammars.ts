/** The pieces from which texts in each language are made: see `Grammar`. */
import type { Grammar } from './patterns.ts';

const grammar = (
  name: string,
  tokens: readonly string[],
  prefixes: readonly string[] = [''],
  ending = '',
): Grammar => ({ name, tokens, prefixes, ending });
const words = (text: string) => text.split(' ');

/** Pieces for the URL parser, the data: URL processor of the Fetch Standard, and RFC 2397. */
export const url = grammar(
  'data: URL',
  [
    ...words(
      'data: d a DATA: , ; / // % %2 %25 %2C %41 %e2 %00 = == === A AAAA base64 ;base64 ;base64, ; charset=',
    ),
    ...words(
      'utf-8 text/plain image/svg+xml + & # ? @ : [ ] . .. /../ %2e /. \\ \\\\ " \' < > ( ) é 😀 \ud800 ~ * | ^ `',
    ),
    ...[
      ' ',
      '\t',
      '\n',
      '\r\n',
      '\0',
      '\x7f',
      '\u200b',
      '\u202e',
      'a=b;',
      ';a=b',
      ';a="',
      '<svg>',
      '%3Csvg%3E',
    ],
  ],
  [
    'data:,',
    'data:text/html,',
    'data:;base64,',
    'data:image/png;base64,',
    'data:text/plain;charset=',
    'data:',
    'data://',
    'data:a/b;c="',
    '',
  ],
  ',x',
);

export const css = grammar(
  'CSS',
  [
    ...words(
      'url( url(" image-set( var( src: @import @font-face{ @media @supports( @namespace @x a{ b: ; { } ( ) [ ] , :',
    ),
    ...words(
      '" \' /* */ <!-- --> \\ \\61 \\61ata: \\000064 - -- --x: # . 1 2url( e+ !important data:, data:,x) %61 é 😀',
    ),
    ...[
      ' ',
      '\n',
      '\r\n',
      '\f',
      '\0',
      '\\\n',
      '"\\',
      "'\n",
      'ab',
      'url( ',
      '\\" ',
      'font-family:',
      '} ',
      'a ',
    ],
    ...['//# sourceMappingURL=', '/*# sourceMappingURL='],
  ],
  ['', '', 'a{b:url(', 'a{b:url("', '@import "', '@font-face{src:', 'a{b:', '/*'],
);

const markup = [
  ...words(
    '< > </ /> <! <!- <!-- <!--> --!> --> -- ]]> <![CDATA[ ]] <? ?> <!DOCTYPE [ ] " \' = / & &# &#x &#100; &amp &amp; &lt;',
  ),
  ...words(
    '<a <b> </b> <i> </i> <p> <svg> </svg> <math> <mtext> <style> </style> <script> </script </scr <title> <textarea> <template>',
  ),
  ...words(
    '<noscript> <plaintext> <select> <table> <td> <foreignObject> <x:y <meta http-equiv=refresh <base href= <img src= <a href=',
  ),
  ...words(
    'a= a b=c a="b" onload= onload="x" href= srcset= style= style="b:url( srcdoc= data:, data:text/html, javascript: é 😀',
  ),
  ...[
    ' ',
    '\n',
    '\t',
    '\0',
    '<a ',
    '<img src=data:,x>',
    '<a b="',
    "<a b='",
    '<meta charset=',
    '<!ENTITY a "',
    '&a;',
    '<a xlink:href="',
    'x',
  ],
];
export const html = grammar('HTML', markup, [
  '',
  '',
  '<!doctype html>',
  '<a b="',
  '<script>',
  '<svg>',
  '<style>',
]);
export const xml = grammar('XML', markup, [
  '',
  '<?xml version="1.0"?>',
  '<!DOCTYPE a [',
  '<svg xmlns="http://www.w3.org/2000/svg">',
  '<a b="',
  '<![CDATA[',
]);

/** Constructs that make a picture expensive to draw, and pieces of path data and transforms. */
export const svg = grammar(
  'SVG',
  [
    ...words(
      '<g> </g> <a/> <path <rect <use <defs> </defs> <svg> </svg> <symbol <marker <mask <pattern <filter> <feTurbulence',
    ),
    ...words(
      '<image <foreignObject> <animate <set <style> </style> <text> <tspan> <textPath <script> <!-- --> <![CDATA[ ]]> / > " \' ( )',
    ),
    ...words(
      'M0,0 L1 l c a1 h9 v z 0 1e9 -1 .5 + e , % # . * { } : ; \\ /* */ @media @import @keyframes @font-face',
    ),
    ...[
      ' ',
      ' d="',
      ' id="a"',
      ' id="',
      ' class="a"',
      ' href="#a"',
      ' href="#',
      ' xlink:href="data:image/svg+xml,',
      ' transform="scale(2)',
      ' style="',
      ' points="',
      ' fill="url(#a)"',
      ' filter="url(#',
      ' font-family="',
      ' begin="',
      '<g id="a">',
      '<use href="#a"/>',
      '<animate href="#a" attributeName="d" to="',
      '<image href="data:image/svg+xml,<svg/>"/>',
      '.a,',
      '#a>',
      'a{fill:url(#a)}',
      '&a;',
      '<!ENTITY a "',
    ],
  ],
  [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<svg xmlns="http://www.w3.org/2000/svg"><style>',
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="',
    '<svg xmlns="http://www.w3.org/2000/svg"><g style="',
    '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">',
  ],
);

/** Names, objects and streams of PDF files. */
export const pdf = grammar(
  'PDF',
  [
    ...words(
      '/ # << >> [ ] ( ) < > % /JS /J#53 /JavaScript /AA /OpenAction /Type /Page /Pages /ObjStm /Type/ObjStm',
    ),
    ...words(
      '/Encrypt /Filter /FlateDecode /Length stream endstream obj endobj xref trailer startxref %%EOF 1 0 R é',
    ),
    ...[
      ' ',
      '\n',
      '\r\n',
      '\0',
      '1 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\n',
      '/Type/ObjStm stream\n',
      'stream\r\nx\x9c',
      '/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    ],
  ],
  ['%PDF-1.7\n', '', '%PDF-1.7\n/Type/ObjStm/Filter/FlateDecode>>stream\n'],
);

export const script = grammar(
  'JavaScript',
  [
    ...words(
      '" \' ` $ } { ( ) [ ] / // /* */ \\ \\\\ \\" \\x64 \\u0064 \\u{64} \\u{0 data: data:, data:text/html, data:;base64, ;base64,',
    ),
    ...words(
      'a b.c = == => + - ++ , ; : ? ! /a/ /[ /( return 1 0x1 1e9 .5 #a @ <!-- --> import class #! d\\x61ta: da é 😀',
    ),
    ...[
      ' ',
      '\n',
      '\r',
      '\u2028',
      '\\\n',
      '//# sourceMappingURL=',
      'sourceMappingURL=',
      '"\\',
      'text/html;a=b;',
      '"data:',
    ],
    ...words(
      'document .cookie location= fetch( a=a b.c+=a a.b.c ["atob"] "https://e/"+ "//e.e" mailto:a@b atob( unescape("%41 .concat( String.fromCharCode( 104, => with( typeof',
    ),
  ],
  ['', '', '"', '`', '/*', '"data:', '//# sourceMappingURL=data:'],
);

export const json = grammar(
  'JSON',
  [
    ...words('{ } [ ] , : " "a": "a" "\\ \\ \\" \\u \\u0061 \\ud800 null true tru 1 -1 1e9 1.5 - e . 0'),
    ...words(
      '"version":3, "sources":[ "sourcesContent":[ "mappings":" "names":[] "sections":[ ;;; AAAA, é 😀 data:, )]}\'',
    ),
    ...[' ', '\n', '\t', '\0', '{"a":', '[[', '{"version":3,"sources":["', '"a",'],
  ],
  [
    '',
    '[',
    '{"a":',
    '"',
    '{"version":3,"sources":[',
    '{"version":3,"sourcesContent":["',
    '{"version":3,"mappings":"',
  ],
);

export const mimeType = grammar(
  'MIME type',
  [
    ...words(
      '/ ; = " \\ \\" a b text/html text/plain charset= charset=" utf-8 */* +xml +json , * + . - _ image/svg+xml é',
    ),
    ...[' ', '\t', '\n', '\r', '\0', ';a=b', ';a="', '"; ', '; ', ';;', '= ', ';charset=gbk', 'x', 'A'],
  ],
  ['', 'text/html;', 'text/html;a="', 'a/b;charset=', 'text/'],
);

export const headers = grammar(
  'MIME headers',
  [
    ...words(
      'Content-Type: message/external-body; access-type=URL; URL=" URL=URL URL*0=" size=1; ; = " " \\ ( ) (( \\( : , a/b é',
    ),
    ...[
      '\r\n',
      '\n',
      '\r\n ',
      '\n\t',
      ' ',
      '\t',
      '\r',
      'A: b\r\n',
      '"\r\n "',
      'Content-MD5: ',
      'data:,x',
      '%41',
      '=?utf-8?',
      'x',
    ],
  ],
  [
    '',
    'Content-Type: message/external-body; access-type=URL; URL="',
    'Content-Type: ',
    'Content-Type: message/external-body; access-type=URL; a=',
    'Content-Type: message/external-body; access-type=URL; URL="data:,x"\r\n\r\nContent-Type: a/b\r\n',
  ],
);

export const prose = grammar(
  'running text',
  [
    ...words(
      'data: data:, data:text/html, data:;base64, AAAA image%2f image/svg+xml,%3c %2c http:// https://a.example/ mailto: urn: URL: <URL: < > " \' ( ) [ ] { } ` « » “ ”',
    ),
    ...words(
      ': . , ; ! ? / // \\ \\/ \\x64 \\u003a &colon; &#100; &quot; &amp; =3D =\n = % %20 # > | * _ ~ d ata: d-a-t-a: é 😀 a',
    ),
    ...[
      ' ',
      '\n',
      '\r\n',
      '\t',
      '\n> ',
      '\n\n',
      'href="',
      "src='",
      'url(',
      '](',
      '<a href=',
      '=\r\n',
      'd\na\nt\na\n:',
      '"data:,a" + ',
      '"da" +\n"',
      '"data:,a"\n',
      '\\64 ata:,',
      '&#100;ata:,',
      'hxxp://',
      '\u200b',
    ],
  ],
  [
    '',
    '',
    '<',
    '"',
    'data:,',
    'data:text/html;base64,',
    '<a href="data:',
    'Content-Transfer-Encoding: quoted-printable\n\n',
  ],
);

export const uri = grammar(
  'URI',
  [
    ...words(
      "a : / // ? # [ ] @ ! $ & ' ( ) * + , ; = % %2 %41 %2e %2F . .. ./ ../ /. /.. /./ /../ 1 1. 0x 256. :: : 1: ffff: v1. ~ - _",
    ),
    ...words('http: http://a/ a: urn: é 😀 xn-- \\ " < > ^ ` { | } data:, user:pass@ \ud800'),
    ...[' ', '\n', '\0', 'a/', 'a/../', '..;/', 'b/c/d', '//a'],
  ],
  ['', 'http://a/', 'http://', '//', 'http://[', 'http://1.', 'a:', '/', 'http://u:', '?'],
);

export const srcset = grammar('srcset', [
  ...words(', ,, ( ) 1x 2w a data:, data:;base64,AA %2c (,) é'),
  ' ',
  '\n',
  '\t',
  ', ',
  ' ,',
  'a 1x, ',
  'a (',
]);

export const csp = grammar('Content Security Policy', [
  ...words(
    "; , default-src img-src script-src data: 'self' 'none' 'unsafe-inline' 'nonce- * https: https://a a é report-uri",
  ),
  ...[' ', '\n', '; ', ', ', 'img-src data:; ', "default-src 'self'; "],
]);

export const query = grammar('query', [
  ...words('type: type:image/* size> size>4k -svg is:duplicate rule: - " \' : > < = * / a ( ) é -" | ,'),
  ...[' ', '"a ', 'type:"', '  '],
]);

/** Pieces for Reports, policies and CSV, which are JSON or contain text from pages. */
export const field = grammar('field', [
  ...words('" "" , ; = + - @ | ` * _ < > & \\ [ ] ( ) ``` é 😀 \u202e a data:,'),
  ' ',
  '\n',
  '\r\n',
  '\t',
  '\0',
  '\x1b[',
  '\x9b',
]);

const bytes = (...values: number[]) => String.fromCharCode(...values);
/** The beginnings of the formats for which a parser exists, with one code unit per byte. */
export const heads = {
  png: '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\0\0\0\0',
  apng: '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\0\0\0\0\0\0\0\x08acTL\0\0\0\x01\0\0\0\0\0\0\0\0',
  gif: 'GIF89a\x01\0\x01\0\0\0\0',
  jpeg: '\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0',
  webp: 'RIFF\xff\xff\xff\x7fWEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0',
  bmp: 'BM\xff\xff\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0',
  ico: '\0\0\x01\0\xff\xff',
  avif: '\0\0\0\x18ftypavif\0\0\0\0avifmif1\0\xff\xff\xffmeta\0\0\0\0',
  mp4: '\0\0\0\x18ftypisom\0\0\0\0isommp42',
  sfnt: '\0\x01\0\0\xff\xff\0\0\0\0\0\0',
  otf: 'OTTO\0\x20\0\0\0\0\0\0name\0\0\0\0\0\0\0\x1c\0\xff\xff\xff',
  woff: 'wOFF\0\x01\0\0\0\xff\xff\xff\xff\xff\0\0\xff\xff\xff\xff',
  woff2: 'wOF2\0\x01\0\0\0\xff\xff\xff\xff\xff\0\0\xff\xff\xff\xff',
  zip: 'PK\x03\x04\x14\0\0\0\0\0',
  zipEnd: 'PK\x05\x06\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\0\0\0',
  gzip: '\x1f\x8b\x08\0\0\0\0\0\0\x03',
  tar: `a.txt${'\0'.repeat(252)}ustar\x0000${'\0'.repeat(248)}`,
  pdf: '%PDF-1.7\n',
  ogg: 'OggS\0\x02',
  mkv: '\x1aE\xdf\xa3',
  rtf: '{\\rtf1',
} as const;

/** Pieces of binary formats: signatures, and lengths that are zero, small or far too large. */
export const binary = grammar(
  'bytes',
  [
    ...[
      bytes(0),
      bytes(0, 0, 0, 0),
      bytes(0xff),
      bytes(0xff, 0xff, 0xff, 0xff),
      bytes(0, 0, 0, 1),
      bytes(1, 0, 0, 0),
      bytes(0, 0, 0, 8),
    ],
    ...[
      bytes(0xff, 0xd8),
      bytes(0xff, 0xd9),
      bytes(0xff, 0xda, 0, 2),
      bytes(0xff, 0xe1, 0, 2),
      bytes(0xff, 0),
      bytes(0xff, 0xfe, 0, 2),
    ],
    ...[
      bytes(0x21, 0xf9, 4, 0, 0, 0, 0, 0),
      bytes(0x2c),
      bytes(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0),
      bytes(0x3b),
      bytes(1, 0),
      bytes(0x21, 0xfe, 0),
    ],
    ...[
      'PK',
      'PK\x01\x02',
      `PK\x01\x02${'\0'.repeat(42)}`,
      'PK\x03\x04',
      'PK\x05\x06',
      'PK\x06\x06',
      '<',
      '<scrip',
      '<script',
      '<?ph',
      '<html',
      '<ifram',
      '%PDF',
      '%PDF-',
      '%%EOF',
      'startxref',
    ],
    ...[
      'RIFF',
      'VP8 ',
      'ANMF\0\0\0\0',
      'XMP \0\0\0\0',
      'IDAT',
      '\0\0\0\0IDAT\0\0\0\0',
      '\0\0\0\0tEXt\0\0\0\0',
      '\0\0\0\x01fcTL\0\0\0\0\0',
      '\0\0\0\0IEND\0\0\0\0',
      'free',
      '\0\0\0\x08free',
      '\0\0\0\x14ispe\0\0\0\0\0\0\0\x01\0\0\0\x01',
    ],
    ...[
      'name',
      'glyf',
      'GSUB',
      'a',
      'GIF89a',
      'BM',
      'ustar',
      '\x1f\x8b',
      '\x78\x9c',
      'wOFF',
      'OggS',
      'é',
      '\r\n',
      ' ',
      '\\',
      '%',
      'MZ',
      '#!',
    ],
  ],
  ['', ...Object.values(heads)],
);
