/** Inspects and judges data: URLs from pages that were made to disguise them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readJson, sharedFolder } from '../support/shared.ts';
import { findingsOf, type Where } from './rules/cases.ts';

interface Expected {
  id: string;
  raw?: string;
  element?: string;
  mediaType?: string;
  decoded?: { ok: boolean };
  /** How the type that browsers sniff relates to the declared one, such as `same` or `alias`. */
  oracleMatch?: string;
  oracleSniffed?: string;
}

const folder = sharedFolder('adversarial');
const pages: { file: string; expect: Expected[] }[] = folder ? readJson(folder, 'manifest.json').pages : [];

const places: Record<string, Where> = { a: 'document', iframe: 'iframe', link: 'style', style: 'style' };
const placeOf = ({ element = '', mediaType = '' }: Expected): Where =>
  mediaType.startsWith('image/') && element !== 'a' ? 'image' : (places[element] ?? 'empty');

const ofType = ['type-mismatch', 'wrong-type', 'syntax', 'disallowed-type', 'active-content'];

for (const { file, expect } of pages) {
  describe(file, () => {
    for (const expected of expect) {
      const { id, raw, decoded, oracleMatch, oracleSniffed, mediaType } = expected;
      if (raw === undefined || decoded === undefined) continue;
      test(`${id}: ${mediaType ?? ''}, ${oracleMatch ?? 'refused'}`, async () => {
        const findings = await findingsOf(raw, [placeOf(expected)]);
        const rules = findings.map(({ rule }) => rule);
        assert.ok(!findings.some(({ messageId }) => messageId === 'rule-crashed'));
        // If the cause is known, its finding replaces the finding about the rejection.
        const isRejected = ['invalid-data-url', 'damaged-url'].some((rule) => rules.includes(rule));
        assert.ok(decoded.ok ? !rules.includes('invalid-data-url') : isRejected, rules.join());
        if (oracleMatch === 'same' || oracleMatch === 'alias') {
          // A file extension used as a subtype, such as image/jpg, has the same effect as the registered type.
          const contradicting = findings.filter(({ messageId }) => messageId !== 'wrong-type-misspelled');
          assert.ok(
            !contradicting.some(({ rule }) => /^(?:type-mismatch|wrong-type)$/.test(rule)),
            rules.join(),
          );
        }
        // Text has no signature, so if a browser sniffs text/plain, no better type is known.
        if (oracleMatch?.startsWith('mismatch') && oracleSniffed !== 'text/plain') {
          const isUnclaimed = mediaType === 'application/x-totally-unknown';
          assert.ok(isUnclaimed || rules.some((rule) => ofType.includes(rule)), rules.join());
        }
        // An ordinary picture used as an image must not be reported as an error.
        if (oracleMatch === 'same' && mediaType === 'image/png' && placeOf(expected) === 'image') {
          assert.deepEqual(
            findings.filter(({ severity }) => severity === 'error'),
            [],
          );
        }
      });
    }
  });
}
