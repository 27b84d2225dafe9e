/** Tests the other forms of a data: URL. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { encodeDataUrl } from '../../../src/data-url/encode.ts';
import { encodeBlob } from '../../../src/data-url/encode-blob.ts';
import { addsNothing, meanSame, objectionsTo, readUrl } from '../../../src/data-url/rewrite.ts';
import { findPasted } from '../../../src/pasted/pasted.ts';
import { readExternalBody } from '../../../src/payload/external-body/message-external-body.ts';
import { externalForm } from '../../../src/references/external-body-form.ts';
import { type FormName, formsOf } from '../../../src/report/forms.ts';
import { cases, runs } from '../../support/seed.ts';
import { arbitraryDataUrl } from '../../vectors/arbitrary-data-url.ts';

const html = { essence: 'text/html', detectedType: null };
/** The result of `repairDataUrl` for a URL that needs no repair. */
const asWritten = { ok: false, reason: 'nothing-to-repair' } as const;
const ownForms = (written: string, item = html) => [
  ...formsOf(written, item, asWritten),
  externalForm(written),
];
const allForms = (written: string) => [...formsOf(written, html), externalForm(written)];
/**
 * Whether test/attack/copied-forms.test.ts tests the form with the software that uses it: browsers, shells and Markdown
 * renderers.
 */
const isReadElsewhere = (name: FormName) => ['javascript', 'markdown', 'curl'].includes(name);
const formIn = (written: string, name: FormName) => allForms(written).find((form) => form.name === name)!;
const bodyOf = (url: string | null) => {
  const decoded = decodeDataUrl(url ?? '');
  return decoded.ok ? [decoded.mimeType, Buffer.from(decoded.body).toString('hex')] : null;
};

test('every form means the same, down to the byte', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.boolean(), (bytes, base64) => {
      const body = base64
        ? `;base64,${Buffer.from(bytes).toString('base64')}`
        : `,${Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`;
      const written = `data:text/html;charset=utf-8${body}#end`;
      const expected = bodyOf(written);
      for (const { name, text } of ownForms(written)) {
        if (text === null || name === 'css' || name === 'html' || isReadElsewhere(name)) continue;
        if (name === 'external') {
          const entity = readExternalBody(text);
          assert.deepEqual(entity.ok && bodyOf(entity.url), expected);
        } else assert.deepEqual(bodyOf(text), expected, name);
      }
      const shortest = formIn(written, 'minimal').text;
      if (shortest !== null) assert.ok(shortest.length < written.length);
    }),
    runs(100),
  );
});

test('a refused URL is repaired, and the repair is named', () => {
  const written = 'data:text/html;base64,PGgx\u00a0PkE8L2gxPg';
  const repaired = formIn(written, 'repaired');
  assert.equal(repaired.text, 'data:text/html;base64,PGgxPkE8L2gxPg==');
  assert.equal(repaired.mended[0]?.code, 'base64-character');
  assert.equal(formIn(written, 'minimal').text, 'data:text/html,%3Ch1%3EA%3C/h1%3E');
  assert.equal(formIn(written, 'base64').text, 'data:text/html;base64,PGgxPkE8L2gxPg==');
  assert.equal(formIn('data:,x', 'repaired').text, null);
  assert.equal(formIn('data:,x', 'minimal').text, null);
});

test('a file of any size is encoded in pieces as it would be whole', async () => {
  const piece = 3 << 18;
  const type = 'text/plain;charset=utf-8';
  for (const encoding of ['base64', 'percent'] as const) {
    for (const [size, expected] of [
      [piece, [1]],
      [piece + 2, [piece / (piece + 2), 1]],
    ] as const) {
      const bytes = new Uint8Array(size).fill(0x61);
      const shares: number[] = [];
      const url = await encodeBlob(new Blob([bytes]), type, {
        encoding,
        onProgress: (share) => shares.push(share),
      });
      assert.equal(url.type, 'text/plain');
      assert.ok((await url.text()) === encodeDataUrl(bytes, type, { encoding }));
      assert.deepEqual(shares, expected);
    }
  }
  const empty = await encodeBlob(new Blob([]), 'image/png', {
    encoding: 'base64',
    onProgress: () => assert.fail('nothing is done'),
  });
  assert.equal(await empty.text(), 'data:image/png;base64,');
});

test('pasted back, each form means the same, and nothing is said against it that was not before', () => {
  let forms = 0;
  fc.assert(
    fc.property(arbitraryDataUrl, (written) => {
      const before = decodeDataUrl(written);
      // After URL parsing, controls or a "?" in the head, and an escape that contains a line break, become other
      // mistakes.
      const isPlain = /^ *data:[!->@-~ ]*,/i.test(written) && !/%[\dA-F]?[\t\n\r]/i.test(written);
      if (!before.ok || before.body.length === 0 || !isPlain) return;
      const objections = objectionsTo(readUrl(written));
      for (const { name, text } of ownForms(written, { essence: 'image/png', detectedType: null })) {
        if (text === null || isReadElsewhere(name)) continue;
        forms++;
        const [pasted, ...more] = findPasted(text);
        assert.ok(pasted !== undefined && more.length === 0, `${name} of ${written}: ${text}`);
        assert.ok(meanSame(before, decodeDataUrl(pasted.written)), `${name} of ${written}: ${text}`);
        assert.ok(
          addsNothing(objections, objectionsTo(readUrl(pasted.written))),
          `${name} of ${written}: ${text}`,
        );
      }
    }),
    runs(2000),
  );
  assert.ok(forms > cases(2000), `${forms}`);
});

const cssOf = (written: string) => ownForms(written).find(({ name }) => name === 'css')?.text;

test('what a form has to escape adds no objection', () => {
  for (const blank of ['\f', '\t', '\n', '\r', ' ']) {
    const written = `data:image/png; charset=a b;base64,${blank}AA==#`;
    const anew = 'data:image/png; charset=a b;base64,AA==#';
    assert.equal(cssOf(written), `url("${anew}")`, JSON.stringify(blank));
  }
  for (const control of ['\f', '\v', '\x01', '\x7f', 'é']) {
    const written = `data:text/plain; charset=a b,x${control}y`;
    const anew = `data:text/plain; charset=a b,x${encodeURIComponent(control)}y`;
    assert.equal(cssOf(written), `url("${anew}")`, anew);
  }
});

test('what looks like base64 behind a host keeps its spaces', () => {
  const written = 'data:///;base64,YQ==/../,/Y Q#';
  assert.equal(cssOf(written), 'url("data:,/Y%20Q#")');
  assert.deepEqual(bodyOf('data:,/Y%20Q#'), bodyOf(written));
});

test('every form of a URL that is damaged is that of the repaired one, and says so', () => {
  const written = 'data:text/plain;charset=utf 8,hello world';
  const expected = bodyOf('data:text/plain;charset=utf-8,hello%20world');
  for (const { name, text, mended } of allForms(written)) {
    if (name === 'external') continue;
    assert.deepEqual(
      mended.map(({ code }) => code),
      ['charset-misspelled'],
      name,
    );
    assert.doesNotMatch(text ?? '', /utf 8/, name);
    if (['repaired', 'minimal', 'base64', 'percent'].includes(name)) assert.deepEqual(bodyOf(text), expected);
  }
  const comma = formsOf('data:text/plain;foo="bar,baz";charset=utf8,body', html);
  for (const { name, mended } of comma)
    assert.ok(
      mended.some(({ code }) => code === 'comma-in-quotes'),
      name,
    );
  assert.equal(comma[0]?.text, 'data:text/plain;foo=bar%2Cbaz;charset=utf8,body');
});
