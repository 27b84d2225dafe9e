/**
 * Pages that would block their own main thread while the extension scans them: on each page, one kind of loop in a
 * content script takes long. `npm run bench -- page-hold` measures the longest block on each page. The tests check that
 * everything is found.
 */

import { isFull } from '../support/seed.ts';

export interface HostilePage {
  /** The behavior before the fix. */
  did: string;
  /**
   * A script that runs in the page: `live(name)` returns a data: URL with that name, `times(n, make)` joins n texts,
   * and `body` is the document's body. `many(n, enough)` returns n if time is measured. In the tests, where only the
   * results count, it returns `enough`, which still exceeds all limits and the amount that is scanned without a pause.
   */
  script: string;
  /** The names of the data: URLs that must be found. */
  holds: readonly string[];
  /** Markup before the script. */
  markup?: string;
  quirks?: boolean;
}

const img = (name: string) => `<img src="\${live('${name}')}">`;

/** Long values of an element, a node or an attribute. No value affects how another is scanned. */
const hostileValues: Record<string, HostilePage> = {
  'a ping of 200,000 URLs': {
    did: 'held the page for 2.2 s',
    script: `body.innerHTML = '<a></a>';
      body.firstChild.setAttribute('ping', (live('one') + ' ').repeat(many(200_000, 12_000)));`,
    holds: ['one'],
  },
  'a srcset of 300,000 candidates': {
    did: 'held the page for seconds',
    script: `body.innerHTML = '<img>';
      body.firstChild.setAttribute('srcset', times(many(300_000, 20_000), (n) => 'x:' + n + ' 1x, ') + live('last'));`,
    holds: ['last'],
  },
  'an archive of 300,000 URLs': {
    did: 'held the page for seconds',
    script: `body.innerHTML = '<object></object>';
      body.firstChild.setAttribute('archive', 'x:y '.repeat(many(300_000, 20_000)) + live('last'));`,
    holds: ['last'],
  },
  'an animation of 200,000 values': {
    did: 'held the page for seconds',
    script: `body.innerHTML = '<svg><animate attributeName=fill></animate></svg>';
      body.firstChild.firstChild.setAttribute('values', 'url(x:y);'.repeat(many(200_000, 20_000)) + 'url(' + live('last') + ')');`,
    holds: ['last'],
  },
  'a style attribute with 100,000 URLs': {
    did: 'held the page for seconds',
    script: `body.innerHTML = '<p></p>';
      body.firstChild.setAttribute('style', 'background: ' + 'url(x:y),'.repeat(many(100_000, 20_000)) + 'url(' + live('last') + ')');`,
    holds: ['last'],
  },
  'a style attribute of 5 MB': {
    did: 'held the page for as long as it took to read',
    script: `body.innerHTML = '<p></p>';
      body.firstChild.setAttribute('style', '--x: ' + 'a (b) '.repeat(many(800_000, 200_000)) + ' url(' + live('last') + ')');`,
    holds: ['last'],
  },
  'a handler that quotes 50,000 data: URLs': {
    did: 'held the page for seconds',
    script: `body.innerHTML = '<p></p>';
      body.firstChild.setAttribute('onfoo', ('"' + live('one') + '";').repeat(many(50_000, 12_000)) + '"' + live('last') + '"');`,
    holds: ['one', 'last'],
  },
  'an attribute of 20 MB': {
    did: 'held the page for as long as it took to look through',
    script: `body.innerHTML = '<p></p>';
      body.firstChild.setAttribute('data-x', 'dat'.repeat(many(7_000_000, 500_000)) + ' "' + live('last') + '"');`,
    holds: ['last'],
  },
  'one element with 30,000 attributes': {
    did: 'held the page for 643 ms',
    script: `body.innerHTML = '<img ' + times(many(30_000, 5000), (n) => \`a\${n}="x:" \`) + \`src="\${live('last')}">\`;`,
    holds: ['last'],
  },
  'ids, classes and names of megabytes': {
    did: 'escaped each of them into a selector',
    script: `for (let n = 0; n < 20; n++) {
        const one = body.appendChild(document.createElement(n % 2 ? 'x-' + 'y'.repeat(many(1_000_000, 100_000)) : 'p'));
        one.id = '.'.repeat(many(2_000_000, 200_000)) + n;
        one.className = 'x:'.repeat(many(1_000_000, 100_000));
        one.innerHTML = \`<img src="\${live(n % 2)}">\`;
      }`,
    holds: ['0', '1'],
  },
  'a comment of 20 MB': {
    did: 'held the page for as long as it took to look through',
    script: `body.append(document.createComment('data'.repeat(many(5_000_000, 400_000)) + ' "' + live('last') + '"'));`,
    holds: ['last'],
  },
  'a comment that quotes 100,000 data: URLs': {
    did: 'held the page for seconds',
    script: `body.append(document.createComment(('"' + live('one') + '" ').repeat(many(100_000, 12_000))));`,
    holds: ['one'],
  },
  'a script of 20 MB': {
    did: 'held the page for as long as it took to look through',
    script: `const script = document.createElement('script');
      script.type = 'x';
      script.append('data'.repeat(many(5_000_000, 400_000)) + ' "' + live('last') + '"');
      body.append(script);`,
    holds: ['last'],
  },
  'an animation of 10,000 keyframes': {
    did: 'is what it was: they are read one by one',
    script: `const frame = (n) => ({ backgroundImage: 'url(' + live(n % 2) + ')', color: 'red' });
      body.animate(Array.from({ length: many(10_000, 1000) }, (_, n) => frame(n)), 1e9);`,
    holds: ['0', '1'],
  },
  'an import with 160,000 functions in its condition': {
    did: 'never ended: at each of them the end of an address was looked for to the end of the rule',
    script: `body.appendChild(document.createElement('style')).append(
      '@import url("data:text/css,b{background:url(' + live('in') + ')}") supports(not (a: "' + 'url('.repeat(160_000) + '" ));');
      body.insertAdjacentHTML('beforeend', \`${img('last')}\`);`,
    holds: ['last'],
  },
  'an import with 50,000 functions in its media query': {
    did: 'ended the scan in Firefox: too much recursion',
    script: `body.appendChild(document.createElement('style')).append(
      '@import url("data:text/css,b{color:red}") not ("' + 'url('.repeat(50_000) + '" );');
      body.insertAdjacentHTML('beforeend', \`${img('last')}\`);`,
    holds: ['last'],
  },
  'a rule with 300,000 blanks around 5,000 rules': {
    did: 'took a minute in Firefox: each URL looked through the blanks',
    script: `body.appendChild(document.createElement('style')).append(
      'a' + ' '.repeat(300_000) + '{' + times(5000, (n) => 'b{background:url(' + live(n % 2) + ')}') + '}');
      body.insertAdjacentHTML('beforeend', \`${img('last')}\`);`,
    holds: ['0', '1', 'last'],
  },
  'a comment in a style sheet that quotes 100,000 data: URLs': {
    did: 'was read in one step',
    script: `const style = body.appendChild(document.createElement('style'));
      style.append('/*' + ('"' + live('one') + '" ').repeat(many(100_000, 12_000)) + '*/ a { background: url(' + live('last') + ') }');`,
    holds: ['one', 'last'],
  },
};

export const hostilePages: Record<string, HostilePage> = {
  ...hostileValues,
  '3,000 tiny shadow roots': {
    did: 'held the page for 300 ms: a tree of less than 32 nodes never paused',
    script: `for (let n = 0; n < 3000; n++) body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' }).innerHTML =
      n % 1000 ? '<p>x</p>' : \`<img src="\${live(n)}">\`;`,
    holds: ['0', '1000', '2000'],
  },
  '30,000 templates': {
    did: 'held the page for 445 ms',
    script: `body.innerHTML = times(many(30_000, 3000), (n) => \`<template>\${n % 1000 ? 'x' : '<img src="' + live(n) + '">'}</template>\`);`,
    holds: ['0', '1000', '2000'],
  },
  '200,000 templates': {
    did: 'ended the scan with an error: as many arguments as trees',
    script: `body.innerHTML = '<template></template>'.repeat(many(199_999, 149_999)) + \`<template>${img('last')}</template>\`;`,
    holds: ['last'],
  },
  'templates 1,000 deep': {
    did: 'made paths of megabytes',
    script: `let at = body;
      for (let n = 0; n < 1000; n++) {
        const template = at.appendChild(document.createElement('template'));
        at = template.content;
        if (n % 500 === 499) at.append(Object.assign(document.createElement('img'), { alt: '' }));
        if (n % 500 === 499) at.lastChild.setAttribute('src', live(n));
      }`,
    holds: ['499', '999'],
  },
  'a noscript of tags that do not match': {
    did: 'held the page for 9.8 s: each end tag went through all that was open',
    script: `body.innerHTML = '<noscript></noscript>';
      body.firstChild.textContent = \`${img('first')}\` + '<b>'.repeat(10_000) + '</i>'.repeat(10_000) + \`${img('last')}\`;`,
    holds: ['first', 'last'],
  },
  'a noscript 100,000 deep': {
    did: 'held the page: the whole tree was made in one go',
    script: `body.innerHTML = '<noscript></noscript>';
      body.firstChild.textContent = '<b>'.repeat(many(100_000, 20_000)) + \`${img('last')}\` + '</b>'.repeat(many(100_000, 20_000));`,
    holds: ['last'],
  },
  'a noscript with 60,000 references': {
    did: 'held the page for 3.1 s: a document was parsed for each attribute',
    script: `body.innerHTML = '<noscript></noscript>';
      body.firstChild.textContent = times(many(30_000, 5000), (n) => \`<a title="&amp;\${n}" b="x:&eacute;">\`) + \`${img('last')}\`;`,
    holds: ['last'],
  },
  'a noscript with one tag of 60,000 attributes': {
    did: 'held the page for seconds: each attribute was looked for among all before it',
    script: `body.innerHTML = '<noscript></noscript>';
      body.firstChild.textContent = '<img ' + times(many(60_000, 10_000), (n) => \`a\${n}="x:&amp;" \`) + \`src="\${live('last')}">\`;`,
    holds: ['last'],
  },
  'a noscript of open comments and raw text': {
    did: 'looked for each end to the end of the text',
    script: `body.innerHTML = '<noscript></noscript>';
      body.firstChild.textContent = \`${img('first')}\` + times(many(50_000, 10_000), () => '<title></titles><!--></title>') + \`${img('last')}\`;`,
    holds: ['first', 'last'],
  },
  'a ping of 200,000 different URLs': {
    did: 'held the page for seconds, and kept what the worker takes no more of',
    script: `body.innerHTML = '<a></a>';
      body.firstChild.setAttribute('ping', times(many(200_000, ${isFull ? 26_000 : 6000}), (n) => live(n) + ' '));`,
    holds: ['0', isFull ? '20000' : '5000'],
  },
  '3,000 elements with attributes of their own': {
    did: 'made a selector for each',
    script: `body.innerHTML = times(many(3000, 1000), (n) => '<p ' + times(30, (k) => \`a\${n}-\${k}="x" \`) + '></p>') + \`${img('last')}\`;`,
    holds: ['last'],
  },
  'a page in quirks mode with 30,000 ids': {
    did: 'held the page for 17.8 s: there the browser looks at all elements for each id',
    script: `body.innerHTML = times(many(30_000, 10_000), (n) => \`<p id="i\${n}" \${n % 10 ? '' : 'style="background: url(' + live('one') + ')"'}></p>\`) + \`${img('last')}\`;`,
    holds: ['one', 'last'],
    quirks: true,
  },
  '1,000 ids that 100 elements have': {
    did: 'made a list of elements for each',
    script: `body.innerHTML = times(many(100_000, 10_000), (n) => \`<p id="i\${n % 1000}" \${n % 10 ? '' : 'style="background: url(' + live('one') + ')"'}></p>\`);`,
    holds: ['one'],
  },
  'elements 100,000 deep': {
    did: 'went through all that an element stands in, again and again',
    script: `let at = body;
      for (let n = 0; n < many(100_000, 20_000); n++) {
        const next = document.createElement('b');
        if (n % 100 === 99) next.setAttribute('style', 'background: url(' + live(n % 200) + ')');
        at.append(next);
        at = next;
      }`,
    markup: '<style>* { display: none }</style>',
    holds: ['99', '199'],
  },
  '1,000,000 siblings': {
    did: 'counted them',
    script: `body.innerHTML = '<b></b>'.repeat(many(1_000_000, 50_000)) + \`${img('last')}\`;`,
    markup: '<style>b { display: none }</style>',
    holds: ['last'],
  },
  '20,000 font faces': {
    did: 'listed the fonts of the document for each of them',
    script: `const face = (n) => '@font-face { font-family: f' + n + '; src: url(' + live(n) + ') }';
      body.append(Object.assign(document.createElement('style'), { textContent: times(many(20_000, 1500), face) }));`,
    holds: ['0', '1499'],
  },
  'a sheet that is adopted 3,000 times': {
    did: 'read it each time',
    script: `const sheet = new CSSStyleSheet();
      sheet.replaceSync(times(5000, (n) => '.x' + n + ' { background: url(' + live(n % 3) + ') }'));
      document.adoptedStyleSheets = Array(3000).fill(sheet);`,
    holds: ['0', '2'],
  },
  'a data: style sheet of 9 MB': {
    did: 'waited forever for its text, in Firefox',
    script: `const rule = '.x { background: url(' + live('end') + ') }';
      const href = 'data:text/css,/*' + 'x'.repeat(9_000_000) + '*/' + rule;
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      document.head.append(link);`,
    holds: ['end'],
  },
  'a picture of 24 MB with 3,000 sources': {
    did: 'read its address for each of them',
    script: `const picture = document.createElement('picture');
      for (let n = 0; n < 3000; n++) {
        const source = Object.assign(document.createElement('source'), { media: 'not all', srcset: live(n) });
        picture.append(source);
      }
      picture.append(Object.assign(new Image(), { src: 'data:image/bmp;base64,' + 'A'.repeat(many(24_000_000, 6_000_000)) }));
      body.append(picture);`,
    holds: ['0', '2999'],
  },
  'objects 3,000 deep around a text of 2 MB': {
    did: 'joined the text once for each',
    script: `let at = body;
      for (let n = 0; n < many(3000, 1000); n++) {
        const next = document.createElement(n % 2 ? 'object' : 'style');
        at.append(next);
        at = next;
      }
      at.append(live('none') + 'x'.repeat(many(2_000_000, 500_000)));
      body.insertAdjacentHTML('beforeend', \`${img('last')}\`);`,
    holds: ['last'],
  },
  'a text of 20 MB': {
    did: 'held the page for as long as it took to look through',
    script: `body.append('data:'.repeat(many(4_000_000, 400_000)) + ' "' + live('last') + '"');`,
    markup: '<style>body { display: none }</style>',
    holds: ['last'],
  },
  '10,000 texts of 2 kB': {
    did: 'joined all of them at once',
    script: `body.innerHTML = times(many(10_000, 1500), () => '<p>' + 'data:'.repeat(400) + '</p>');
      body.append('"' + live('last') + '"');`,
    markup: '<style>body { display: none }</style>',
    holds: ['last'],
  },
  '3,000 links to sheets that do not load': {
    did: 'silenced the page: one message named more than the worker takes for honest',
    script: `body.innerHTML = '<link rel="stylesheet" href="http://127.0.0.1:1/">'.repeat(many(3000, 1500)) + \`${img('last')}\`;`,
    holds: ['last'],
  },
  '100,000 imports of one sheet': {
    did: 'is what it was: the walk may pause after each sheet',
    script: `const rule = 'a { background: url(' + live('last') + ') }';
      const href = URL.createObjectURL(new Blob([rule], { type: 'text/css' }));
      const textContent = ('@import "' + href + '";').repeat(many(100_000, 5000));
      body.append(Object.assign(document.createElement('style'), { textContent }));`,
    holds: ['last'],
  },
  '30,000 imports of data: URLs': {
    did: 'is what it was: the walk may pause after each sheet',
    script: `const textContent = times(many(30_000, 2000), (n) => '@import "' + live(n) + '";');
      body.append(Object.assign(document.createElement('style'), { textContent }));`,
    holds: ['0', '1999'],
  },
  '20,000 adopted sheets': {
    did: 'held the page: a sheet without rules never paused',
    script: `const sheets = Array.from({ length: many(20_000, 5000) }, () => new CSSStyleSheet());
      sheets.at(-1).replaceSync('a { background: url(' + live('last') + ') }');
      document.adoptedStyleSheets = sheets;`,
    holds: ['last'],
  },
  '20,000 style elements': {
    did: 'held the page: each was asked twice for its owner',
    script: `body.innerHTML = '<style></style>'.repeat(many(20_000, 2000)) + \`${img('last')}\`;`,
    holds: ['last'],
  },
  '5,000 animations': {
    did: 'is what it was: they are read one by one',
    script: `for (let n = 0; n < many(5000, 500); n++) body.animate([{ backgroundImage: 'url(' + live(n % 2) + ')' }], 1e9);`,
    holds: ['0', '1'],
  },
  '1,000 frames with documents of 20 kB in an attribute': {
    did: 'is what it was: the text is read only where no frame shows it',
    script: `body.innerHTML = '<template></template>';
      const { content } = body.firstChild;
      content.append(document.createElement('div'));
      content.firstChild.innerHTML = times(many(1000, 100), (n) => '<iframe srcdoc="' + '<b>'.repeat(many(6000, 1200)) + '"></iframe>') + \`${img('last')}\`;`,
    holds: ['last'],
  },
  'an iframe with a document of 20 MB in its attribute': {
    did: 'is what it was: the text is read with pauses, and only where no frame shows it',
    script: `body.innerHTML = '<template></template>';
      const frame = body.firstChild.content.appendChild(document.createElement('iframe'));
      frame.setAttribute('srcdoc', '<!--' + 'x:-'.repeat(many(3_000_000, 400_000)) + '-->' + '<b title=x:y>&amp;'.repeat(many(500_000, 20_000)) + \`${img('last')}\`);`,
    holds: ['last'],
  },
  '5,000 embeds and objects': {
    did: 'was told in one step',
    script: `body.innerHTML = '<object></object><embed>'.repeat(many(2500, 500)) + \`${img('last')}\`;`,
    holds: ['last'],
  },
  '900 frames': {
    did: 'told all of them again for each that loaded',
    script: `body.innerHTML = '<iframe srcdoc="x" loading="lazy"></iframe><iframe></iframe>'.repeat(many(450, 30)) + \`${img('last')}\`;`,
    holds: ['last'],
  },
  '100,000 headings and metas': {
    did: 'is what it was',
    script: `document.head.innerHTML += '<meta http-equiv="Content-Security-Policy-Report-Only" content="x">'.repeat(many(50_000, 2000));
      body.innerHTML = '<h1>x</h1>'.repeat(many(50_000, 2000)) + \`${img('last')}\`;`,
    holds: ['last'],
  },
};

/** A page with all long values, each in its own element. */
const allValues: HostilePage = {
  did: 'see each',
  script: Object.values(hostileValues)
    .map(
      ({ script }, index) => `{
      const body = document.body.appendChild(document.createElement('div'));
      const live = (name) => 'da' + 'ta:,live-${index}-' + name;
      ${script}
    }`,
    )
    .join('\n'),
  holds: Object.values(hostileValues).flatMap(({ holds }, index) => holds.map((name) => `${index}-${name}`)),
};

/** The pages that the tests scan: all pages, with the long values combined into one page. */
export const testedPages: Record<string, HostilePage> = {
  'long values': allValues,
  ...Object.fromEntries(Object.entries(hostilePages).filter(([name]) => !(name in hostileValues))),
};

/** Large numbers of simultaneous changes in a watched page. */
export const storms: Record<string, HostilePage> = {
  '50,000 attributes and texts': {
    did: 'was noted in one step',
    script: `for (let n = 0; n < many(50_000, 10_000); n++) body.title = body.firstChild.data = n;
      body.insertAdjacentHTML('beforeend', \`${img('last')}\`);`,
    holds: ['last'],
  },
  '50,000 elements that come and go': {
    did: 'was noted in one step, and made a list of all that went',
    script: `const list = body.appendChild(document.createElement('div'));
      list.innerHTML = '<b title="x"></b>'.repeat(many(50_000, 10_000));
      list.remove();
      body.insertAdjacentHTML('beforeend', \`${img('last')}\`);`,
    holds: ['last'],
  },
};

/**
 * Returns a page's script with the helpers that it uses.
 *
 * @param isMeasured whether time is measured: see `HostilePage.script`
 */
export const scriptOf = ({ script }: HostilePage, isMeasured: boolean): string => `
  const { body } = document;
  const live = (name) => 'da' + 'ta:,live-' + name;
  const times = (count, make) => Array.from({ length: count }, (_, n) => make(n)).join('');
  const many = (count, enough) => ${isMeasured ? 'count' : 'enough'};
  ${script}`;

/**
 * Returns the server's response for a page.
 *
 * @param isMeasured whether time is measured: see `HostilePage.script`
 */
export const markupOf = (page: HostilePage, isMeasured: boolean): string =>
  `${page.quirks ? '' : '<!doctype html>'}<meta charset="utf-8"><title>Hostile</title>${page.markup ?? ''}<body><script>
  document.currentScript.remove();
  ${scriptOf(page, isMeasured)}
</script>`;

/** Returns the names of the live data: URLs among the heads in a Report. */
export const namesFound = (heads: readonly string[]): string[] => [
  ...new Set(heads.filter((head) => head.startsWith('data:,live-')).map((head) => head.slice(11))),
];
