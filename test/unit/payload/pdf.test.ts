import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { readPdf } from '../../../src/payload/pdf.ts';
import { readPayload } from '../../../src/payload/read-payload.ts';
import { runs } from '../../support/seed.ts';
import { ascii, declaring, join } from './builders.ts';

const pdf = (objects: string | Uint8Array) => join('%PDF-1.7\n', objects, '\ntrailer\n<<>>\n%%EOF');
const actionsOf = async (objects: string | Uint8Array) => (await readPdf(pdf(objects))).actions;
const objectStream = (
  text: string,
  dictionary = '/Filter /FlateDecode',
  data: Uint8Array = deflateSync(ascii(text)),
) =>
  join(
    `2 0 obj\n<</Type /ObjStm /N 1 ${dictionary}>>\nstream\r\n`,
    new Uint8Array(data),
    '\nendstream\nendobj',
  );

test('what acts, by its names', async () => {
  const facts = await readPdf(
    pdf(
      '1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>/AA<<>>>>endobj\n' +
        '2 0 obj<</Type /Pages>>endobj 3 0 obj<</Type /Page>>endobj 4 0 obj <</Type/Page/A<</S/Launch>>>>endobj',
    ),
  );
  assert.deepEqual(facts, {
    kind: 'pdf',
    version: '1.7',
    pages: 2,
    encrypted: false,
    actions: { OpenAction: 1, JavaScript: 1, AA: 1, Launch: 1 },
    objectStreams: 0,
    unreadStreams: 0,
  });
});

test('escaped names, names at the end, names that only begin alike', async () => {
  assert.deepEqual(await actionsOf('<</S /#4aavaScript>>'), { JavaScript: 1 });
  const all = [...'JavaScript'].map((c) => `#${c.charCodeAt(0).toString(16).toUpperCase()}`).join('');
  assert.deepEqual(await actionsOf(`<</S/${all}>>`), { JavaScript: 1 });
  assert.deepEqual((await readPdf(ascii('%PDF-1.4 /URI'))).actions, { URI: 1 });
  assert.deepEqual(
    await actionsOf('/JavaScripts /Javascript /XJavaScript / JavaScript /AAA /#4JavaScript'),
    {},
  );
  assert.deepEqual(await actionsOf('/__proto__ /constructor /toString'), {});
});

test('object streams: compressed, not compressed, and those that cannot be read', async () => {
  const script = '1 0 <</S /JavaScript /JS (x)>>';
  const facts = await readPdf(pdf(objectStream(script)));
  assert.deepEqual([facts.actions, facts.objectStreams, facts.unreadStreams], [{ JavaScript: 1 }, 1, 0]);
  const escaped = objectStream(script, '/F#69lter /Fl#61teDecode');
  assert.deepEqual((await readPdf(pdf(escaped))).actions, { JavaScript: 1 });
  const plain = await readPdf(pdf(objectStream('', '', ascii(script))));
  assert.deepEqual([plain.actions, plain.unreadStreams], [{ JavaScript: 1 }, 0]);
  for (const data of [ascii('78da4bcb>'), ascii('no zlib at all'), deflateSync(new Uint8Array(5 << 20))]) {
    const unread = await readPdf(pdf(objectStream('', '/Filter /ASCIIHexDecode', data)));
    assert.deepEqual([unread.objectStreams, unread.unreadStreams], [1, 1]);
  }
  assert.equal((await readPdf(ascii('%PDF-1.5 /ObjStm'))).unreadStreams, 1);
});

test('a header behind other bytes counts where a PDF is declared', async () => {
  const body = join('x'.repeat(1000), pdf('<</S /JavaScript>>'));
  const { facts, detectedType } = await readPayload({ declared: declaring('application/pdf'), body });
  assert.equal(detectedType, 'application/pdf');
  assert.deepEqual(facts?.kind === 'pdf' && facts.actions, { JavaScript: 1 });
  const far = join('x'.repeat(1025), pdf(''));
  assert.notEqual(
    (await readPayload({ declared: declaring('application/pdf'), body: far })).facts?.kind,
    'pdf',
  );
});

test('anything at all is read', async () => {
  const parts = fc.constantFrom(
    '/',
    '#',
    '#4',
    '/ObjStm',
    '/Type/Page',
    'stream\n',
    'endstream',
    '/Filter',
    '<<',
    '>>',
    ' obj',
    '\0',
    'x\x9c',
    '/JavaScript',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(parts), async (texts) => {
      const facts = await readPdf(pdf(texts.join('')));
      assert.ok(facts.unreadStreams <= facts.objectStreams);
    }),
    runs(300),
  );
});
