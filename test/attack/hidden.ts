/**
 * Pages with live data: URLs that were once missed, and the expected rows. The scripts write `D` for the scheme, so
 * that their own text contains no URL.
 */
import { streamingThreshold } from '../../src/limits.ts';
import type { Row } from '../support/places.ts';

export interface HiddenPage {
  /** The behavior before the fix. */
  was: string;
  body: string;
  rows: Row[];
  /** The raw URLs that are missing in Firefox, because it drops the rule or does not support the feature. */
  notInFirefox?: string[];
}

const html = (head: string, script = '', body = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hidden</title>${head}</head><body>${body}` +
  (script === ''
    ? ''
    : `<script>const D = 'da' + 'ta:'; const $ = (id) => document.getElementById(id);${script}</script>`) +
  '</body></html>';

/** Returns a script that runs after all sheets have loaded. */
const onLoad = (script: string): string => `addEventListener('load', () => {${script}});`;

const css =
  (element: string, name: string) =>
  (written: string): Row => [written, 'stylesheet', element, name, 'image'];
const background = css('link', 'background');
const string = (written: string, element: string, name: string): Row => [
  written,
  'text',
  element,
  name,
  'none',
  'inert',
];
const animated = (written: string, element = 'p', name = 'background-image'): Row => [
  written,
  'style-attribute',
  element,
  name,
  'image',
];

const base64 = (text: string) => Buffer.from(text).toString('base64');
const instruction = (data: string): string => `<?xml-stylesheet ${data}?>\n`;
const sheetOf = (written: string): Row => [written, 'attribute', 'svg', 'href', 'style'];

/** Style sheets to which the pages link. */
export const sheets: Record<string, string> = {
  'imported.css': 'a{background:url(data:,imported)}',
  'strings.css': `
    :root { --y: "data:,custom"; --n: 'data: a decoy'; --o: {data:x/y,z} }
    .a { background: image-set(var(--y) 1x) }
    .b { background: image-set(var(--z, "data:,fallback") 1x, var(--z, var(--z, "data:,fallback-of-fallback")) 2x) }
    .c { .d { background: var(--z, url(data:,url-fallback)) } content: "data:,content" }
    @media all { .e { background: image-set(if(style(--y: "data: a decoy"): "data:,if"; else: "data:,else") 1x) } }
    @function --f(--a <url>: url(data:,parameter), --b: "data:,string-parameter") returns <url> {
      --l: url(data:,local);
      @media all { result: "data:,string-result" }
      result: url(data:,result);
    }
    .f { background: image-set(--f("data:,argument") 1x) }
    @property --p { syntax: "*"; inherits: false; initial-value: "data:,initial" }
    @property --u { syntax: "<url>"; inherits: false; initial-value: url("data:,initial \\9 \\e9 url") }
    .decoy { background: url(metadata:,decoy); content: "data: a decoy" }`,
};

const stringRows = (element: string): Row[] => [
  string('data:,custom', element, '--y'),
  css(element, 'background')('data:,fallback'),
  css(element, 'background')('data:,fallback-of-fallback'),
  css(element, 'background')('data:,url-fallback'),
  string('data:,content', element, 'content'),
  css(element, 'background')('data:,if'),
  css(element, 'background')('data:,else'),
  css(element, '@function')('data:,parameter'),
  string('data:,string-parameter', element, '@function'),
  css(element, '--l')('data:,local'),
  string('data:,string-result', element, 'result'),
  css(element, 'result')('data:,result'),
  css(element, 'background')('data:,argument'),
  string('data:,initial', element, 'initial-value'),
  css(element, 'initial-value')('data:,initial \téurl'),
];
/** Firefox 140 supports neither functions nor `if()`. */
const notYetInFirefox = [
  'if',
  'else',
  'parameter',
  'string-parameter',
  'local',
  'string-result',
  'result',
  'argument',
].map((name) => `data:,${name}`);

const dataSheets = {
  percent: 'data:text/css,a{background:url(data:,body)}b{background:url(%22data:,%25u0041%22)}',
  base64: `data:text/css;base64,${base64('a{background:url(data:,base64)}')}`,
  charset: 'data:text/css;charset=windows-1251,a{background:url(data:,%CF)}',
  importing: 'data:text/css,@import "data:text/css,i{background:url(data:,inner)}"',
  untouched: 'data:text/css,a{background:url(data:,untouched)}#data:,fragment',
};
const link = (id: string, href: string) => `<link id="${id}" rel="stylesheet" href='${href}'>`;
const linked = (written: string): Row => [written, 'attribute', 'link', 'href', 'style'];

/**
 * data: style sheets, by what determines their encoding. Each sheet contains bytes of a character (in ISO-2022-JP, of a
 * rule) that other encodings decode differently, and a URL with the sheet's name, which a script then adds again.
 */
const encoded: Record<string, { type: string; css: Buffer }> = {
  charset: {
    type: '',
    css: Buffer.from('@charset "windows-1251";b{background:url("data:,charset-\xcf")}', 'latin1'),
  },
  commented: {
    type: '',
    css: Buffer.from('@charset "iso-2022-jp";/*\x1b$B*/b{background:url(data:,commented-x)}', 'latin1'),
  },
  parameter: {
    type: ';charset=shift_jis',
    css: Buffer.from('b{background:url("data:,parameter-\x83\x5c")}', 'latin1'),
  },
  little: {
    type: ';charset=utf-8',
    css: Buffer.from('\ufeffb{background:url("data:,little-é")}', 'utf16le'),
  },
  big: { type: '', css: Buffer.from('\ufeffb{background:url("data:,big-é")}', 'utf16le').swap16() },
  marked: { type: ';charset=utf-16', css: Buffer.from('\ufeffb{background:url("data:,marked-é")}') },
  of_page: { type: '', css: Buffer.from('b{background:url("data:,of_page-é")}') },
};
const encodedSheet = (name: string) =>
  `data:text/css${encoded[name]?.type};base64,${encoded[name]?.css.toString('base64')}`;
/**
 * The URLs as the browser decodes them. `commented` is missing, because in its declared encoding, the sheet contains no
 * URL.
 */
const decodedUrls: Record<string, string> = {
  charset: 'data:,charset-П',
  parameter: 'data:,parameter-ソ',
  little: 'data:,little-é',
  big: 'data:,big-é',
  marked: 'data:,marked-é',
  of_page: 'data:,of_page-é',
};

const smil = (target: string, to: string) => `<animate ${target} attributeName="href" to="${to}"/>`;
const animatedTo = (written: string, destination: Row[4]): Row => [
  written,
  'attribute',
  'animate',
  'to',
  destination,
];

/** Returns a millisecond of silence, short enough for the list to show all of it: a RIFF header and 8-bit samples. */
function silentWav(sample: number): string {
  const wave = Buffer.alloc(52, sample);
  wave.write('RIFF', 0);
  wave.writeUInt32LE(44, 4);
  wave.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [20, 0x10001],
    [24, 8000],
    [28, 8000],
    [32, 0x80001],
    [40, 8],
  ] as const)
    wave.writeUInt32LE(value, at);
  wave.write('data', 36);
  return `audio/wav;base64,${wave.toString('base64')}`;
}
const played = (sample: number, element: 'audio' | 'video', name: string): Row => [
  `data:${silentWav(sample)}`,
  'attribute',
  element,
  name,
  element,
];

/** More than the messages that a frame may send at once. */
const manyHandlers = 12_500;
/** Longer than `streamingThreshold`, with the line breaks of MIME. */
const large = `data:${silentWav(1).replace('==', '')}${`\n${'gICA'.repeat(19)}`.repeat(115_000)}`;
const largeDrawing = `data:image/svg+xml,<svg%20xmlns='http://www.w3.org/2000/svg'><!--é${'x'.repeat(streamingThreshold)}--></svg>`;

/** Longer than the head of a URL in prose may be. */
const longHead = 'a'.repeat(600);

const inUrl = (name: string, element: string, attribute = 'href'): Row => [
  `data:text/javascript,${name}`,
  'other-attribute',
  element,
  attribute,
  'script',
];
const inCode = (rest: string, destination: Row[4], name = ''): Row => [
  `data:${rest}`,
  'script',
  'script',
  name,
  destination,
];

export const pages: Record<string, HiddenPage> = {
  'players.html': {
    was: 'A player goes on with what it has loaded when the attribute that named it has gone, or the source within it.',
    body: html(
      '',
      `for (const [id, type] of [['film', '${silentWav(126)}'], ['sound', '${silentWav(127)}'], ['same', '${silentWav(129)}']]) {
        const source = id === 'sound' ? $(id).appendChild(document.createElement('source')) : $(id);
        source.src = D + type;
        if (id === 'sound') $(id).onloadeddata = () => source.remove();
        else if (id === 'film') $(id).onloadeddata = () => source.removeAttribute('src');
        else source.setAttribute('src', ' ' + D + type.slice(0, 20) + '\\n' + type.slice(20));
      }`,
      '<video id="film"></video><audio id="sound"></audio><audio id="same"></audio>',
    ),
    rows: [
      played(126, 'video', 'currentSrc'),
      played(127, 'audio', 'currentSrc'),
      [
        ` data:${silentWav(129).slice(0, 20)}\n${silentWav(129).slice(20)}`,
        'attribute',
        'audio',
        'src',
        'audio',
      ],
    ],
  },
  'animation-targets.html': {
    was: 'An animation was taken for one of its parent, whatever its href names: a link passed for an image.',
    body: html(
      '',
      '',
      `<svg><a id="a"></a><a id="e f"></a><a id="d" download></a><image id="i"/>
        ${smil('href="#a"', 'data:,link')}
        ${smil('xlink:href="#a"', 'data:,xlink')}
        ${smil('href="#e%20f"', 'data:,encoded')}
        ${smil('href="#d"', 'data:,download')}
        <a>${smil('href="#i"', 'data:,image')}${smil('', 'data:,parent')}${smil('href=""', 'data:,empty')}</a>
      </svg>
      <p><template shadowrootmode="closed"><svg><a id="s"></a>${smil('href="#s"', 'data:,in-a-tree')}</svg></template></p>`,
    ),
    rows: [
      ...['link', 'xlink', 'encoded', 'parent', 'empty', 'in-a-tree'].map((name) =>
        animatedTo(`data:,${name}`, 'document'),
      ),
      animatedTo('data:,download', 'download'),
      animatedTo('data:,image', 'image'),
    ],
  },
  'data-sheets.html': {
    was: 'Rules that a script put into a sheet of a data: URL were never looked at.',
    body: html(
      `${Object.entries(dataSheets)
        .map(([id, href]) => link(id, href))
        .join('')}<style id="style">@import "data:text/css,i{background:url(data:,of-import)}";</style>`,
      onLoad(`
        const insert = (sheet, rule) => sheet.insertRule(rule, sheet.cssRules.length);
        insert($('percent').sheet, \`c{background:url(\${D},inserted)}\`);
        insert($('percent').sheet, \`c{background:url(\${D},body)}\`);
        insert($('percent').sheet, \`@media all{c{--s:"\${D},inserted-string"}}\`);
        insert($('base64').sheet, \`c{background:url(\${D},base64),url(\${D},inserted-base64)}\`);
        insert($('charset').sheet, \`c{background:url(\${D},inserted-charset)}\`);
        insert($('importing').sheet.cssRules[0].styleSheet, \`c{background:url(\${D},inserted-inner)}\`);
        insert($('style').sheet.cssRules[0].styleSheet, \`c{background:url(\${D},inserted-of-import)}\`);`),
    ),
    rows: [
      ...Object.values(dataSheets).map(linked),
      ['data:text/css,i{background:url(data:,of-import)}', 'stylesheet', 'style', '@import', 'style'],
      ...['inserted', 'body', 'base64', 'inserted-base64', 'inserted-charset', 'inserted-inner'].map((name) =>
        background(`data:,${name}`),
      ),
      string('data:,inserted-string', 'link', '--s'),
      css('style', 'background')('data:,inserted-of-import'),
    ],
  },
  'data-sheet-encodings.html': {
    was: 'A second decoder, without `@charset` and byte order marks, took rules that a script added for those of the body.',
    body: html(
      Object.keys(encoded)
        .map((name) => link(name, encodedSheet(name)))
        .join('') +
        `<style id="nested">@import "data:text/css;base64,${base64(`@import '${encodedSheet('little')}';`)}";</style>`,
      onLoad(`
        const insert = (sheet, url) => sheet.insertRule(\`c{background:url("\${url}")}\`, sheet.cssRules.length);
        for (const [name, url] of Object.entries(${JSON.stringify(decodedUrls).replaceAll('data:', 'dat_')})) {
          insert($(name).sheet, url.replace('dat_', D));
          insert($(name).sheet, D + ',added-' + name);
        }
        insert($('commented').sheet, D + ',commented-x');
        const inner = $('nested').sheet.cssRules[0].styleSheet.cssRules[0].styleSheet;
        // As in the other sheet of this address, where it is listed.
        insert(inner, D + ',little-é');
        insert(inner, D + ',nested');`),
    ),
    rows: [
      ...Object.keys(encoded).map((name) => linked(encodedSheet(name).slice(0, 100))),
      [
        `data:text/css;base64,${base64(`@import '${encodedSheet('little')}';`)}`.slice(0, 100),
        'stylesheet',
        'style',
        '@import',
        'style',
      ],
      ...Object.entries(decodedUrls).flatMap(([name, url]) => [
        background(url),
        background(`data:,added-${name}`),
      ]),
      background('data:,commented-x'),
      css('style', 'background')('data:,nested'),
    ],
  },
  'many-in-data-sheet.html': {
    was: 'The sheet has more URLs than are listed of a body: the rules of the others were not added.',
    body: html(
      link(
        'many',
        `data:text/css,${Array.from({ length: 150 }, (_, n) => `.a${n}{background:url(data:,${n})}`).join('')}`,
      ),
      onLoad(
        `for (const name of ['149', 'new']) $('many').sheet.insertRule('b{background:url(' + D + ',' + name + ')}');`,
      ),
    ),
    rows: [
      linked(
        `data:text/css,${Array.from({ length: 150 }, (_, n) => `.a${n}{background:url(data:,${n})}`).join('')}`.slice(
          0,
          100,
        ),
      ),
      background('data:,149'),
      background('data:,new'),
    ],
  },
  'instruction-data-sheet.svg': {
    was: 'The same of a sheet that an instruction brings.',
    body: `<?xml version="1.0"?>\n${instruction('href="data:text/css,a{fill:url(data:,body)}"')}
      <svg xmlns="http://www.w3.org/2000/svg"><script>addEventListener('load', () =>
        document.styleSheets[0].insertRule('b{fill:url(da' + 'ta:,inserted)}'));</script></svg>`,
    rows: [sheetOf('data:text/css,a{fill:url(data:,body)}'), css('svg', 'fill')('data:,inserted')],
  },
  'imports.html': {
    was: 'Of two imports of one address, and of what a script did to them, only the first was read.',
    body: html(
      '<style id="a">@import "imported.css"; @import "imported.css" print; @import "imported.css" screen;</style>' +
        '<link rel="stylesheet" href="imported.css">',
      onLoad(`
        const [one, two, three] = Array.from($('a').sheet.cssRules, (rule) => rule.styleSheet);
        two.insertRule(\`b{background:url(\${D},second)}\`);
        three.insertRule(\`b{background:url(\${D},second)}\`);
        three.insertRule(\`b{background:url(\${D},third), url(\${D},third)}\`);
        three.deleteRule(2);`),
    ),
    rows: ['imported', 'second', 'third', 'third'].map((name) => css('style', 'background')(`data:,${name}`)),
  },
  'animations.html': {
    was: 'Keyframes that a script gave to an animation or transition of CSS were taken for those of the sheet.',
    body: html(
      `<style>
        :root { --v: url(data:,variable) }
        @keyframes k { from { background-image: url(data:,keyframe) } to { list-style-image: var(--v) } }
        .k, .k::before { animation: k 1000s; content: "" }
        .t { transition: background-image 1000s allow-discrete; background-image: url(data:,before) }
        .t.now { background-image: url(data:,after) }
      </style>`,
      `
        const values = (...names) => [{ backgroundImage: names.map((name) => \`url("\${D},\${name}")\`) }];
        const to = (...names) => ({ backgroundImage: names.map((name) => \`url("\${D},\${name}")\`) });
        const animationOf = (id, options) => $(id).getAnimations(options)[0];
        animationOf('set').effect.setKeyframes(to('set-1', 'set-2'));
        animationOf('effect').effect = new KeyframeEffect($('effect'), to('effect', 'keyframe'), 1e6);
        animationOf('pseudo', { subtree: true }).effect.setKeyframes(to('pseudo', 'pseudo'));
        animationOf('string').effect.setKeyframes({ '--y': ['a', \`"\${D},string"\`], width: ['1px', '2px'] });
        getComputedStyle($('transition')).backgroundImage;
        getComputedStyle($('left')).backgroundImage;
        $('transition').className = $('left').className = 't now';
        animationOf('transition').effect.setKeyframes(to('transition', 'before'));
        animationOf('left').playState;
        const root = $('host').attachShadow({ mode: 'closed' });
        root.innerHTML = '<style>@keyframes s { to { background-image: url(' + D + ',slotted) } } ' +
          '::slotted(*), i { animation: s 1000s } :host { animation: s 1000s }</style><slot></slot><i></i>';
        root.querySelector('i').getAnimations()[0].effect.setKeyframes(to('in-a-shadow-tree', 'slotted'));`,
      '<p class="k"></p><p id="set" class="k"></p><p id="effect" class="k"></p><q id="pseudo" class="k"></q>' +
        '<p id="string" class="k"></p><p id="transition" class="t"></p><p id="left" class="t"></p>' +
        '<div id="host"><b></b></div>',
    ),
    rows: [
      css('style', '--v')('data:,variable'),
      ...['keyframe', 'before', 'after', 'slotted'].map((name) =>
        css('style', 'background-image')(`data:,${name}`),
      ),
      ...['set-1', 'set-2', 'effect', 'transition'].map((name) => animated(`data:,${name}`)),
      animated('data:,pseudo', 'q'),
      animated('data:,pseudo', 'q'),
      string('data:,string', 'p', '--y'),
      animated('data:,in-a-shadow-tree', 'i'),
    ],
  },
  'strings.html': {
    was: 'Strings that become URLs were found in style elements only, and nothing of a parameter of a function.',
    body: html('<link rel="stylesheet" href="strings.css">'),
    rows: stringRows('link'),
    notInFirefox: notYetInFirefox,
  },
  'strings-by-script.html': {
    was: 'The same of constructed sheets.',
    body: html(
      '',
      `
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(${JSON.stringify(sheets['strings.css'])}.replaceAll('dat_', D));
        document.adoptedStyleSheets = [sheet];`.replaceAll('data:', 'dat_'),
    ),
    rows: stringRows('html'),
    notInFirefox: notYetInFirefox,
  },
  'registered.html': {
    was: 'What `CSS.registerProperty` gives to all elements stands in no sheet.',
    body: html(
      '<style>:root { --declared: url(data:,declared) } p { background: image-set(var(--string) 1x) }</style>',
      `
        const register = (name, syntax, initialValue) =>
          CSS.registerProperty({ name, syntax, inherits: false, initialValue });
        register('--image', '<image>', \`url("\${D},image")\`);
        register('--url', '<url>+', \`url(\${D},url-1) url(\${D},url-2)\`);
        register('--string', '*', \`"\${D},string"\`);
        register('--any', '*', \`{ x: url(\${D},any) }\`);
        register('--declared', '*', '"\${D}: a decoy"');
        register('--color', '<color>', 'red');`,
      '<p></p>',
    ),
    rows: [
      css('style', '--declared')('data:,declared'),
      css('html', '--image')('data:,image'),
      css('html', '--url')('data:,url-1'),
      css('html', '--url')('data:,url-2'),
      string('data:,string', 'html', '--string'),
      css('html', '--any')('data:,any'),
    ],
  },
  'media-session.html': {
    was: 'The pictures that a page gives for its media are no part of the document.',
    body: html(
      '',
      `
        navigator.mediaSession.metadata = new MediaMetadata({
          artwork: [{ src: D + ',artwork' }, { src: '/cover.png' }, { src: D + ',large', sizes: '512x512' }],
          chapterInfo: [{ title: 'x' }, { artwork: [{ src: D + ',chapter' }] }],
        });`,
    ),
    rows: ['artwork', 'large', 'chapter'].map(
      (name): Row => [`data:,${name}`, 'attribute', 'html', 'artwork', 'image'],
    ),
    notInFirefox: ['data:,chapter'],
  },
  'fields.html': {
    was: 'What a person or a script has put into a field is no text of the document.',
    body: html(
      '',
      `
        $('area').value = 'See "' + D + ',in-an-area".';
        $('input').value = D + 'text/plain,in-an-input';
        $('same').value = $('same').defaultValue;`,
      '<textarea id="area">x</textarea><input id="input" value="x"><textarea id="same">data:text/plain,once</textarea>',
    ),
    rows: [
      ['data:,in-an-area', 'text', 'textarea', 'value', 'none', 'inert'],
      ['data:text/plain,in-an-input', 'text', 'input', 'value', 'none', 'inert'],
      ['data:text/plain,once', 'text', 'textarea', '', 'none', 'inert'],
    ],
  },
  'document-type.html': {
    was: 'The address in a document type was read nowhere.',
    body: '<!doctype html SYSTEM "data:,system"><html lang="en"><title>Hidden</title></html>',
    rows: [['data:,system', 'text', 'html', '', 'none', 'inert']],
  },
  'instructions.svg': {
    was: 'Escaped letters, or an href in the title, hid the sheet of an instruction.',
    body: [
      '<?xml version="1.0"?>\n',
      ...[
        'href="&#x64;ata:text/css,hex"',
        "href='&#0000100;at&#97;&#58;text/css,decimal'",
        `title=" href='x' " href="data:text/css,title" type='text/css'`,
        `title=' href="data:text/css,in-a-title" ' type="text/css"`,
        `type = 'text/css'\n\thref\n =\n 'data:text/css,spaces'`,
        'href="data:text/css,&lt;&amp;amp;&gt;&quot;&apos;"',
        'href=" data:text/css,white-space "',
        `title='>' href='data:text/css,greater-than'`,
        `data-href="data:text/css,decoy" href="&#x64;ata:text/css,not-the-first"`,
        `href="data&colon;text/css,decoy"`,
        `href="data&#x110000;:text/css,decoy"`,
        `HREF="metadata:,decoy" href="data:text/css,case"`,
        `href="&#100;ata:text/xsl,transformation" type="text/plain"`,
      ].map(instruction),
      '<svg xmlns="http://www.w3.org/2000/svg"><desc>data: a decoy</desc></svg>',
      instruction('href="&#100;ata:text/css,behind-the-root"'),
    ].join(''),
    rows: [
      ...[
        'hex',
        'decimal',
        'title',
        'spaces',
        '<&amp;>"\'',
        'greater-than',
        'not-the-first',
        'case',
        'behind-the-root',
      ].map((name) => sheetOf(`data:text/css,${name}`)),
      sheetOf(' data:text/css,white-space '),
      sheetOf('data:text/xsl,transformation'),
      ['data:text/css,in-a-title', 'text', 'svg', '', 'none', 'inert'],
    ],
  },
  'instruction-by-script.html': {
    was: 'An instruction that a script makes brings a sheet in an HTML document, too.',
    body: html(
      '',
      `
        const add = (data) => document.insertBefore(
          document.createProcessingInstruction('xml-stylesheet', data), document.documentElement);
        add(\`href="&#100;\${D.slice(1)}text/css,by-script" type="text/css"\`);`,
    ),
    rows: [['data:text/css,by-script', 'attribute', 'html', 'href', 'style']],
  },
  'many-handlers.html': {
    was: 'Each handler sent a message of its own, so that the worker expelled the frame.',
    body: html('', '', `<button onclick="fetch('data:,x')"></button>`.repeat(manyHandlers)),
    rows: Array.from({ length: manyHandlers }, () => [
      'data:,x',
      'other-attribute',
      'button',
      'onclick',
      'empty',
    ]),
  },
  'large.html': {
    was: 'A large URL with line breaks or other letters was listed twice, also as the URL that its element shows.',
    body: html(
      '',
      '',
      `<img alt="" src="${large}"><audio src="${large}"></audio><picture><source srcset="${largeDrawing}"><img alt=""></picture>`,
    ),
    rows: [
      ...(['img', 'audio'] as const).map(
        (element): Row => [
          large.slice(0, 100),
          'attribute',
          element,
          'src',
          element === 'img' ? 'image' : 'audio',
        ],
      ),
      [largeDrawing.slice(0, 100), 'srcset', 'source', 'srcset', 'image'],
    ],
  },
  'code.html': {
    was: 'The URLs that code imports, or starts as workers, counted as quoted in it.',
    body: html(
      '',
      '',
      `<button onclick="import('data:text/javascript,handler')">x</button>
      <a href="javascript:void import('data:text/javascript,address')">x</a>
      <a href="java&#10;script:void import('data:text/javascript,lines')">x</a>
      <p title="import('data:text/javascript,title')" onfoo="import('data:text/javascript,no-handler')">x</p>
      <script type="Module">
        import "data:text/javascript,bare";
        import/**/a from"\\x64ata:text/javascript,export default 1";
        export * from 'data:text/javascript,star';
        import // a comment
          "data:text/javascript,after-comment";
        import b from "data:application/json,1" with { type: "json" };
        import c from "data:text/css,a{}" with { type: "css" };
        // import "data:text/javascript,comment";
        const text = 'import "data:text/javascript,string"';
        const pattern = /import "data:text\\/javascript,pattern"/;
        ({ import: "data:text/javascript,member" }).import;
      </script>
      <script>
        if (0) {
          import("data:text/javascript,import");
          new Worker(\`data:text/javascript,worker\`);
          new window.SharedWorker(new URL("data:text/javascript,shared"));
          fetch("data:text/plain,fetch");
          importScripts("/x.js", "data:text/javascript,second");
          new AudioContext().audioWorklet.addModule("data:text/javascript,worklet");
        }
        this.import?.("data:text/javascript,method");
      </script>
      <script>import "data:text/javascript,error"</script>
      <script type="module" src="data:text/javascript,address-of-a-script">import "data:text/javascript,unused"</script>
      <script type="text/plain">import("data:text/javascript,data-block")</script>
      <template><script type="module">import "data:text/javascript,template"</script></template>`,
    ),
    rows: [
      ['data:text/javascript,handler', 'other-attribute', 'button', 'onclick', 'script'],
      ['data:text/javascript,address', 'other-attribute', 'a', 'href', 'script'],
      ['data:text/javascript,lines', 'other-attribute', 'a', 'href', 'script'],
      ['data:text/javascript,title', 'other-attribute', 'p', 'title', 'none'],
      ['data:text/javascript,no-handler', 'other-attribute', 'p', 'onfoo', 'none'],
      inCode('text/javascript,bare', 'script', 'import'),
      inCode('text/javascript,export default 1', 'script', 'import'),
      inCode('text/javascript,star', 'script', 'import'),
      inCode('text/javascript,after-comment', 'script', 'import'),
      inCode('application/json,1', 'empty', 'import'),
      inCode('text/css,a{}', 'style', 'import'),
      ...['import', 'worker', 'shared'].map((name) =>
        inCode(`text/javascript,${name}`, name === 'import' ? 'script' : 'worker'),
      ),
      inCode('text/plain,fetch', 'empty'),
      inCode('text/javascript,second', 'script'),
      inCode('text/javascript,worklet', 'script'),
      ...['comment', 'string', 'member', 'method', 'error', 'unused', 'data-block'].map((name) =>
        inCode(`text/javascript,${name}`, 'none'),
      ),
      inCode('text/javascript,pattern', 'none'),
      ['data:text/javascript,address-of-a-script', 'attribute', 'script', 'src', 'script'],
      ['data:text/javascript,template', 'script', 'script', 'import', 'script', 'inert'],
    ],
  },
  'escaped-code.html': {
    was: 'Code of javascript: URLs was not percent-decoded, and its scheme was not recognized with tabs or line breaks.',
    body: html(
      '',
      '',
      `<a href="javascript:void import('d%61ta:text/javascript,letter')">x</a>
      <a href="javascript:void import('%64%61%74%61%3a%74ext/javascript,all')">x</a>
      <a href="javascript:void import(%27data:text/javascript,quotes%27)">x</a>
      <a href="JavaScript://x%0Aimport('d\\x61ta%3Atext/javascript,after-comment')">x</a>
      <a href="javascript:void import('d%5Cx61ta:text/javascript,%C3%A9')">x</a>
      <a href="javascript:void import('data:text/javas&#10;cript,line')">x</a>
      <a href=" java&#9;scr&#13;ipt&#10;:void import('\\x64ata:text/javascript,tab')">x</a>
      <form action="javascript:import('d%61ta:text/javascript,action')"><button formaction="javascript:import('d%61ta:text/javascript,formaction')">x</button></form>
      <iframe src="javascript:void import('d%61ta:text/javascript,frame')"></iframe>
      <map><area href="javascript:void import('d%61ta:text/javascript,area')"></map>
      <svg><a href="javascript:void import('d%61ta:text/javascript,svg')"/><a xlink:href="javascript:void import('d%61ta:text/javascript,xlink')"/></svg>
      <p onclick="javascript:import('d%61ta:text/javascript,decoy')" title="d%61ta:text/javascript,decoy">x</p>
      <a href="java%73cript:import('d%61ta:text/javascript,decoy')">x</a>`,
    ),
    rows: [
      ...['letter', 'all', 'quotes', 'after-comment', 'é', 'line', 'tab', 'svg'].map((name) =>
        inUrl(name, 'a'),
      ),
      inUrl('xlink', 'a', 'xlink:href'),
      inUrl('action', 'form', 'action'),
      inUrl('formaction', 'button', 'formaction'),
      inUrl('frame', 'iframe', 'src'),
      inUrl('area', 'area'),
    ],
  },
  'heads.html': {
    was: 'A quoted URL with a quotation mark, a tag or more than 512 characters in its head counted as prose.',
    body: html(
      `<style>:root{--a:"data:image/svg+xml;a='b',custom"; --b:'data:image/svg+xml;a=${longHead},long'} p{content:"data: 'a', b"}</style>`,
      '',
      `<button onclick="import('data:text/javascript;a=${longHead},long')">x</button>
      <button onclick="import('data:text/javascript;charset=&quot;utf-8&quot;,quotes')">x</button>
      <button onclick="import('data:text/javascript;charset=\\'utf-8\\',escaped')">x</button>
      <button onclick="new Worker('data:&lt;,tag')" title="data:text/plain;a='b',title" data-x="data: 'a', b">x</button>
      <script type="module">
        if (0) {
          new Worker("data:<,worker"); fetch('data:";",fetch'); fetch(\`data:%,template\`);
          import("data:text/javascript;a=\\"b\\";${longHead};base64,AAAA");
        }
        import("data:text/javascript,'joins'+'strings'");
        // Decoys:
        const part = '<img alt="data:text/plain,' + document.title + '">';
        const decoys = ["data: 'a', b", Error("data: a, b"), fetch?.["data:<,x"], "data: see data:text/plain,inner, too"];
      </script>`,
    ),
    rows: [
      string("data:image/svg+xml;a='b',custom", 'style', '--a'),
      string(`data:image/svg+xml;a=${longHead},long`.slice(0, 100), 'style', '--b'),
      [`data:text/javascript;a=${longHead.slice(0, 77)}`, 'other-attribute', 'button', 'onclick', 'script'],
      ['data:text/javascript;charset="utf-8",quotes', 'other-attribute', 'button', 'onclick', 'script'],
      ["data:text/javascript;charset='utf-8',escaped", 'other-attribute', 'button', 'onclick', 'script'],
      ['data:<,tag', 'other-attribute', 'button', 'onclick', 'worker'],
      ["data:text/plain;a='b',title", 'other-attribute', 'button', 'title', 'none'],
      inCode('<,worker', 'worker'),
      inCode('";",fetch', 'empty'),
      inCode('%,template', 'empty'),
      inCode(`text/javascript;a="b";${longHead}`.slice(0, 95), 'script'),
      inCode("text/javascript,'joins'+'strings'", 'script'),
      inCode('text/plain,inner', 'none'),
    ],
  },
  'names-of-properties.html': {
    was: 'Names of custom properties were put unescaped into the CSS that is read.',
    body: html(
      '',
      '',
      `<script>document.body.animate([{ '--a"b': 'url(data:,quote)' }, { '--a/*b': 'url(data:,comment)' }], 1e7)</script>`,
    ),
    rows: [
      ['data:,quote', 'style-attribute', 'body', '--a"b', 'image'],
      ['data:,comment', 'style-attribute', 'body', '--a/*b', 'image'],
    ],
  },
};
