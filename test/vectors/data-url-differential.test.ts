/** Compares `decodeDataUrl` with other implementations for URLs that no person would write. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeDataUrl, decodedSize } from '../../src/data-url/decode.ts';
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { parseDataUrl } from '../../src/data-url/parse.ts';
import { runs } from '../support/seed.ts';
import { arbitraryDataUrl, count, emptyDistribution, tooRare } from './arbitrary-data-url.ts';
import { withAndWithoutNative } from './data-url-native.ts';

// Neither package has types.
const load = async (name: string) => (await import(name)).default;
const dataUrls: (url: string) => { mimeType: { toString(): string }; body: Uint8Array } | null =
  await load('data-urls');
const { URL: StandardUrl }: { URL: typeof URL } = await import('whatwg-url' as string);

type Result = { type: string; body: Uint8Array } | null;

const ours = (written: string): Result => {
  const decoded = decodeDataUrl(written);
  return decoded.ok ? { type: decoded.mimeType, body: decoded.body } : null;
};

const same = (a: Result, b: Result) =>
  a === null || b === null
    ? a === b
    : a.type === b.type && a.body.length === b.body.length && Buffer.compare(a.body, b.body) === 0;

const wellFormed = (text: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));

const show = (r: Result) => (r === null ? 'failure' : `${r.type} [${Array.from(r.body)}]`);

/**
 * Whether Node's own URL parser (ada in Node 20), and therefore its fetch(), gives a different result: it drops the
 * slash of `data://h/..`, and keeps `/./` after `/.a`.
 */
const urlDiffers = (written: string) => {
  const href = (Parser: typeof URL) => {
    try {
      return new Parser(written).href;
    } catch {
      return null;
    }
  };
  return href(URL) !== href(StandardUrl);
};

const hasPath = (written: string) => parseDataUrl(written).hierarchical;

test('against data-urls', () => {
  const distribution = emptyDistribution();
  fc.assert(
    fc.property(arbitraryDataUrl, (written) => {
      const mine = ours(written);
      const parsed = parseDataUrl(written);
      count(distribution, written, mine !== null, parsed.base64);
      if (parsed.problem?.code === 'credentials') return; // fetch() rejects these, but the data: URL processor does not
      // data-urls does not convert its input to scalar values; in browsers, every caller does.
      const theirs = dataUrls(wellFormed(written));
      const expected = theirs && { type: theirs.mimeType.toString(), body: theirs.body };
      if (!same(mine, expected)) {
        assert.fail(`${JSON.stringify(written)}: ours ${show(mine)}, data-urls ${show(expected)}`);
      }
    }),
    runs(20_000),
  );
  console.log('distribution:', distribution);
  assert.equal(tooRare(distribution), null);
});

/**
 * Whether undici's MIME type parser differs from the standard: it accepts no backtick in a token, and keeps an unquoted
 * value that consists of spaces. Also, Node 20's URL keeps a space before a `?`.
 */
const undiciDiffers = (mine: Result, theirs: Result, written: string) =>
  mine !== null &&
  theirs !== null &&
  Buffer.compare(mine.body, theirs.body) === 0 &&
  (/`/.test(written) || /=" +"/.test(theirs.type) || / [\t\n\r]*\?/.test(written));

test('against fetch()', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryDataUrl, async (written) => {
      const mine = ours(written);
      let theirs: Result = null;
      if (isDataUrl(written)) {
        const response = await fetch(written).catch(() => null);
        if (response !== null) {
          const body = new Uint8Array(await response.arrayBuffer());
          theirs = { type: response.headers.get('content-type') ?? '', body };
        }
      }
      const explained = undiciDiffers(mine, theirs, written) || (hasPath(written) && urlDiffers(written));
      if (!same(mine, theirs) && !explained) {
        assert.fail(`${JSON.stringify(written)}: ours ${show(mine)}, fetch() ${show(theirs)}`);
      }
    }),
    runs(5000),
  );
});

test('with and without setFromBase64; spans, size and problems hold together', () => {
  withAndWithoutNative((native) => {
    fc.assert(
      fc.property(arbitraryDataUrl, (written) => {
        const decoded = decodeDataUrl(written);
        const parsed = parseDataUrl(written);
        const spans = [
          ...[
            parsed.problem,
            parsed.scheme,
            parsed.mediaType,
            parsed.type,
            parsed.subtype,
            parsed.base64Token,
          ],
          ...[parsed.comma, parsed.body, parsed.query, parsed.fragment, decoded.ok ? null : decoded.problem],
          ...parsed.parameters.flatMap((p) => [p, p.name, p.value]),
        ];
        for (const span of spans) {
          if (span === null) continue;
          assert.ok(
            0 <= span.start && span.start <= span.end && span.end <= written.length,
            JSON.stringify(span),
          );
        }
        if (parsed.problem !== null) {
          assert.equal(decoded.ok, false);
          assert.deepEqual(decoded.ok ? null : decoded.problem, parsed.problem);
          return;
        }
        const text = (span: { start: number; end: number } | null) =>
          span === null ? '' : written.slice(span.start, span.end).replace(/[\t\n\r]/g, '');
        assert.equal(text(parsed.scheme).toLowerCase(), 'data');
        assert.equal(text(parsed.comma), ',');
        const essence = `${text(parsed.type)}/${text(parsed.subtype)}`.toLowerCase();
        if (parsed.type !== null && !parsed.defaulted && /^[!-~]*$/.test(essence)) {
          assert.equal(parsed.mimeType?.split(';')[0], essence);
        }
        if (parsed.base64Token !== null) assert.match(text(parsed.base64Token), /^; *base64$/i);
        assert.equal(parsed.base64Token !== null, parsed.base64);
        if (!decoded.ok) return;
        assert.equal(parsed.mimeType, decoded.mimeType, `native: ${native}`);
        assert.equal(decodedSize(written), decoded.body.length);
        assert.equal(decoded.body.byteLength, decoded.body.buffer.byteLength);
      }),
      runs(10_000),
    );
  });
});
