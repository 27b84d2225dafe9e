/** Each signature in the MIME Sniffing Standard must be detected in a body that begins with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectedType } from '../../src/payload/detect/detected-type.ts';
import { readJson, sharedFolder } from '../support/shared.ts';

interface Pattern {
  section: string;
  pattern: string;
  mask: string;
  ignoreLeading: string | null;
  mimeType: string;
}

/** The type for a UTF-16 or UTF-8 byte order mark, which indicates an encoding, not a type. */
const plain = 'text/plain';

test("the standard's signatures are detected", (t) => {
  const folder = sharedFolder('vectors/derived');
  if (!folder) return;
  const { patterns } = readJson(folder, 'mimesniff-signatures.json') as { patterns: Pattern[] };
  assert.equal(patterns.length, 46);
  let found = 0;
  const missed: string[] = [];
  for (const { pattern, mimeType } of patterns) {
    const body = Buffer.concat([Buffer.from(pattern, 'hex'), Buffer.from(' \0'.repeat(20), 'latin1')]);
    const detected = detectedType(body);
    const expected = mimeType === plain ? null : mimeType;
    if (detected === expected) found++;
    else missed.push(`${pattern} ${mimeType}: ${detected}`);
  }
  t.diagnostic(`${found} of ${patterns.length}`);
  assert.deepEqual(missed, []);
});
