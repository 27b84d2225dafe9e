/**
 * Elements with a URL at `@`, and the browsers that request the URL, either when the page opens or on a click. The
 * markup may be XML that declares its own namespaces.
 */
import type { Browser } from '../../src/mime/documents.ts';

export interface ElementUse {
  markup: string;
  by: readonly Browser[];
  isXml?: true;
}

const uses = (by: readonly Browser[], markups: string[]): ElementUse[] =>
  markups.map((markup) => ({ markup, by }));
const inXml = (all: ElementUse[]): ElementUse[] => all.map((one) => ({ ...one, isXml: true }));
const both: Browser[] = ['Chromium', 'Firefox'];

const inSvg = (markup: string) => `<svg width="9" height="9">${markup}</svg>`;
const animated = (animation: string, around = 'image') =>
  inSvg(`<${around} width="9" height="9">${animation}<text y="9">x</text></${around}>`);
const shape = '<rect width="9" height="9"';
const xmlSvg = (markup: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink" width="9" height="9">${markup}</svg>`;

export const elementUses: readonly ElementUse[] = [
  ...uses(both, [
    '<a href="@">x</a>',
    '<a href="@" download>x</a>',
    '<map name="m"><area href="@"></map><img usemap="#m" alt="">',
    '<audio src="@" preload="auto"></audio>',
    '<audio preload="auto"><source src="@"></audio>',
    '<video src="@" preload="auto"></video>',
    '<video preload="auto"><source src="@"></video>',
    '<video poster="@"></video>',
    '<picture><source srcset="@"><img alt=""></picture>',
    '<img src="@" alt="">',
    '<image src="@">',
    '<img srcset="@ 2x" alt="">',
    '<input type="image" src="@" alt="">',
    '<form><button formaction="@">x</button></form>',
    '<form><input type="submit" formaction="@"></form>',
    '<form action="@"><button>x</button></form>',
    '<iframe src="@"></iframe>',
    '<embed src="@">',
    '<object data="@"></object>',
    '<body background="@">',
    '<table background="@"><tr><td>x</table>',
    '<table><tr background="@"><td>x</table>',
    '<table><tr><td background="@">x</table>',
    '<script src="@"></script>',
    '<meta http-equiv="refresh" content="0; url=@">',
    '<link rel="stylesheet" href="@">',
    '<link rel="preload" as="image" href="@">',
    '<link rel="preload" as="fetch" href="@">',
    '<link rel="preload" as="font" crossorigin href="@">',
    '<link rel="preload" as="SCRIPT" href="@">',
    '<link rel="preload" as="style" href="@">',
    '<link rel="modulepreload" href="@">',
    '<link rel="preload" as="image" imagesrcset="@ 1x">',
    '<p style="background: url(@)">x</p>',
    '<math style="background: url(@)"><mi>x</mi></math>',
    inSvg('<a href="@"><text y="9">x</text></a>'),
    inSvg('<a xlink:href="@"><text y="9">x</text></a>'),
    inSvg('<image href="@" width="9" height="9"/>'),
    inSvg('<image xlink:href="@" width="9" height="9"/>'),
    inSvg(`<filter id="f"><feImage href="@"/></filter>${shape} filter="url(#f)"/>`),
    inSvg('<script href="@"></script>'),
    inSvg('<use href="@#a"/>'),
    inSvg(`${shape} mask="url(@#a)"/>`),
    inSvg(`${shape} fill="url(@#a)"/>`),
    animated('<set attributeName="href" to="@"/>'),
    animated('<animate attributeName="href" to="@" dur="9s"/>'),
    animated('<animate attributeName="href" values="@" dur="9s"/>'),
    animated('<animate attributeName="href" from="@" to="/none" dur="9s"/>'),
    animated('<set attributeName="href" to="@"/>', 'a'),
    animated('<set attributeName="mask" to="url(@#a)"/>', 'rect'),
    inSvg('<set href="#i" attributeName="href" to="@"/><image id="i" width="9" height="9"/>'),
    inSvg('<image id="i" width="9" height="9"/><set xlink:href="#%69" attributeName="href" to="@"/>'),
  ]),
  ...uses(
    ['Chromium'],
    [
      '<a href="/none" ping="@">x</a>',
      '<table><col background="@"><tr><td>x</table>',
      '<embed type="text/html" code="@">',
      '<link rel="prefetch" href="@">',
      '<link rel="preload" as="track" href="@">',
    ],
  ),
  ...uses(
    ['Firefox'],
    [
      '<math href="@"><mi>x</mi></math>',
      '<math><mi href="@">x</mi></math>',
      '<math><unknown href="@"><mi>x</mi></unknown></math>',
    ],
  ),
  ...uses(
    [],
    [
      '<audio><source srcset="/none"></audio><div><source src="@"></div>',
      '<picture><source src="@"><img alt=""></picture>',
      '<img lowsrc="@" alt="">',
      '<img dynsrc="@" alt="">',
      '<fencedframe src="@"></fencedframe>',
      '<link rel="preload" href="@">',
      ...['audio', 'document', 'embed', 'iframe', 'manifest', 'object', 'video', 'worker'].map(
        (as) => `<link rel="preload" as="${as}" href="@">`,
      ),
      '<object classid="@"></object>',
      '<object archive="@" data="/none"></object>',
      '<object><param name="src" value="@"></object>',
      '<applet code="@"></applet>',
      '<menu><menuitem icon="@"></menu>',
      '<blockquote cite="@">x</blockquote>',
      '<a xlink:href="@">x</a>',
      inSvg('<iframe src="@"></iframe>'),
      inSvg('<script src="@"></script>'),
      inSvg('<path marker="url(@#a)" d="M0 0L9 9"/>'),
      animated('<animate attributeName="href" by="@" dur="9s"/>'),
      animated('<set attributeName="href" values="@"/>'),
      animated('<animateTransform attributeName="href" to="@" dur="9s"/>'),
      animated('<animateMotion attributeName="href" to="@" dur="9s"/>'),
      animated('<set attributeName="HREF" to="@"/>'),
      inSvg('<script><set attributeName="href" to="@"/></script>'),
      '<a id="i">x</a><svg><set href="#i" attributeName="href" to="@"/></svg>',
      '<math altimg="@"><mi>x</mi></math>',
      '<math><mi xlink:href="@">x</mi></math>',
      '<math><mi><mglyph src="@"></mglyph></mi></math>',
      '<math><semantics><mi>x</mi><annotation src="@"></annotation></semantics></math>',
    ],
  ),
  ...inXml(
    uses(both, [
      xmlSvg('<image l:href="@" width="9" height="9"/>'),
      xmlSvg('<image width="9" height="9"><set attributeName="l:href" to="@"/></image>'),
    ]),
  ),
  ...inXml(
    uses(
      [],
      [
        '<image xmlns="http://www.w3.org/1999/xhtml" src="@"/>',
        '<img xmlns="http://www.w3.org/1999/xhtml" SRC="@" alt=""/>',
        '<a xmlns="http://www.w3.org/1999/xhtml" xmlns:l="http://www.w3.org/1999/xlink" l:href="@">x</a>',
        '<x xmlns="urn:x" xmlns:l="http://www.w3.org/1999/xlink" l:type="simple" l:href="@">x</x>',
        '<img xmlns="urn:x" src="@"/>',
        xmlSvg('<feimage href="@"/>'),
        xmlSvg('<image width="9" height="9"><set attributename="href" to="@"/></image>'),
      ],
    ),
  ),
];
