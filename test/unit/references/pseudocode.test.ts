/** Compares resolution, normalization and comparison with the pseudocode of the documents, transcribed literally. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compare } from '../../../src/references/compare-references.ts';
import { resolve } from '../../../src/references/resolve.ts';
import { components, recompose } from '../../../src/uri/components.ts';
import { removeDotSegments } from '../../../src/uri/dot-segments.ts';
import { normalizePercent } from '../../../src/uri/normalize.ts';
import { cases, seed } from '../../support/seed.ts';

const numRuns = cases(100_000);

interface Parts {
  scheme: string | undefined;
  authority: string | undefined;
  path: string;
  query: string | undefined;
  fragment: string | undefined;
}

/** RFC 3986, appendix B. */
function parse(uri: string): Parts {
  const match = /^(([^:/?#]+):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#([\s\S]*))?$/.exec(uri);
  assert.ok(match);
  return { scheme: match[2], authority: match[4], path: match[5] ?? '', query: match[7], fragment: match[9] };
}

/** RFC 3986, section 5.2.4, with its input and output buffers. */
function removeDots(path: string): string {
  let input = path;
  let output = '';
  while (input !== '') {
    if (input.startsWith('../')) input = input.slice(3);
    else if (input.startsWith('./')) input = input.slice(2);
    else if (input.startsWith('/./')) input = input.slice(2);
    else if (input === '/.') input = '/';
    else if (input.startsWith('/../') || input === '/..') {
      input = input === '/..' ? '/' : input.slice(3);
      output = output.slice(0, Math.max(0, output.lastIndexOf('/')));
    } else if (input === '.' || input === '..') input = '';
    else {
      const [segment = ''] = /^\/?[^/]*/.exec(input) ?? [];
      output += segment;
      input = input.slice(segment.length);
    }
  }
  return output;
}

/** RFC 3986, section 5.2.2 (strict) and section 5.2.3. */
function transform(R: Parts, Base: Parts): Parts {
  const T = { fragment: R.fragment } as Parts;
  if (R.scheme !== undefined) {
    T.scheme = R.scheme;
    T.authority = R.authority;
    T.path = removeDots(R.path);
    T.query = R.query;
  } else {
    if (R.authority !== undefined) {
      T.authority = R.authority;
      T.path = removeDots(R.path);
      T.query = R.query;
    } else {
      if (R.path === '') {
        T.path = Base.path;
        T.query = R.query !== undefined ? R.query : Base.query;
      } else {
        if (R.path.startsWith('/')) T.path = removeDots(R.path);
        else {
          const merged =
            Base.authority !== undefined && Base.path === ''
              ? `/${R.path}`
              : Base.path.slice(0, Base.path.lastIndexOf('/') + 1) + R.path;
          T.path = removeDots(merged);
        }
        T.query = R.query;
      }
      T.authority = Base.authority;
    }
    T.scheme = Base.scheme;
  }
  return T;
}

/** RFC 3986, section 5.3. */
function compose({ scheme, authority, path, query, fragment }: Parts): string {
  let result = '';
  if (scheme !== undefined) result += `${scheme}:`;
  if (authority !== undefined) result += `//${authority}`;
  result += path;
  if (query !== undefined) result += `?${query}`;
  if (fragment !== undefined) result += `#${fragment}`;
  return result;
}

const segment = fc.constantFrom('.', '..', 'a', 'b', '', 'c;d', '%2e', '%7E', '%7e', 'A', '...');
const path = fc.array(segment, { maxLength: 6 }).map((segments) => segments.join('/'));
/** Generates paths with dots next to letters and to each other. */
const dots = fc
  .array(fc.constantFrom('/', '/', '.', '..', '...', 'a', 'b'), { maxLength: 14 })
  .map((pieces) => pieces.join(''));
const tail = fc.constantFrom('', '?', '?q', '#', '#s', '?q/../x', '?y#s/./x');
const reference = fc
  .tuple(
    fc.constantFrom('', '', '', 'http:', 'x:', 'HTTP:'),
    fc.constantFrom('', '', '/', '//h', '//H:80/', '//'),
    path,
    tail,
  )
  .map((pieces) => pieces.join(''));
const base = fc
  .tuple(fc.constantFrom('http://a', 'http://a/', 'x:', 'x:/', 'file:///'), path, tail)
  .map(([start, rest, end]) =>
    /[a-z]$/.test(start) && rest !== '' ? `${start}/${rest}${end}` : start + rest + end,
  );

test('removing dots is the two buffers of section 5.2.4', () => {
  fc.assert(
    fc.property(fc.oneof(path, dots), fc.boolean(), (text, isRooted) => {
      const input = isRooted ? `/${text}` : text;
      assert.equal(removeDotSegments(input), removeDots(input));
    }),
    { numRuns, seed },
  );
});

test('resolution is the pseudocode of section 5.2.2, but for "//" without an authority, which gets "/."', () => {
  fc.assert(
    fc.property(reference, base, (relative, from) => {
      const resolved = resolve(relative, from);
      assert.ok(resolved.ok);
      const T = transform(parse(relative), parse(from));
      // RFC 3986, section 3.3: such a path would be parsed as an authority.
      const changed = T.authority === undefined && T.path.startsWith('//');
      const isKept = parse(relative).scheme === undefined && parse(relative).path === '';
      const path = changed && !isKept ? `/.${T.path}` : T.path;
      assert.equal(resolved.uri, compose({ ...T, path }));
    }),
    { numRuns, seed },
  );
});

test('parts are those of Appendix B, and put together again as in section 5.3', () => {
  fc.assert(
    fc.property(reference, (text) => {
      const { spans, ...parts } = components(text);
      assert.deepEqual(parts, parse(text));
      assert.equal(compose(parts), recompose(parts));
    }),
    { numRuns, seed },
  );
});

/** RFC 3986, sections 6.2.2.1 and 6.2.2.2. */
const percent = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (triplet, digits) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : triplet.toUpperCase();
  });

test('escapes are normalized as sections 6.2.2.1 and 6.2.2.2 say', () => {
  const piece = fc.constantFrom('%41', '%7e', '%2f', '%E9', '%00', 'a', '/', 'é', '%C3%a9');
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      (text) => assert.equal(normalizePercent(text), percent(text)),
    ),
    { numRuns, seed },
  );
});

/** RFC 3986, section 6.2.2, for URIs with an authority. */
function normal(uri: string): string {
  const { scheme, authority, path, query, fragment } = parse(uri);
  return compose({
    scheme: scheme?.toLowerCase(),
    authority: authority === undefined ? undefined : percent(percent(authority).toLowerCase()),
    path: removeDots(percent(path)),
    query: query === undefined ? undefined : percent(query),
    fragment: fragment === undefined ? undefined : percent(fragment),
  });
}

test('comparison is equality of the normal forms of section 6.2.2', () => {
  const uri = fc
    .tuple(fc.constantFrom('x://h/', 'X://H/', 'x://%48/'), path, tail)
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(uri, uri, (a, b) => {
      const expected = a === b ? 'string' : normal(a) === normal(b) ? 'syntax' : 'different';
      assert.equal(compare(a, b), expected, `${a} ${b}`);
    }),
    { numRuns, seed },
  );
});
