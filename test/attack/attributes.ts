/**
 * Pages that hide data: URLs from code that reads attributes incorrectly, behind imitations of a browser's own viewer,
 * or in markup that the browser keeps as text.
 */
import type { Row } from '../support/places.ts';

export interface HidingPage {
  /** The behavior before the fix. */
  did: string;
  type: 'text/html' | 'application/xhtml+xml' | 'image/svg+xml' | 'application/xml';
  body: string;
  rows: readonly Row[];
  /** The rows that Firefox reports instead, and why. */
  inFirefox?: { why: string; rows: readonly Row[] };
}

const html = (body: string) => `<!doctype html><meta charset="utf-8"><title>Hiding</title><body>${body}`;
const xhtml = (body: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Hiding</title></head><body>${body}</body></html>`;
const script = (source: string) => `<script>
  const live = (name) => 'da' + 'ta:,' + name;
  const HTML = 'http://www.w3.org/1999/xhtml', SVG = 'http://www.w3.org/2000/svg', XLINK = 'http://www.w3.org/1999/xlink';
  const add = (namespace, name) => document.body.appendChild(document.createElementNS(namespace, name));
  /** Each attribute has another of its name in front, in a namespace that means nothing. */
  const shadowed = (tag, attributes, namespace = HTML) => {
    const element = document.createElementNS(namespace, tag);
    for (const name in attributes) {
      element.setAttributeNS('urn:x', name, 'x');
      element.setAttributeNS(null, name, attributes[name]);
    }
    document.body.append(element);
  };
  ${source}
</script>`;

const viewerId = 'webkit-xml-viewer-source-xml';
const inert = 'inert';

/** The rows of the data: URLs in a noscript element's iframes and in a template. */
const unshown: Row[] = [
  ['data:,in-a-noscript', 'attribute', 'img', 'src', 'image', inert],
  ['data:,text', 'text', 'p', '', 'none', inert],
  ['data:,two-deep', 'attribute', 'img', 'src', 'image', inert],
  ['d\tata:,in-a-template', 'attribute', 'image', 'href', 'image', inert],
];

export const hidingPages: Record<string, HidingPage> = {
  'two attributes of one name': {
    did: 'nothing found: the first of that name was read, which is not the one that the browser uses',
    type: 'text/html',
    body: html(
      script(`
      shadowed('img', { src: live('img'), srcset: live('srcset') + ' 2x' });
      shadowed('iframe', { src: live('iframe') });
      shadowed('script', { src: live('script') });
      shadowed('embed', { src: live('embed') });
      shadowed('p', { style: 'background: url(' + live('style') + ')' });
      shadowed('a', { href: live('a'), ping: live('ping') });
      shadowed('a', { href: live('download'), download: '' });
      shadowed('link', { href: live('icon'), rel: 'icon' });
      shadowed('meta', { 'http-equiv': 'refresh', content: '9999; url=' + live('refresh') });
      shadowed('image', { href: live('svg') }, SVG);
      shadowed('p', { 'data-x': '"' + live('other') + '"' });
    `),
    ),
    rows: [
      ['data:,img', 'attribute', 'img', 'src', 'image'],
      ['data:,srcset', 'srcset', 'img', 'srcset', 'image'],
      ['data:,iframe', 'attribute', 'iframe', 'src', 'iframe'],
      ['data:,script', 'attribute', 'script', 'src', 'script'],
      ['data:,embed', 'attribute', 'embed', 'src', 'embed'],
      ['data:,style', 'style-attribute', 'p', 'style', 'image'],
      ['data:,a', 'attribute', 'a', 'href', 'document'],
      ['data:,ping', 'attribute', 'a', 'ping', 'empty'],
      ['data:,download', 'attribute', 'a', 'href', 'download'],
      ['data:,icon', 'attribute', 'link', 'href', 'image'],
      ['data:,refresh', 'meta-refresh', 'meta', 'content', 'document'],
      ['data:,svg', 'attribute', 'image', 'href', 'image'],
      ['data:,other', 'other-attribute', 'p', 'data-x', 'none'],
    ],
  },
  'attributes of a namespace, with and without a prefix': {
    did: 'told what nobody uses as an image',
    type: 'text/html',
    body: html(
      script(`
      add(HTML, 'img').setAttributeNS('urn:x', 'src', live('no-prefix'));
      add(HTML, 'img').setAttributeNS('urn:x', 'x:src', live('prefix'));
      add(HTML, 'img').setAttributeNS(null, 'SRC', live('upper-case'));
      add(SVG, 'image').setAttribute('xlink:href', live('only-the-name'));
      add(SVG, 'image').setAttributeNS('urn:x', 'xlink:href', live('other-namespace'));
      add(SVG, 'image').setAttributeNS(XLINK, 'href', live('xlink-without-prefix'));
      add(SVG, 'image').setAttributeNS(XLINK, 'y:href', live('xlink-by-another-prefix'));
      const both = add(SVG, 'image');
      both.setAttributeNS(XLINK, 'xlink:href', live('xlink'));
      both.setAttributeNS(null, 'href', live('href'));
    `),
    ),
    rows: [
      ['data:,no-prefix', 'other-attribute', 'img', 'src', 'none'],
      ['data:,prefix', 'other-attribute', 'img', 'x:src', 'none'],
      ['data:,upper-case', 'other-attribute', 'img', 'SRC', 'none'],
      ['data:,only-the-name', 'other-attribute', 'image', 'xlink:href', 'none'],
      ['data:,other-namespace', 'other-attribute', 'image', 'xlink:href', 'none'],
      ['data:,xlink-without-prefix', 'attribute', 'image', 'href', 'image'],
      ['data:,xlink-by-another-prefix', 'attribute', 'image', 'y:href', 'image'],
      ['data:,xlink', 'attribute', 'image', 'xlink:href', 'image'],
      ['data:,href', 'attribute', 'image', 'href', 'image'],
    ],
  },
  'elements with a prefix, in upper case, with many attributes': {
    did: 'an upper case one was told as what it is not',
    type: 'text/html',
    body: html(
      script(`
      add(HTML, 'x:img').setAttribute('src', live('prefixed'));
      add(HTML, 'IMG').setAttribute('src', live('unknown'));
      const many = add(HTML, 'img');
      for (let n = 0; n < 700; n++) many.setAttribute('a' + n, 'x:');
      many.setAttribute('src', live('many'));
      const two = add(HTML, 'img');
      for (let n = 0; n < 700; n++) two.setAttribute('b' + n, 'x:');
      two.setAttributeNS('urn:x', 'src', 'x:');
      two.setAttributeNS(null, 'src', live('many-and-two'));
    `),
    ),
    rows: [
      ['data:,prefixed', 'attribute', 'img', 'src', 'image'],
      ['data:,unknown', 'other-attribute', 'IMG', 'src', 'none'],
      ['data:,many', 'attribute', 'img', 'src', 'image'],
      ['data:,many-and-two', 'attribute', 'img', 'src', 'image'],
    ],
  },
  'srcdoc where no frame shows it': {
    did: 'nothing found, as a frame would tell it',
    type: 'text/html',
    body: html(`
      <p srcdoc="<img src='data:,not-a-frame'>"></p>
      <div style="height: 20000px"></div>
      <iframe loading="lazy" srcdoc="<img src='data:,far-below'>"></iframe>
      <noscript><iframe srcdoc="<img src='data:,in-a-noscript'>"></iframe>
        <iframe srcdoc="<p>&amp;lt;img src='data:,text'>&amp;<iframe srcdoc=&quot;<img src=&amp;#100;ata:,two-deep>&quot;></iframe>"></iframe></noscript>
      <template><iframe srcdoc="<svg><image href=&quot;d&Tab;ata:,in-a-template&quot;>"></iframe></template>`),
    rows: [
      ['data:,not-a-frame', 'other-attribute', 'p', 'srcdoc', 'none'],
      ['data:,far-below', 'attribute', 'img', 'src', 'image'],
      ...unshown,
    ],
    inFirefox: {
      why: 'a frame far below is not loaded yet',
      rows: [
        ['data:,not-a-frame', 'other-attribute', 'p', 'srcdoc', 'none'],
        ['data:,far-below', 'attribute', 'img', 'src', 'image', inert],
        ...unshown,
      ],
    },
  },
  'the mark of a viewer in XHTML': {
    did: 'nothing found, nothing said: that element was taken for all that is the page’s',
    type: 'application/xhtml+xml',
    body: xhtml(
      `<div id="${viewerId}"/><img src="data:,beside"/><p style="background: url(data:,style)"/>
      <script src="data:,script"/><style>p { cursor: url(data:,sheet), auto }</style>`,
    ),
    rows: [
      ['data:,beside', 'attribute', 'img', 'src', 'image'],
      ['data:,style', 'style-attribute', 'p', 'style', 'image'],
      ['data:,script', 'attribute', 'script', 'src', 'script'],
      ['data:,sheet', 'stylesheet', 'style', 'cursor', 'image'],
    ],
  },
  'the whole of a viewer in XHTML': {
    did: 'nothing found but what stood in the mark',
    type: 'application/xhtml+xml',
    body: xhtml(`<div id="${viewerId}" style="display: none"><img src="data:,within"/></div>
      <div class="pretty-print"><iframe src="data:,beside"/></div>`),
    rows: [
      ['data:,within', 'attribute', 'img', 'src', 'image'],
      ['data:,beside', 'attribute', 'iframe', 'src', 'iframe'],
    ],
  },
  'the style of a viewer in XHTML': {
    did: 'would be hidden by whoever left out all that stands in the viewer’s own',
    type: 'application/xhtml+xml',
    body: xhtml(`<style id="xml-viewer-style">body { background: url("data:image/svg+xml,&lt;svg xmlns='http://www.w3.org/2000/svg'>&lt;script/>&lt;/svg>") }</style>
      <div id="${viewerId}"/>`),
    rows: [
      [
        "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
        'stylesheet',
        'style',
        'background',
        'image',
      ],
    ],
  },
  'the image and the text of a viewer in XHTML': {
    did: 'nothing found, nothing said, also in Firefox, which has no such viewer',
    type: 'application/xhtml+xml',
    body: xhtml(`<p>Copy data:text/html,copied or data:text/html,source</p>
      <img src="data:image/svg+xml,&lt;svg xmlns='http://www.w3.org/2000/svg' fill='%23909090' width='10' height='10'>&lt;path d='M0 0 L8 0 L4 7 Z'/>&lt;/svg>"/>
      <style>p { background: url("data:image/svg+xml,&lt;svg xmlns='http://www.w3.org/2000/svg' fill='%23909090' width='10' height='10'>&lt;path d='M0 0'/>&lt;/svg>") }</style>
      <div id="${viewerId}"><i>data:text/plain,in-the-source</i></div><p>data:text/html,last</p>`),
    rows: [
      ...['copied', 'source', 'last'].map(
        (name): Row => [`data:text/html,${name}`, 'text', 'p', '', 'none', inert],
      ),
      ['data:text/plain,in-the-source', 'text', 'i', '', 'none', inert],
      [
        "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' fill='%23909090' width='10' height='10'><path d='M0 0 L8 0 L4 7 Z'/></svg>".slice(
          0,
          100,
        ),
        'attribute',
        'img',
        'src',
        'image',
      ],
      [
        "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' fill='%23909090' width='10' height='10'><path d='M0 0'/></svg>".slice(
          0,
          100,
        ),
        'stylesheet',
        'style',
        'background',
        'image',
      ],
    ],
  },
  'the mark of a viewer in SVG': {
    did: 'nothing found, nothing said',
    type: 'image/svg+xml',
    body: `<svg xmlns="http://www.w3.org/2000/svg"><g id="${viewerId}"/><image href="data:,beside"/></svg>`,
    rows: [['data:,beside', 'attribute', 'image', 'href', 'image']],
  },
  'XML that a viewer shows': {
    did: 'is what it was: all of it once',
    type: 'application/xml',
    body: `<root><a href="data:,attribute"/><a href="data:text/plain,a b."/><b>data:text/plain,text</b><!-- "data:,comment" --></root>`,
    rows: [
      ['data:,attribute', 'other-attribute', 'a', 'href', 'none'],
      ['data:text/plain,a b.', 'other-attribute', 'a', 'href', 'none'],
      ['data:text/plain,text', 'text', 'b', '', 'none', inert],
      ['data:,comment', 'comment', 'root', '', 'none', inert],
    ],
  },
  'a frame of a type that is XML without saying so': {
    did: 'taken for a viewer, in which nothing is the page’s',
    type: 'text/html',
    body: html(
      `<iframe src='data:text/xsl,<html xmlns="http://www.w3.org/1999/xhtml"><img src="data:,inside"/></html>'></iframe>
       <iframe src="data:text/plain,"></iframe>`,
    ),
    rows: [
      [
        'data:text/xsl,<html xmlns="http://www.w3.org/1999/xhtml"><img src="data:,inside"/></html>',
        'attribute',
        'iframe',
        'src',
        'iframe',
      ],
      ['data:,inside', 'attribute', 'img', 'src', 'image'],
      ['data:text/plain,', 'attribute', 'iframe', 'src', 'iframe'],
    ],
    inFirefox: {
      why: 'what a data: frame holds is another site’s',
      rows: [
        [
          'data:text/xsl,<html xmlns="http://www.w3.org/1999/xhtml"><img src="data:,inside"/></html>',
          'attribute',
          'iframe',
          'src',
          'iframe',
        ],
        ['data:text/plain,', 'attribute', 'iframe', 'src', 'iframe'],
      ],
    },
  },
  'a noscript that reads in another way than it looks': {
    did: 'markup was taken for a comment or text, and the other way round',
    type: 'text/html',
    body: html(`<noscript>
      <!--><img src="data:,behind-an-empty-comment"> <!---><img src="data:,behind-another">
      <!-- --!><img src="data:,behind-a-bang"> <!x <img src='data:,bogus'>
      <svg><![CDATA[<img src='data:,cdata'>]]><image href=data:,svg></image>
        <foreignObject><![CDATA[ > <img src='data:,cdata-too'>]]><img src=data:,html-in-svg></foreignObject>
        <title><img src=data:,svg-title></title> <style><image href=data:,in-an-svg-style></style></svg>
      <math><mi><img src=data:,mi></mi> <p><img src=data:,breakout></p>
      <title></titles><img src='data:,in-a-title'></title> <textarea><img src='data:,in-a-textarea'></textarea>
      <script><!-- <script> </script> "data:,in-a-script" --></script>
      <a b=1 href=data:,first href=data:,second c=2>x</a title="> <img src='data:,in-an-end-tag'>">
      <img alt=&gt;&notit; src="&#x000000000000000000000000000000000000000000064;ata&colon;,&eacute;&ampx">
      <x:img src="data:,colon"></x:img>
      <plaintext><img src="data:,plain"> </noscript>`),
    rows: [
      ['data:,behind-an-empty-comment', 'attribute', 'img', 'src', 'image', inert],
      ['data:,behind-another', 'attribute', 'img', 'src', 'image', inert],
      ['data:,behind-a-bang', 'attribute', 'img', 'src', 'image', inert],
      ['data:,bogus', 'comment', 'noscript', '', 'none', inert],
      ['data:,cdata', 'text', 'svg', '', 'none', inert],
      ['data:,svg', 'attribute', 'image', 'href', 'image', inert],
      ['data:,cdata-too', 'text', 'foreignObject', '', 'none', inert],
      ['data:,html-in-svg', 'attribute', 'img', 'src', 'image', inert],
      ['data:,svg-title', 'attribute', 'img', 'src', 'image', inert],
      ['data:,in-an-svg-style', 'attribute', 'image', 'href', 'image', inert],
      ['data:,mi', 'attribute', 'img', 'src', 'image', inert],
      ['data:,breakout', 'attribute', 'img', 'src', 'image', inert],
      ['data:,in-a-title', 'text', 'title', '', 'none', inert],
      ['data:,in-a-textarea', 'text', 'textarea', '', 'none', inert],
      ['data:,in-a-script', 'script', 'script', '', 'none', inert],
      ['data:,first', 'attribute', 'a', 'href', 'document', inert],
      ['data:,é&ampx', 'attribute', 'img', 'src', 'image', inert],
      ['data:,colon', 'other-attribute', 'unknown', 'src', 'none', inert],
      ['data:,plain', 'text', 'plaintext', '', 'none', inert],
    ],
  },
};
