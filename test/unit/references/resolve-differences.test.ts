/** Tests the differences between the algorithms of the 1997 draft and RFC 3986, and the rules that cause them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { resolve, stepsOf2004 } from '../../../src/references/resolve.ts';
import { resolve1997, stepsOf1997 } from '../../../src/references/resolve-1997.ts';
import { resolutionDifferences } from '../../../src/references/resolve-differences.ts';
import { cases, runs } from '../../support/seed.ts';

const differences = (reference: string, base: string) => {
  const result = resolutionDifferences(reference, base);
  return result.ok ? [result.strict, result.url1997, result.changes] : result.problem.code;
};

test('in 1997 a scheme may begin with any of its characters', () => {
  for (const reference of ['3com:x', '+a:x', '-a:x', '.a:x', '9:x'])
    assert.deepEqual(differences(reference, 'http://h/d/e'), [
      `http://h/d/${reference}`,
      reference,
      ['scheme-syntax'],
    ]);
  assert.deepEqual(differences('x', '3com://h/d/e'), [null, '3com://h/d/x', ['scheme-syntax']]);
  assert.deepEqual(differences('#f', '3com://h/d/e'), [null, '(current document)#f', ['same-document']]);
  assert.deepEqual(differences('a_b:x', 'http://h/'), ['http://h/a_b:x', 'http://h/a_b:x', []]);
  assert.equal(stepsOf1997('3com:x', 'http://h/')[0]?.name, 'scheme');
  assert.equal(stepsOf2004('3com:x', 'http://h/')[0]?.name, 'merge');
});

test('a whole URL needs no base; all else needs one with a scheme', () => {
  for (const base of ['', 'd/e']) {
    assert.deepEqual(differences('http://h/x', base), ['http://h/x', 'http://h/x', []]);
    assert.deepEqual(differences('3com:x', base), [null, '3com:x', ['scheme-syntax']]);
    assert.deepEqual(differences('#f', base), [null, '(current document)#f', ['same-document']]);
    for (const reference of ['x', '/x', '//h/x', '?q'])
      assert.equal(differences(reference, base), 'uri-base-not-absolute', reference);
  }
});

test('each difference is named by what makes it', () => {
  for (const [base, reference, strict, url1997, ...changes] of [
    ['foo:/a', './/x', 'foo:/.//x', 'foo://x', 'double-slash'],
    ['foo:/a/b', '..//x', 'foo:/.//x', 'foo://x', 'double-slash'],
    ['foo:/a', '..//x', 'foo:/.//x', 'foo:/..//x', 'excess-dots', 'double-slash'],
    ['foo:a', 'b/../c', 'foo:/c', 'foo:c', 'rootless-dots'],
    ['foo:a', 'b/..', 'foo:/', 'foo:', 'rootless-dots'],
    ['foo:a/b', '../../x', 'foo:/x', 'foo:../x', 'excess-dots', 'rootless-dots'],
    ['http://h/d/e', '../../x', 'http://h/x', 'http://h/../x', 'excess-dots'],
    ['http://h', 'x', 'http://h/x', 'http://hx', 'base-without-path'],
    ['http://h', '?a/./b', 'http://h?a/./b', 'http://h?a/b', 'query-dots'],
    ['http://h/d/e', '?a/./b', 'http://h/d/e?a/./b', 'http://h/d/?a/b', 'query-only', 'query-dots'],
    ['http://h/d/', '?a', 'http://h/d/?a', 'http://h/d/?a'],
    ['http://h/d/e', '../../x?a/../b', 'http://h/x?a/../b', 'http://h/../b', 'excess-dots', 'query-dots'],
    ['foo:/a', 'foo:/b/../c', 'foo:/c', 'foo:/b/../c', 'absolute-dots'],
  ] as string[][]) {
    assert.deepEqual(differences(reference!, base!), [strict, url1997, changes], `${base} ${reference}`);
  }
});

test('the list of differences is empty exactly where there is none', () => {
  const piece = fc.constantFrom(
    ...['a', '3', '.', '..', '/', '//', './', '../', '?', '#', ':', 'x:', '3com:', '-', '+'],
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  let parted = 0;
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('', 'x:', '3com:', 'http://h', 'x:/'),
      text,
      (reference, scheme, rest) => {
        const base = scheme + rest;
        const result = resolutionDifferences(reference, base);
        const today = resolve(reference, base);
        assert.equal(result.ok, resolve1997(reference, base).ok);
        if (!result.ok) return assert.ok(!today.ok);
        const { strict, nonStrict, url1997, changes } = result;
        assert.equal(strict, today.ok ? today.uri : null);
        assert.equal(new Set(changes).size, changes.length);
        assert.equal(changes.length === 0, strict === nonStrict && strict === url1997);
        assert.equal(
          changes.some((change) => change !== 'same-scheme'),
          strict !== url1997,
        );
        if (strict !== url1997) parted++;
      },
    ),
    runs(20_000),
  );
  assert.ok(parted > 0.1 * cases(20_000), `${parted}`);
});
