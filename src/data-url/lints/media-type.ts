/** Lints of the text before the comma. */

import { encodingOf } from '../../mime/charset.ts';
import type { Span } from '../../problem.ts';
import { commaOf, mayBeWord, plainValue, repairedHeader, unescaped, writtenHead } from '../intended.ts';
import { maxEditedLength } from '../limits.ts';
import type { ParsedDataUrl, ParsedParameter } from '../parse.ts';
import {
  type Edit,
  edited,
  excerpt,
  type Lint,
  type LintCode,
  lint,
  mayBeBase64,
  replaced,
  withoutParameter,
} from './lint.ts';

export function lintMediaType(written: string, parsed: ParsedDataUrl): Lint[] {
  const { mediaType, comma } = parsed;
  if (mediaType === null || comma === null || parsed.hierarchical) return [];
  const token = tokenLints(written, parsed, mediaType);
  // One lint for one cause: a "base64" in the wrong place explains several other lints, which are dropped.
  const explains = token.some(({ code }) => mayBeBase64(code));
  return [
    ...(explains ? [] : typeLints(written, parsed, mediaType)),
    ...parameterLints(written, parsed, mediaType).filter(
      ({ code }) => !explains || code !== 'base64-misspelled',
    ),
    ...token,
    ...characterLints(written, parsed, mediaType).filter(
      ({ code }) => !explains || code !== 'escape-in-media-type',
    ),
  ];
}

function typeLints(written: string, parsed: ParsedDataUrl, mediaType: Span): Lint[] {
  const input = parsed.mimeTypeInput;
  if (!parsed.defaulted || input === '') return [];
  let { start } = mediaType;
  while (written.charCodeAt(start) <= 0x20) start++;
  let end = Math.min(
    parsed.base64Token?.start ?? mediaType.end,
    parsed.parameters[0]?.start ?? mediaType.end,
  );
  while (end > start && /[\s;]/.test(written.charAt(end - 1))) end--;
  const span = { start, end };
  const args = { type: excerpt(written, span) };
  const code = input.replace(/;.*/s, '').includes('/') ? 'invalid-media-type' : 'type-without-subtype';
  return [lint(code, args, span, () => withMeantHead(written, span))];
}

/** The edit that rewrites a head, or a part of one, as intended, if the intention is evident. */
function withMeantHead(written: string, { start, end }: Span): Edit[] | null {
  const meant = written.length > maxEditedLength ? null : repairedHeader(written.slice(start, end));
  return meant && edited(written, start, end, writtenHead(meant));
}

function parameterLints(written: string, parsed: ParsedDataUrl, mediaType: Span): Lint[] {
  const lints: Lint[] = [];
  const first = new Map<string, Lint>();
  const add = (code: LintCode, p: ParsedParameter, edits?: () => Edit[] | null) => {
    const seen = first.get(code);
    if (seen !== undefined) {
      seen.args.count = Number(seen.args.count) + 1;
      return;
    }
    const made = lint(code, { parameter: excerpt(written, p), count: 1 }, p, edits);
    first.set(code, made);
    lints.push(made);
  };
  let isMisspelled = false;
  const addDropped = (code: LintCode, p: ParsedParameter) => {
    const parameter = excerpt(written, p);
    if (parsed.base64 || !mayBeWord(parameter)) add(code, p, () => withoutParameter(written, p));
    else if (!isMisspelled) {
      isMisspelled = true;
      lints.push(lint('base64-misspelled', { parameter }, p));
    }
  };
  const isDeclared = () =>
    parsed.parameters.some(
      (p) => p.dropped === null && /^charset$/i.test(written.slice(p.name.start, p.name.end)),
    );
  for (const p of parsed.parameters) {
    const name = excerpt(written, p.name).trim().toLowerCase();
    switch (p.dropped) {
      case 'no-value': {
        if (name === 'base64') break;
        const encoding = encodingOf(name);
        if (encoding !== null) {
          add('charset-without-name', p, () => {
            // If another parameter declares a charset, the repaired one would be a duplicate.
            if (isDeclared()) return withoutParameter(written, p);
            const label = repairedHeader(`;${name}`)?.parameters[0]?.value ?? name;
            return edited(written, p.start, p.end, `charset=${label}`);
          });
        } else {
          addDropped('parameter-without-value', p);
        }
        break;
      }
      case 'empty-value':
        if (name !== 'base64') addDropped('parameter-without-value', p);
        break;
      case 'empty-name':
        addDropped('parameter-without-name', p);
        break;
      case 'bad-name': {
        add('parameter-name', p, () =>
          /\s$/.test(written.slice(p.name.start, p.name.end))
            ? edited(written, p.start, p.end, withoutSpaces(written.slice(p.start, p.end)))
            : null,
        );
        break;
      }
      case 'duplicate':
        add('duplicate-parameter', p, () => withoutParameter(written, p));
        break;
      case null:
        if (p.quoted && p.closed) {
          add('quoted-parameter', p);
        }
    }
    if (p.quoted && !p.closed) {
      // After a "?", the URL parser escapes the closing quote.
      const isClosed = /"[^"]*"/.test(written.slice(p.start, p.end));
      if (isClosed) add('quoted-parameter', p);
      else lints.push(unclosedQuote(written, mediaType, p));
    }
  }
  if (parsed.emptyParameters > 0) {
    const { start, end } = mediaType;
    // A quoted value may contain ";;".
    const beginning = written
      .slice(start, Math.min(end, start + 4096))
      .replace(/;[^;=]*=[\t\n\r]*"(?:[^"\\]|\\[\s\S])*/g, (quoted) => `;${'x'.repeat(quoted.length - 1)}`);
    const match = /;[\s;]*(?=;)|;\s*$/.exec(beginning);
    const at = start + (match?.index ?? 0);
    lints.push(
      lint(
        'empty-parameter',
        { count: parsed.emptyParameters },
        { start: at, end: at + (match?.[0].length ?? 1) },
        () => match && edited(written, at, at + match[0].length, ''),
      ),
    );
  }
  return lints;
}

/** Removes whitespace around a parameter and around its `=`. */
const withoutSpaces = (parameter: string): string => parameter.trim().replace(/\s*=\s*/, '=');

/**
 * The lint of a quoted value that isn't closed before the first comma. If it is closed after the comma, the author
 * probably meant the comma as part of the value, but the first comma ends the head even within quotes.
 */
function unclosedQuote(written: string, { start, end: comma }: Span, p: ParsedParameter): Lint {
  const meant = start + commaOf(written.slice(start, start + (1 << 16)));
  return meant > comma
    ? lint('comma-in-quotes', {}, { start: comma, end: comma + 1 }, () =>
        edited(written, comma, meant, written.slice(comma, meant).replaceAll(',', '%2C')),
      )
    : lint('unclosed-quote', {}, p, () => edited(written, p.end, p.end, '"'));
}

function tokenLints(written: string, parsed: ParsedDataUrl, mediaType: Span): Lint[] {
  const lints: Lint[] = [];
  const { base64Token } = parsed;
  const comma = mediaType.end;
  const stray = parsed.parameters.filter(
    (p) =>
      (p.dropped === 'no-value' || p.dropped === 'empty-value') &&
      written.slice(p.name.start, p.name.end).replace(/\s/g, '').toLowerCase() === 'base64',
  );
  const [first] = stray;
  if (first !== undefined) {
    const semicolon = written.lastIndexOf(';', first.start);
    if (base64Token !== null) {
      lints.push(
        lint('base64-repeated', { count: stray.length }, { start: semicolon, end: first.end }, () =>
          edited(written, semicolon, first.end, ''),
        ),
      );
    } else if (first.value !== null) {
      lints.push(lint('base64-with-value', {}, { start: semicolon, end: first.end }));
    } else {
      lints.push(lint('base64-not-last', {}, { start: semicolon, end: first.end }));
    }
  } else if (base64Token === null) {
    const tail = { start: Math.max(mediaType.start, comma - 64), end: comma };
    const text = written.slice(tail.start, tail.end);
    const decoded = unescaped(text);
    if (decoded !== text && /;\s*base64\s*$/i.test(decoded)) {
      const at = tail.start + text.search(/(?:;|%3b)(?:(?!%3b)[^;])*$/i);
      lints.push(lint('base64-escaped', {}, { start: at, end: comma }));
    } else if (/base64\s*$/i.test(text)) {
      const at = tail.start + text.toLowerCase().lastIndexOf('base64');
      lints.push(lint('base64-without-semicolon', {}, { start: at, end: comma }));
    } else if (/^[ \f]*(?:;[ \f]*)?base64[ \f]*,/i.test(beginning(written, comma + 1))) {
      const after = written.indexOf(',', comma + 1);
      lints.push(lint('base64-after-comma', {}, { start: comma, end: after }));
    }
  }
  if (base64Token !== null) {
    const token = written.slice(base64Token.start, base64Token.end);
    if (token !== token.toLowerCase()) {
      lints.push(
        lint('base64-case', {}, base64Token, () =>
          edited(written, base64Token.start, base64Token.end, token.toLowerCase()),
        ),
      );
    }
    if (/\s/.test(token) || base64Token.end !== comma) {
      lints.push(
        lint('base64-spaces', {}, { start: base64Token.start, end: comma }, () =>
          edited(written, base64Token.start, comma, token.replace(/\s/g, '')),
        ),
      );
    }
  }
  return lints;
}

/** The first characters of the data, after URL parsing. */
const beginning = (written: string, start: number): string =>
  written.slice(start, start + 32).replace(/[\t\n\r]+/g, '');

/**
 * Escapes in the media type, except those of tspecials in a value, which can't be written otherwise (RFC 2397 section
 * 3).
 */
function needlessEscapes(text: string, { parameters }: ParsedDataUrl, { start }: Span): Span[] {
  const escapes: Span[] = [];
  const from = (at: number, to: number) => {
    for (const { index } of text.slice(at, to).matchAll(/%[\dA-Fa-f]{2}/g))
      escapes.push({ start: start + at + index, end: start + at + index + 3 });
  };
  let at = 0;
  for (const { value, quoted, dropped } of parameters) {
    if (value === null || quoted || dropped !== null) continue;
    const raw = text.slice(value.start - start, value.end - start);
    if (plainValue(raw) !== raw) continue;
    from(at, value.start - start);
    at = value.end - start;
  }
  from(at, text.length);
  return escapes;
}

/** The first "%" without two digits, or delimiter that RFC 2397 requires to be escaped in an unquoted value. */
function firstUnescaped(text: string, { parameters }: ParsedDataUrl, { start }: Span): Span | null {
  const candidates = [text.search(/%(?![\t\n\r]*[\dA-Fa-f][\t\n\r]*[\dA-Fa-f])/)];
  for (const { value, quoted, dropped } of parameters) {
    if (value === null || quoted || dropped !== null) continue;
    const from = value.start - start;
    const at = text.slice(from, value.end - start).search(/[()@:"/?=]/);
    if (at < 0) continue;
    candidates.push(from + at);
    break;
  }
  const at = Math.min(...candidates.filter((each) => each >= 0));
  return at < text.length ? { start: start + at, end: start + at + 1 } : null;
}

function characterLints(written: string, parsed: ParsedDataUrl, mediaType: Span): Lint[] {
  // A long media type was not written by hand, so lints of its first part are enough.
  const text = written.slice(mediaType.start, Math.min(mediaType.end, mediaType.start + 65536));
  const lints: Lint[] = [];
  const first = (pattern: RegExp) => {
    const matches = [...text.matchAll(pattern)];
    const match = matches[0];
    if (match === undefined) return null;
    const start = mediaType.start + match.index;
    return { start, end: start + match[0].length, count: matches.length };
  };
  const escapes = needlessEscapes(text, parsed, mediaType);
  const [firstEscape] = escapes;
  if (firstEscape !== undefined) {
    lints.push(
      lint('escape-in-media-type', { count: escapes.length }, firstEscape, () =>
        withMeantHead(written, mediaType),
      ),
    );
  }
  const spaces = first(/[ \t\n\r]+/g);
  if (spaces !== null) {
    lints.push(
      lint('space-in-media-type', { count: text.split(/[ \t\n\r]/).length - 1 }, spaces, () =>
        text.includes('"')
          ? null
          : replaced(written, mediaType, /[ \t\n\r]+(?=[;=,]|$)|(?<=[;]|^)[ \t\n\r]+/g, ''),
      ),
    );
  }
  const unescaped = firstUnescaped(text, parsed, mediaType);
  if (unescaped !== null) lints.push(lint('unescaped-in-media-type', {}, unescaped));
  const odd = first(/[^\x21-\x7e \t\n\r]|[<>{}|\\^[\]`]/g);
  if (odd !== null) {
    lints.push(lint('character-in-media-type', { count: odd.count }, odd));
  }
  return lints;
}
