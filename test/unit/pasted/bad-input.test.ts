/**
 * Any pasted text must produce a result. If the time grew faster than the length of the text, the largest of these
 * would never finish.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentEncodedIn } from '../../../src/pasted/altered.ts';
import { mailEntities, maxEntities } from '../../../src/pasted/mail.ts';
import { findPastedIn } from '../../../src/pasted/pasted.ts';
import { baseLayers, maxBaseLayers } from '../../../src/references/base-layers.ts';
import { compareByLevels } from '../../../src/references/compare-references.ts';
import { normalForms } from '../../../src/references/normal-forms.ts';
import { resolutionDifferences } from '../../../src/references/resolve-differences.ts';
import { risks } from '../../../src/references/risks.ts';
import { uriParts } from '../../../src/references/uri-parts.ts';
import { delimit } from '../../../src/uri/delimit.ts';
import { isFull } from '../../support/seed.ts';

const megabyte = 1_000_000;
/** A length above the maximum for a word of a command. */
const long = (isFull ? 16 : 3) * megabyte;
const filled = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length));
const external = 'Content-Type: message/external-body; access-type=URL; URL=';
const entity = `${external}"data:,x"\r\n\r\nContent-Type: text/plain\r\n\r\n`;
const maxCount = 201;

/** Texts of several megabytes, and the number of URLs found in each, up to the limit. */
const pasted: Record<string, [text: () => string, found: number]> = {
  'a URL behind a word': [() => `see data:,${filled('a', long)}`, 1],
  'a header without end': [() => `${external}"data:,${filled('a', long)}`, 1],
  'a command with quotes that are never closed': [() => `curl ${filled("'data:,", long)}`, maxCount],
  'NULs, and a URL behind them': [() => `${filled('\0', long)} data:,x`, 1],
  'lone surrogates, and a URL behind them': [() => `${filled('\ud800', long)} data:,x`, 1],
};
for (const [name, [text, count]] of Object.entries(pasted))
  test(`searched to its end: ${name}`, async () => {
    let done = 0;
    const { found } = await findPastedIn(new Blob([text()]), {
      onProgress: (share) => {
        assert.ok(share >= done);
        done = share;
      },
      maxCount,
    });
    assert.equal(found.length, count);
  });

test('10,000 headers: as many entities as are looked for', () => {
  const entities = mailEntities(entity.repeat(10_000));
  assert.equal(entities.length, maxEntities);
  assert.ok(entities.every(({ ok, start }, n) => ok && start === n * entity.length));
});

test('10,000 fields before the type in one header: the entity, without them', () => {
  const fields = Array.from({ length: 10_000 }, (_, n) => `X-${n}: ${n}\r\n`).join('');
  const [found, ...others] = mailEntities(fields + entity);
  assert.ok(found?.ok && others.length === 0);
  assert.equal(found.url, 'data:,x');
  const { base } = baseLayers({ message: `${fields}Content-Base: http://a/b\r\n` });
  assert.equal(base.ok && base.uri, 'http://a/b');
});

test('messages in messages, 1,000 deep: the innermost base, and what the innermost names', () => {
  const deep = (n: number) => `Content-Type: message/rfc822\r\nContent-Location: ${n}/\r\n\r\n`;
  const levels = Array.from({ length: 1000 }, (_, n) => deep(n)).join('');
  const outermost = 'Content-Base: http://h/\r\n';
  const { layers, base } = baseLayers({ message: outermost + levels });
  assert.equal(layers.length, 1001);
  assert.ok(base.ok);
  assert.match(base.uri, /^http:\/\/h\/0\/1\/2\/.*\/998\/999\/$/);
  const [found, ...others] = mailEntities(levels + entity);
  assert.ok(found?.ok && others.length === 0);
  assert.equal(baseLayers({ message: outermost + levels.repeat(10) }).layers.length, maxBaseLayers);
});

test('1,000 and 100,000 layers of percent-encoding are removed', () => {
  for (const layers of [1000, 100_000]) {
    const escaped = (code: string) => `%${'25'.repeat(layers - 1)}${code}`;
    const [found] = percentEncodedIn(`x=data${escaped('3A')}${escaped('2C')}a${escaped('20')}b&y`);
    assert.equal(found?.written, 'data:,a b');
  }
  // Nested layers of escapes are decoded as far as possible.
  assert.equal(percentEncodedIn(`data%${'25'.repeat(20)}3A%2Cx%2541`)[0]?.written, 'data:,xA');
});

test('the parts, the forms and the resolution of anything', () => {
  const base = 'http://a/b/c/d;p?q';
  for (const piece of [
    '\0',
    '\ud800',
    '\udc00\ud800',
    '%25',
    '%',
    '../',
    '/./',
    '//',
    '[',
    ':',
    '@',
    '?',
    '#',
  ]) {
    const text = filled(piece, long / 80);
    assert.ok(uriParts(text, '2004').length > 0);
    assert.ok(uriParts(text, '1997').length > 0);
    assert.equal(normalForms(text).length, 4);
    assert.equal(compareByLevels(text, `${text}a`).length, 5);
    assert.ok(resolutionDifferences(text, base).ok);
    assert.ok(risks(text).length <= 9);
    assert.ok(delimit(`http://h/${text}`).length > 0);
  }
});
