/** Compares with parse5 which tags create elements and which are text, for HTML made of pieces that confuse parsers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse } from 'parse5';
import { htmlTokens } from '../../../src/payload/html/html-tokens.ts';
import { tokensOf } from '../../../src/payload/markup/markup-tokens.ts';
import { strideLength } from '../../../src/yield-to-event-loop.ts';
import { confusingHtml } from '../../support/confusing-html.ts';
import { runs } from '../../support/seed.ts';

const namespaces: Record<string, string> = {
  'http://www.w3.org/1999/xhtml': 'html',
  'http://www.w3.org/2000/svg': 'svg',
  'http://www.w3.org/1998/Math/MathML': 'math',
};

/** Returns the elements with an id, each once, in the order of their tags: `svg title 12`. */
function byParse5(text: string, scriptingEnabled: boolean): string[] {
  const elements = new Map<string, string>();
  const note = (name: string, namespace: string, attributes: { name: string; value: string }[]) => {
    const id = attributes.find((each) => each.name === 'id')?.value;
    // A reopened element has the same id.
    if (id !== undefined && !elements.has(id))
      elements.set(id, `${namespaces[namespace]} ${name.toLowerCase()} ${id}`);
  };
  parse<DefaultTreeAdapterMap>(text, {
    scriptingEnabled,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(name, namespace, attributes) {
        note(name, namespace, attributes);
        return defaultTreeAdapter.createElement(name, namespace, attributes);
      },
      adoptAttributes(recipient, attributes) {
        note(recipient.tagName, recipient.namespaceURI, attributes);
      },
    },
  });
  return [...elements.values()];
}

function byUs(text: string, scripting: boolean): string[] {
  const elements: string[] = [];
  for (const token of tokensOf(text, 'html', { scripting })) {
    if (token.kind !== 'start' || token.namespace === null) continue;
    const id = token.attributes.find(({ name }) => name === 'id')?.value;
    if (id !== undefined) elements.push(`${token.namespace} ${token.name} ${id}`);
  }
  return elements;
}

test('the same tags make elements, in the same namespaces', () => {
  fc.assert(
    fc.property(
      confusingHtml((index) => `id=${index}`),
      fc.boolean(),
      (text, scripting) => {
        assert.deepEqual(byUs(text, scripting), byParse5(text, scripting), text);
      },
    ),
    runs(20_000),
  );
});

test('long parts are read with pauses', () => {
  const pauses = 16;
  const fill = (unit: string) => unit.repeat(pauses * strideLength);
  for (const text of [
    `<!--${fill('x')}-->`,
    `<title>${fill('x')}</title>`,
    `<script>${fill('x')}</script>`,
    `<a ${fill('x')}>`,
    `<a ${fill(' ')}>`,
    `<a x${fill(' ')}=${fill(' ')}y>`,
    `<a x=${fill('y')}>`,
    `<a>${fill(' ')}</a>`,
    `<svg><![CDATA[${fill(' ')}]]></svg>`,
  ]) {
    const tokens = [...htmlTokens(text, () => true, true, false)];
    assert.ok(tokens.filter((token) => token === null).length >= pauses - 1, text.slice(0, 20));
  }
});
