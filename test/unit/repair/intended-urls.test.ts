/** The correct results for 34 damaged URLs: a repair must restore the intended URL, or there must be no repair. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { sha256 } from '../../../src/sha256.ts';
import { repairedUrl } from '../../support/repaired-url.ts';
import { ownVectors } from '../../vectors/data-url-vectors.ts';

interface Case {
  url: string;
  cause: string;
  /** Null if no repair may be offered. If absent, a repair may but need not be offered. */
  repaired?: { essence: string; size: number; sha256: string } | null;
}
const cases = ownVectors('intended-urls.json') as Case[];

test('each is repaired where the bytes prove it, and no repair is wrong', async () => {
  for (const { url, cause, repaired: right } of cases) {
    const repair = repairedUrl(url);
    if (right === undefined) continue;
    assert.equal(repair === null, right === null, `${cause}: ${url.slice(0, 60)}`);
    if (repair === null) continue;
    const decoded = decodeDataUrl(repair);
    assert.ok(decoded.ok, `${cause}: ${repair}`);
    const { body, mimeType } = decoded;
    const read = { essence: mimeType.replace(/;.*/, ''), size: body.length, sha256: await sha256(body) };
    assert.deepEqual(read, right, `${cause}: ${repair}`);
  }
});
