/**
 * Edits valid URLs by one character, everywhere: each result must be valid by RFC 2397, or an objection must be at, or
 * near, the edit.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { base64EndLints, lintDataUrl } from '../../../src/data-url/lints/index.ts';
import { grammarViolations } from '../../../src/data-url/rfc-grammar.ts';
import type { Problem, Span } from '../../../src/problem.ts';

const valid = [
  'data:,a%20b',
  'data:;base64,YQ==',
  'data:text/plain;charset=utf-8,ab#top',
  'data:image/svg+xml;charset=utf-8;base64,PHN2Zy8+',
  'data:text/html;charset=utf-8;x=y;title=a%20b,%3Cp%3E',
  'data:image/gif;base64,R0lGODdh',
];
const characters = [...' \t\n\f\0%#,;="/?:@+&\'\\<{(*.|`-_~0Aagé', '\u00a0', '\u200b', '\ud800'];

/** A URL after one edit; `at` is where the edit was. */
interface Edited {
  url: string;
  at: number;
}

function* editsOf(url: string): Generator<Edited, void, void> {
  for (let at = 0; at <= url.length; at++) {
    const [before, after] = [url.slice(0, at), url.slice(at)];
    yield { url: before + after.slice(1), at };
    for (const c of characters) {
      yield { url: before + c + after, at };
      yield { url: before + c + after.slice(1), at };
    }
  }
}

/** Everything that is said of a URL. */
function objections(url: string): Problem[] {
  const decoded = decodeDataUrl(url);
  return [...(decoded.ok ? [] : [decoded.problem]), ...lintDataUrl(url)];
}

/** Maximum distance, in code units, of an edit from the objection that it causes: the length of an escape. */
const maxDistance = 3;

/** Where a comma, or which digit of base64, is missing, only the author knows. Of duplicates, the second is ignored. */
const elsewhere: ReadonlySet<string> = new Set([
  ...['no-comma', 'base64-length', 'base64-padding-excess', 'duplicate-parameter'],
  ...base64EndLints,
]);

/** The part of the media type at a position, with its delimiters; in the data, just the position. */
function partAt(url: string, at: number): Span {
  const comma = url.indexOf(',');
  if (at > comma) return { start: at, end: at };
  const start = url.lastIndexOf(';', at - 1);
  const end = url.indexOf(';', at);
  return { start: Math.max(start, 0), end: end < 0 || end > comma ? comma : end };
}

function isNear({ code, args, start, end }: Problem, { url, at }: Edited): boolean {
  const part = partAt(url, at);
  const hash = Number(args.hash ?? start);
  if (Math.min(start, hash) - maxDistance <= part.end && part.start <= end + maxDistance) return true;
  return elsewhere.has(code);
}

for (const original of valid)
  test(`each edit of one character: ${original}`, () => {
    assert.deepEqual([objections(original), [...grammarViolations(original)]], [[], []]);
    for (const edited of editsOf(original)) {
      const said = objections(edited.url);
      const shown = `${JSON.stringify(edited)}: ${said.map(({ code }) => code)}`;
      if (said.length === 0) assert.deepEqual([...grammarViolations(edited.url)], [], shown);
      else
        assert.ok(
          said.some((each) => isNear(each, edited)),
          shown,
        );
    }
  });
