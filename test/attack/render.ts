/**
 * SVGs of a few kilobytes that keep the main thread, which our pages share with the worker, busy for seconds to
 * minutes. docs/benchmarks.md lists the measured times.
 */

export const svg = (body: string, attributes = 'viewBox="0 0 100 100" width="100" height="100"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`;

const times = (count: number, of: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => of(n)).join('');
const big = '<rect width="100" height="100"';
const zigzag = (count: number) => `M0 0${times(count, (n) => `L${(n * 7) % 100} ${(n * 13) % 100}`)}`;
const filter = (primitives: string, attributes = '') =>
  svg(`<filter id="f" ${attributes}>${primitives}</filter>${big} fill="red" filter="url(#f)"/>`);
const uses = (levels: number, href: string) =>
  `<defs><rect id="a0" width="3" height="3"/>${times(
    levels,
    (n) => `<g id="a${n + 1}">${`<use ${href}="#a${n}"/>`.repeat(10)}</g>`,
  )}</defs>`;
const dataUrl = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
const nested = (text: string) => svg(`<image width="100" height="100" href="${dataUrl(text)}"/>`);
const html = 'xmlns="http://www.w3.org/1999/xhtml"';

/** The attacks, by the construct that multiplies the work. */
export const renderAttacks: Readonly<Record<string, () => string>> = {
  'six levels of ten uses': () => svg(`${uses(6, 'href')}<use href="#a6"/>`),
  'the same by XLink': () => svg(`${uses(6, 'xlink:href')}<use xlink:href="#a6"/>`),
  'the same only defined': () => svg(uses(6, 'href')),
  'the same with escaped ids': () =>
    svg(`${uses(6, 'href').replaceAll('="#a', '="#%61')}<use href="#%616"/>`),
  'the same, reached by an animation': () =>
    svg(`${uses(6, 'href')}<use><set attributeName="href" to="#a6"/></use>`),
  'the same behind 200 attributes': () =>
    svg(`${uses(6, 'href')}<use ${times(200, (n) => `a${n}=""`)} href="#a6"/>`),
  'uses that refer to each other': () =>
    svg(times(20, (n) => `<g id="a${n}">${times(20, (m) => `<use href="#a${m}"/>`)}</g>`)),
  'markers on the vertices of markers': () =>
    svg(
      `${times(6, (n) => `<marker id="m${n + 1}" markerWidth="9" markerHeight="9">${n === 0 ? big : `<path marker-mid="url(#m${n})" d="M0 0${'l1 1'.repeat(12)}"`}/></marker>`)}<path marker-mid="url(#m6)" d="M0 0${'l9 9'.repeat(12)}"/>`,
    ),
  'masks in masks': () =>
    svg(
      `${times(12, (n) => `<mask id="m${n + 1}">${n === 0 ? `${big} fill="white"/>` : `${big} fill="white" mask="url(#m${n})"/>`.repeat(2)}</mask>`)}${big} mask="url(#m12)"/>`,
    ),
  'clip paths in clip paths': () =>
    svg(
      `${times(14, (n) => `<clipPath id="m${n + 1}">${n === 0 ? `${big}/>` : `${big} clip-path="url(#m${n})"/>`.repeat(2)}</clipPath>`)}${big} clip-path="url(#m14)"/>`,
    ),
  'patterns in patterns': () =>
    svg(
      `${times(8, (n) => `<pattern id="m${n + 1}" width=".5" height=".5">${n === 0 ? `${big}/>` : `${big} fill="url(#m${n})"/>`.repeat(4)}</pattern>`)}${big} fill="url(#m8)"/>`,
    ),
  'patterns with tiles larger than a screen': () =>
    svg(
      times(
        40,
        (n) =>
          `<pattern id="p${n}" width="100000" height="100000" patternUnits="userSpaceOnUse"><rect width="90000" height="90000"/></pattern>${big} fill="url(#p${n})"/>`,
      ),
    ),
  'shadows of shadows': () => filter('<feDropShadow dx="1" dy="1" stdDeviation="3"/>'.repeat(20)),
  'a filter that reads each result twice': () =>
    filter(
      times(
        24,
        (n) =>
          `<feBlend result="r${n}" in="${n === 0 ? 'SourceGraphic' : `r${n - 1}`}" in2="${n === 0 ? 'SourceGraphic' : `r${n - 1}`}"/>`,
      ),
    ),
  'merges of merges': () =>
    filter(
      `<feOffset result="r0"/>${times(24, (n) => `<feMerge result="r${n + 1}"><feMergeNode in="r${n}"/><feMergeNode in="r${n}"/></feMerge>`)}`,
    ),
  'morphology of a hundred pixels': () => filter('<feMorphology operator="dilate" radius="100"/>'.repeat(20)),
  'kernels of twenty by twenty': () =>
    filter(`<feConvolveMatrix order="20" kernelMatrix="${'1 '.repeat(400)}"/>`.repeat(4)),
  'blurs that reach far': () =>
    filter(
      '<feGaussianBlur stdDeviation="10"/>'.repeat(30),
      'x="-5000%" y="-5000%" width="10000%" height="10000%"',
    ),
  'a filter as large as its user unit': () =>
    svg(
      `<filter id="f"><feGaussianBlur stdDeviation=".1"/></filter><g transform="scale(1000)">${`${big} filter="url(#f)"/>`.repeat(30)}</g>`,
    ),
  'filters as functions': () => svg(`${big} style="filter:${'blur(5px) '.repeat(60)}"/>`),
  'a filter for every element': () =>
    svg(
      `<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><style>g rect{filter:url(#f)}</style><g>${`${big}/>`.repeat(200)}</g>`,
    ),
  'the same, where a comment parts the rule': () =>
    svg(
      `<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><style>rect{fil<!-- -->ter:url(#f)}</style><g>${`${big}/>`.repeat(200)}</g>`,
    ),
  'the same, with an escape': () =>
    svg(
      `<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><style>rect{f\\69lter:url(#f)}</style><g>${`${big}/>`.repeat(200)}</g>`,
    ),
  'the same, by a variable': () =>
    svg(
      `<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><style>*{--f:url(#f)}rect{filter:var(--f)}</style><g>${`${big}/>`.repeat(200)}</g>`,
    ),
  'variables that double': () =>
    svg(
      `<style>*{--a0:red;${times(40, (n) => `--a${n + 1}:var(--a${n})var(--a${n});`)}}</style><rect style="fill:var(--a40)"/>`,
    ),
  'a style sheet from elsewhere in a data: URL': () =>
    svg(`<style>@import "data:text/css,*{filter:blur(9px)}";</style>${`${big}/>`.repeat(100)}`),
  'a processing instruction': () =>
    `<?xml-stylesheet href="data:text/css,*{filter:blur(9px)}"?>${svg(`${big}/>`.repeat(100))}`,
  'an outline that crosses itself 20,000 times': () => svg(`<path d="${zigzag(20_000)}"/>`),
  'the same with one point far away': () => svg(`<path d="${zigzag(20_000)}L1e9 1e9"/>`),
  'wide lines with round joins': () =>
    svg(
      `<path fill="none" stroke="red" stroke-width="30" stroke-linejoin="round" d="M50 50${times(5000, (n) => `l${n % 2 ? '.01' : '-.01'} ${n % 3 ? '.01' : '-.01'}`)}"/>`,
    ),
  'a million dashes': () =>
    svg(`<g stroke="red" stroke-dasharray=".0001">${'<path d="M0 0H100V100H0z"/>'.repeat(10)}</g>`),
  'dashes of a length of their own': () =>
    svg(
      `<g stroke="red" stroke-dasharray="1">${'<path pathLength="1e6" d="M0 0H100V100H0z"/>'.repeat(10)}</g>`,
    ),
  'text along a long path': () =>
    svg(
      `<path id="p" d="${zigzag(2000)}" fill="none"/><text><textPath href="#p">${'a'.repeat(100)}</textPath></text>`,
    ),
  'characters placed one by one': () =>
    svg(`<text y="50">${times(3000, (n) => `<tspan x="1" y="${n % 100}">a</tspan>`)}</text>`),
  'text in many places': () =>
    svg(`<text y="50" x="${times(8000, (n) => `${n % 100} `)}">${'a'.repeat(8000)}</text>`),
  'fonts of a thousand names': () =>
    svg(times(20, (n) => `<text y="50" font-family="${times(1000, (m) => `f${m}_${n},`)}x">abc</text>`)),
  'elements, 20,000 of them': () => svg('<g/>'.repeat(20_000)),
  'elements, 5,000 deep': () => svg(`${'<g>'.repeat(5000)}${'</g>'.repeat(5000)}`),
  'layers upon layers': () => svg(`${'<g opacity=".9">'.repeat(1500)}${big}/>${'</g>'.repeat(1500)}`),
  'tables in tables': () =>
    svg(
      `<foreignObject width="100" height="100">${`<table ${html}><tr><td>`.repeat(30)}x${'</td></tr></table>'.repeat(30)}</foreignObject>`,
    ),
  'a document in it': () =>
    svg(
      `<foreignObject width="100" height="100"><iframe ${html} src="data:text/html,${'x'.repeat(100)}"></iframe></foreignObject>`,
    ),
  'a picture in it': () => nested(svg(`${uses(6, 'href')}<use href="#a6"/>`)),
  'pictures in pictures in pictures': () =>
    nested(nested(nested(nested(svg(`${uses(6, 'href')}<use href="#a6"/>`))))),
  'a picture of 400 megapixels in it': () =>
    svg(
      `<image href="data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x4e\x20\0\0\x4e\x20\x08\x06\0\0\0\0\0\0\0', 'latin1').toString('base64')}" width="100" height="100"/>`,
    ),
  'marks on one letter': () => svg(`<text>a${'\u0301'.repeat(3000)}</text>`),
  'sums within sums': () =>
    svg(`<rect style="width:${'calc('.repeat(100_000)}1px${')'.repeat(100_000)}" height="9"/>`),
  'a sum of very many terms': () =>
    svg(`<rect style="width:calc(1px${' + 1px'.repeat(250_000)})" height="9"/>`),
  'least of the greatest': () =>
    svg(`<rect width="${'min(max('.repeat(50_000)}1px${',1px),2px)'.repeat(50_000)}" height="9"/>`),
  'transforms without end': () => svg(`<g transform="${'rotate(1) '.repeat(100_000)}">${big}/></g>`),
  'the same by CSS': () =>
    svg(`<style>g{transform:${'rotate(1deg) '.repeat(100_000)}}</style><g>${big}/></g>`),
  'variables of variables': () =>
    svg(
      `<g style="${times(60_000, (n) => `--v${n + 1}:var(--v${n});`)}">${big} style="fill:var(--v9)"/></g>`,
    ),
  'columns of a text': () =>
    svg(
      `<foreignObject width="100" height="100"><div ${html} style="columns:9;height:9px">${'a '.repeat(2000)}</div></foreignObject>`,
    ),
  'gradients of HTML': () =>
    svg(
      `<foreignObject width="100" height="100"><div ${html} style="width:99px;height:99px;background:${'conic-gradient(red,blue),'.repeat(2000)}red"/></foreignObject>`,
    ),
  'very much text of HTML': () =>
    svg(
      `<foreignObject width="100" height="100"><p ${html}>${'a\u0301\u0302 '.repeat(60_000)}</p></foreignObject>`,
    ),
  'rules without end': () => svg(`<style>${times(60_000, (n) => `.a${n}{fill:red}`)}</style>${big}/>`),
  'steps without end': () =>
    svg(`<style>@keyframes k{${times(50_000, (n) => `${n % 100}%{fill:red}`)}}</style>${big}/>`),
  'comments without end': () => svg('<!--a-->'.repeat(60_000)),
  'attributes without end': () => svg(`<g ${times(38_000, (n) => `a${n}="1" `)}/>`),
  'declarations without end': () => svg(`<rect style="${'fill:red;'.repeat(60_000)}" width="9" height="9"/>`),
  'classes without end': () => svg(`<rect class="${times(80_000, (n) => `c${n} `)}" width="9" height="9"/>`),
  'digits without end': () => svg(`<path d="M${'0'.repeat(500_000)}1 1L9 9"/>`),
  'rings without end': () =>
    svg(
      times(
        1200,
        (n) => `<ellipse cx="${n % 100}" cy="50" rx="40" ry="30" stroke="red" stroke-width="3" fill="none"/>`,
      ),
    ),
  'long attributes held against rules': () =>
    svg(
      `<style>${times(50, (n) => `[d*="${n}${n}"]{fill:red}`)}</style>${times(1200, () => `<g d="${'1'.repeat(200)}"/>`)}`,
    ),
  'strokes that are not scaled': () =>
    svg(
      `<g transform="scale(.001)"><path vector-effect="non-scaling-stroke" fill="none" stroke="red" stroke-width="9" stroke-linejoin="round" d="${zigzag(20_000)}"/></g>`,
    ),
  'the same by a rule': () =>
    svg(
      `<style>path{vector-effect:non-scaling-stroke}</style><g transform="scale(.001)"><path fill="none" stroke="red" stroke-width="9" d="${zigzag(20_000)}"/></g>`,
    ),
  'clipped by a path in a property': () => svg(`${big} style="clip-path:path('${zigzag(19_000)}')"/>`),
  'arcs that lead nowhere': () => svg(`<path d="M50 50${'a.1 .1 0 1 0 .1 .1'.repeat(40_000)}"/>`),
  'a list of very many dashes': () =>
    svg(`<path fill="none" stroke="red" stroke-dasharray="${'1 2 '.repeat(60_000)}" d="M0 0L99 99"/>`),
  'a billion laughs': () =>
    `<!DOCTYPE svg [<!ENTITY l0 "lol">${times(9, (n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`)}]>${svg('<text>&l9;</text>')}`,
  'markup out of an entity': () =>
    `<!DOCTYPE svg [<!ENTITY u '<g filter="url(#f)"><rect width="100" height="100"/></g>'>]>${svg(`<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>${'&u;'.repeat(100)}`)}`,
  'markup out of character references in an entity': () =>
    `<!DOCTYPE svg [<!ENTITY u "&#60;rect width='100' height='100' filter='url(#f)'/>">]>${svg(`<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>${'&u;'.repeat(100)}`)}`,
  'attributes out of the document type': () =>
    `<!DOCTYPE svg [<!ATTLIST rect filter CDATA "url(#f)">]>${svg(`<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>${`${big}/>`.repeat(100)}`)}`,
  'animations that begin each other twice': () =>
    svg(
      `<rect width="9" height="9"><animate id="a0" attributeName="x" values="0;9" begin="0s" dur="1s"/>${times(24, (n) => `<animate id="a${n + 1}" attributeName="x" values="0;9" begin="a${n}.begin;a${n}.begin" dur="1s"/>`)}</rect>`,
    ),
};

/** Constructs of growing size. For each construct, the largest one that is still drawn is the worst case. */
export const growing: readonly ((count: number) => string)[] = [
  (n) =>
    svg(times(n, (m) => `<rect x="${m % 100}" y="${(m * 7) % 100}" width="1" height="1" opacity=".5"/>`)),
  (n) => svg(`<rect id="a" width="90" height="90"/>${times(n, () => '<use href="#a"/>')}`),
  (n) => svg(`<path d="${zigzag(n)}"/>`),
  (n) => svg(`<path fill="none" stroke="red" stroke-linejoin="round" stroke-width="9" d="${zigzag(n)}"/>`),
  (n) => filter('<feGaussianBlur stdDeviation="1"/>'.repeat(n)),
  (n) => filter('<feTurbulence baseFrequency=".5" numOctaves="9"/><feBlend in2="SourceGraphic"/>'.repeat(n)),
  (n) => filter('<feConvolveMatrix order="3" kernelMatrix="1 1 1 1 1 1 1 1 1"/>'.repeat(n)),
  (n) => filter('<feSpecularLighting><fePointLight x="5" y="5" z="5"/></feSpecularLighting>'.repeat(n)),
  (n) => svg(`<mask id="m">${big} fill="white"/></mask>${`${big} mask="url(#m)"/>`.repeat(n)}`),
  (n) => svg(`<text>${times(n, (m) => `<tspan x="1" y="${m % 100}">word</tspan>`)}</text>`),
  (n) => svg(`<style>g g rect{fill:red}</style>${'<g>'.repeat(n)}${'</g>'.repeat(n)}`),
  (n) => svg(times(n, () => `<g opacity=".5">${big}/>${big}/></g>`)),
  (n) => svg(`<path d="M50 50${'a.1 .1 0 1 0 .1 .1'.repeat(n)}"/>`),
  (n) =>
    svg(
      `<g transform="scale(.001)"><path vector-effect="non-scaling-stroke" fill="none" stroke="red" stroke-width="9" d="${zigzag(n)}"/></g>`,
    ),
  (n) => svg(`${'<svg x="1" viewBox="0 0 99 99">'.repeat(n)}${big}/>${'</svg>'.repeat(n)}`),
  (n) => svg(`<text>a${'\u0301'.repeat(n)}</text>`),
  (n) => svg(`<text textLength="99">${'ab '.repeat(n)}</text>`),
  (n) => svg(`<rect style="width:calc(1px${' + 1px'.repeat(n)})" height="9"/>`),
  (n) => svg(`<g style="${times(n, (m) => `--v${m + 1}:var(--v${m});`)}">${big}/></g>`),
];

/**
 * Returns the SVGs that take longest among those that are still drawn.
 *
 * @param count the number of distinct SVGs, each just below the limit
 * @param isDrawn whether an SVG is drawn, according to the estimate
 */
export function worstDrawn(count: number, isDrawn: (text: string) => boolean): string[] {
  const largest = growing.map((make) => {
    let [low, high] = [1, 2];
    while (isDrawn(make(high))) [low, high] = [high, high * 2];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (isDrawn(make(middle))) low = middle;
      else high = middle;
    }
    return make(low);
  });
  return Array.from({ length: count }, (_, n) =>
    (largest[n % largest.length] ?? '').replace('<svg ', `<svg id="n${n}" `),
  );
}
