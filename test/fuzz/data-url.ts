import assert from 'node:assert/strict';
import { anatomyOf } from '../../src/data-url/anatomy.ts';
import { decodeDataUrl, decodedSize } from '../../src/data-url/decode.ts';
import { decodeDataUrlStream } from '../../src/data-url/decode-stream.ts';
import { encodeDataUrl } from '../../src/data-url/encode.ts';
import { lintDataUrl } from '../../src/data-url/lints/index.ts';
import { parseDataUrl } from '../../src/data-url/parse.ts';
import { shortestEquivalentUrl } from '../../src/data-url/rewrite.ts';
import { repairedUrl } from '../support/repaired-url.ts';
import { arbitraryDataUrl } from '../vectors/arbitrary-data-url.ts';
import type { Target } from './target.ts';

async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  // A chunk stays valid only until the next one arrives.
  for await (const chunk of chunks) parts.push(chunk.slice());
  return Buffer.concat(parts);
}

/** Whether a range lies within the text. */
const isWithin = (length: number, { start, end }: { start: number; end: number }): boolean =>
  0 <= start && start <= end && end <= length;

export const dataUrl: Target<string> = {
  name: 'src/data-url',
  input: arbitraryDataUrl,
  async holds(written) {
    const decoded = decodeDataUrl(written);
    const parsed = parseDataUrl(written);
    const { length } = written;

    if (decoded.ok) {
      assert.equal(parsed.problem, null);
      assert.equal(decodedSize(written), decoded.body.length);
    }
    for (const span of [parsed.scheme, parsed.mediaType, parsed.body, parsed.comma, parsed.fragment]) {
      assert.ok(span === null || isWithin(length, span));
    }
    const lints = lintDataUrl(written, parsed, decoded.ok ? decoded.body : undefined);
    for (const lint of lints) assert.ok(isWithin(length, lint), lint.code);
    assert.ok(decoded.ok || isWithin(length, decoded.problem), 'the place of the problem');

    const streamed = await decodeDataUrlStream(new Blob([written]));
    const body = streamed.ok ? await gathered(streamed.chunks) : null;
    assert.equal(streamed.ok && streamed.problem() === null, decoded.ok);
    if (streamed.ok && decoded.ok) {
      assert.equal(streamed.mimeType, decoded.mimeType);
      assert.deepEqual(body, Buffer.from(decoded.body));
    }

    const { runs } = anatomyOf(written, lints);
    assert.equal(runs.at(-1)?.end ?? 0, length);
    for (const [n, run] of runs.entries()) {
      assert.equal(run.start, runs[n - 1]?.end ?? 0);
      if (run.text !== null) assert.equal(run.text, written.slice(run.start, run.end));
    }

    const repaired = repairedUrl(written);
    if (repaired !== null) {
      assert.ok(decodeDataUrl(repaired).ok, repaired);
      assert.equal(repairedUrl(repaired), null, 'what is repaired needs no more repair');
    }
    if (!decoded.ok) return;
    for (const better of [shortestEquivalentUrl(written), encodeDataUrl(decoded.body, decoded.mimeType)]) {
      if (better === null) continue;
      const again = decodeDataUrl(better);
      assert.ok(again.ok, better);
      assert.deepEqual(Buffer.from(again.body), Buffer.from(decoded.body));
    }
    const better = shortestEquivalentUrl(written);
    if (better !== null) {
      const again = decodeDataUrl(better);
      assert.equal(again.ok && again.mimeType, decoded.mimeType);
      assert.ok(better.length < length);
    }
  },
};
