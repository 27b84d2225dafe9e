import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { drawingLimits } from '../../../../src/limits.ts';
import { drawingCost, drawingTime } from '../../../../src/payload/svg/drawing-cost.ts';
import { renderAttacks, svg } from '../../../attack/render.ts';
import { runs } from '../../../support/seed.ts';

const timeOf = (text: string) => drawingTime(drawingCost(text), drawingLimits.edge ** 2);
const isDrawn = (text: string) => timeOf(text) <= drawingLimits.time;

describe('ordinary pictures are drawn', () => {
  const pictures: Record<string, string> = {
    'an icon': svg(
      '<path stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2" d="M4 6h16M4 12h16M4 18h16"/>',
      'viewBox="0 0 24 24" fill="none"',
    ),
    'a spinner': svg(
      '<circle cx="12" cy="12" r="9" stroke-dasharray="40"><animateTransform attributeName="transform" type="rotate" from="0 12 12" to="360 12 12" dur="1s" repeatCount="indefinite"/></circle>',
      'viewBox="0 0 24 24"',
    ),
    'a shadow, as drawing programs write it': svg(
      `<g filter="url(#f)"><rect x="4" width="40" height="40" rx="8" fill="white"/></g><defs><filter id="f" x="0" y="0" width="48" height="48" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="b"/><feColorMatrix in="SourceAlpha" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="h"/><feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="h" operator="out"/><feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/><feBlend in2="b" result="e"/><feBlend in="SourceGraphic" in2="e" result="s"/></filter></defs>`,
      'viewBox="0 0 48 48"',
    ),
    'film grain': svg(
      '<filter id="n"><feTurbulence type="fractalNoise" baseFrequency=".65" numOctaves="3" stitchTiles="stitch"/></filter><rect width="100%" height="100%" filter="url(#n)"/>',
      'viewBox="0 0 200 200"',
    ),
    'a hundred gradients by class': svg(
      `<defs><style>${Array.from({ length: 100 }, (_, n) => `.a${n}{fill:url(#g${n})}`).join('')}</style>${Array.from({ length: 100 }, (_, n) => `<linearGradient id="g${n}"><stop/><stop offset="1"/></linearGradient>`).join('')}</defs>${Array.from({ length: 100 }, (_, n) => `<path class="a${n}" d="M${n} 0h3v3h-3z"/>`).join('')}`,
      'viewBox="0 0 500 500"',
    ),
    'entities of characters': `<!DOCTYPE svg [<!ENTITY nbsp "&#160;"><!ENTITY both '&#xA0;&#8211;'>]>${svg('<text>a&nbsp;b&both;</text>')}`,
    'entities of a drawing program': `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [ <!ENTITY ns_svg "http://www.w3.org/2000/svg"> ]>${svg('<path d="M0 0h9"/>').replace('http://www.w3.org/2000/svg', '&ns_svg;')}`,
    'declarations of elements': `<!DOCTYPE svg [<!ELEMENT svg ANY><?a b?><!NOTATION n SYSTEM "n">]>${svg('<path d="M0 0h9"/>')}`,
    'a picture of a million pixels in it': svg(
      `<image href="data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\xe8\0\0\x03\xe8\x08\x06\0\0\0\0\0\0\0', 'latin1').toString('base64')}" width="100" height="100"/>`,
    ),
    'a code of a thousand squares': svg(
      `<path d="${Array.from({ length: 1000 }, (_, n) => `M${n % 33} ${Math.floor(n / 33)}h1v1h-1z`).join('')}"/>`,
      'viewBox="0 0 33 33"',
    ),
  };
  for (const [name, text] of Object.entries(pictures)) {
    test(name, () => assert.ok(isDrawn(text), `${timeOf(text)} µs: ${JSON.stringify(drawingCost(text))}`));
  }
});

describe('what takes long is not drawn', () => {
  for (const [name, make] of Object.entries(renderAttacks)) {
    test(name, () => assert.ok(!isDrawn(make()), JSON.stringify(drawingCost(make()))));
  }
});

test('a style sheet in pieces counts like the whole one', () => {
  const costOf = (css: string) =>
    drawingCost(svg(`<style>${css}</style><g class="a"><rect class="b" width="9" height="9"/></g>`));
  const whole = costOf('.a .b{opacity:.5}');
  assert.notDeepEqual(whole, costOf('.a.b{opacity:.5}'));
  for (const css of [
    '.a<![CDATA[]]> <![CDATA[.b]]>{opacity:.5}',
    '.<!-- -->a .b{op<?x?>acity:.5}',
    '<![CDATA[.a]]> .b{opacity:&#46;5}',
  ])
    assert.deepEqual({ ...costOf(css), fixed: 0 }, { ...whole, fixed: 0 }, css);
});

describe('properties', () => {
  const leaf = fc.constantFrom(
    '<path d="M0 0L9 9C1 2 3 4 5 6z"/>',
    '<rect width="50" height="9" opacity=".5"/>',
    '<text>abc</text>',
    '<use href="#a"/>',
    '<g mask="url(#m)"><circle r="9"/></g>',
    '<path marker-mid="url(#k)" d="M0 0h1h2h3"/>',
  );
  const head =
    '<defs><rect id="a" width="9" height="9"/><mask id="m"><rect width="9" height="9"/></mask><marker id="k"><circle r="1"/></marker></defs>';
  const body = fc.array(leaf, { maxLength: 20 }).map((parts) => parts.join(''));

  test('more never takes less', () => {
    fc.assert(
      fc.property(body, leaf, (some, more) => {
        assert.ok(timeOf(svg(head + some + more)) >= timeOf(svg(head + some)));
      }),
      runs(100),
    );
  });

  test('what is used ten times takes ten times as long, at each level', () => {
    fc.assert(
      fc.property(body, (some) => {
        const level = (id: string, of: string) => `<g id="${id}">${`<use href="#${of}"/>`.repeat(10)}</g>`;
        const base = `<defs>${head}<g id="l0">${some}<rect width="1" height="1"/></g>${level('l1', 'l0')}${level('l2', 'l1')}</defs>`;
        const [one, ten, hundred] = ['l0', 'l1', 'l2'].map((id) =>
          timeOf(svg(`${base}<use href="#${id}"/>`)),
        ) as [number, number, number];
        assert.ok(ten > one && hundred - ten >= 9 * (ten - one), `${one} ${ten} ${hundred}`);
      }),
      runs(100),
    );
  });

  test('any text has a cost, and none throws', () => {
    const part = fc.constantFrom(
      ...['<svg ', '<g>', '</g>', '<!--', '-->', '<![CDATA[', ']]>', '<style>', '*{', '}', 'url(', '"', "'"],
      ...[
        '<!DOCTYPE svg [',
        '<!ENTITY a "b">',
        ']>',
        '&a;',
        '<use href="#a"',
        '/>',
        ' id="a"',
        ' d="M0 0',
        '>',
      ],
      ...['filter:', 'blur(', ')', '\\', '<animate values="1;2"', 'data:image/svg+xml,', '\0', '\ud800'],
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const { fixed, perMegapixel } = drawingCost(parts.join(''));
        assert.ok(fixed >= 0 && perMegapixel >= 0);
      }),
      runs(2000),
    );
  });
});
