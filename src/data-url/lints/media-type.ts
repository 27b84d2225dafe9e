/** What stands before the comma and does not mean what it seems to. */
import { encodingOf } from '../../mime/charset.ts';
import { parseMimeType } from '../../mime/mime-type.ts';
import type { ParsedDataUrl, ParsedParameter } from '../parse.ts';
import { edited, excerpt, type Lint, lint, replaced, times } from './lint.ts';

export function lintMediaType(written: string, parsed: ParsedDataUrl): Lint[] {
  const { mediaType, comma } = parsed;
  if (mediaType === null || comma === null || parsed.hierarchical) return [];
  const token = tokenLints(written, parsed, comma.start);
  // One cause, one lint: a "base64" in the wrong place explains the rest.
  const explains = token.some(({ group, code }) => group === 'meaning' && code !== 'base64-repeated');
  return [
    ...(explains ? [] : typeLints(written, parsed, mediaType)),
    ...parameterLints(written, parsed),
    ...token,
    ...characterLints(written, mediaType).filter(({ code }) => !explains || code !== 'escape-in-media-type'),
  ];
}

function typeLints(
  written: string,
  parsed: ParsedDataUrl,
  mediaType: { start: number; end: number },
): Lint[] {
  if (!parsed.defaulted) return [];
  const input = parsed.mimeTypeInput;
  if (input === '') return [];
  const semicolon = input.indexOf(';');
  const end = Math.min(
    parsed.base64Token?.start ?? mediaType.end,
    parsed.parameters[0]?.start ?? mediaType.end,
    mediaType.end,
  );
  let start = mediaType.start;
  while (start < end && written.charCodeAt(start) <= 0x20) start++;
  let stop = end;
  while (stop > start && /[\s;]/.test(written.charAt(stop - 1))) stop--;
  const span = { start, end: stop };
  const type = semicolon < 0 ? input : input.slice(0, semicolon);
  const args = { type: excerpt(written, span) };
  // A percent-encoded slash or space is the likeliest reason; RFC 2397 would decode it.
  const decoded = type.replace(/%([0-7][\dA-Fa-f])/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const mended = parseMimeType(decoded.replace(/[^!#$%&'*+\-.^_`|~\w/]/g, ''));
  const repaired = mended === null ? null : edited(written, span.start, span.end, mended.essence);
  if (!type.includes('/')) {
    return [
      lint(
        'meaning',
        'type-without-subtype',
        args,
        `"${args.type}" has no subtype, so the whole media type is ignored and text/plain;charset=US-ASCII used.`,
        span,
        repaired,
      ),
    ];
  }
  return [
    lint(
      'meaning',
      'invalid-media-type',
      args,
      `"${args.type}" is no valid media type, so all of it is ignored and text/plain;charset=US-ASCII used.`,
      span,
      repaired,
    ),
  ];
}

function parameterLints(written: string, parsed: ParsedDataUrl): Lint[] {
  const lints: Lint[] = [];
  const first = new Map<string, { lint: Lint; count: number }>();
  const add = (code: string, p: ParsedParameter, message: string, repaired: string | null) => {
    const seen = first.get(code);
    if (seen !== undefined) {
      seen.count++;
      seen.lint.args.count = seen.count;
      return;
    }
    const made = lint('meaning', code, { parameter: excerpt(written, p), count: 1 }, message, p, repaired);
    first.set(code, { lint: made, count: 1 });
    lints.push(made);
  };
  /** The URL without a parameter and the `;` before it. */
  const without = (p: ParsedParameter) => {
    const semicolon = written.lastIndexOf(';', p.start - 1);
    return semicolon < 0 ? null : edited(written, semicolon, p.end, '');
  };
  for (const p of parsed.parameters) {
    const text = excerpt(written, p);
    const name = written
      .slice(p.name.start, Math.min(p.name.end, p.name.start + 64))
      .trim()
      .toLowerCase();
    switch (p.dropped) {
      case 'no-value': {
        if (name === 'base64') break;
        const encoding = encodingOf(name);
        if (encoding !== null) {
          add(
            'charset-without-name',
            p,
            `";${text}" has no value and is ignored; a charset is written ";charset=${encoding}".`,
            edited(written, p.start, p.end, `charset=${encoding}`),
          );
        } else {
          add('parameter-without-value', p, `";${text}" has no value and is ignored.`, without(p));
        }
        break;
      }
      case 'empty-value':
        if (name !== 'base64')
          add('parameter-without-value', p, `";${text}" has no value and is ignored.`, without(p));
        break;
      case 'empty-name':
        add('parameter-without-name', p, `";${text}" has no name and is ignored.`, without(p));
        break;
      case 'bad-name': {
        const spaced = /\s$/.test(written.slice(p.name.start, p.name.end));
        add(
          'parameter-name',
          p,
          spaced
            ? `The space before "=" in ";${text}" is read as part of the name, so the parameter is ignored.`
            : `The name in ";${text}" holds characters that no name may have, so the parameter is ignored.`,
          spaced ? edited(written, p.start, p.end, withoutSpaces(written.slice(p.start, p.end))) : null,
        );
        break;
      }
      case 'duplicate':
        add(
          'duplicate-parameter',
          p,
          `The parameter "${name}" was there before, so this one is ignored.`,
          without(p),
        );
        break;
      case null:
        if (p.quoted && p.closed) {
          add(
            'quoted-parameter',
            p,
            `RFC 2397 allows no quotes in a URL: erratum 2045 wants the value of ";${text}" without.`,
            null,
          );
        }
    }
    if (p.quoted && !p.closed) lints.push(unclosedQuote(written, parsed, p));
  }
  if (parsed.emptyParameters > 0 && parsed.mediaType !== null) {
    const { start, end } = parsed.mediaType;
    const match = /;[\s;]*(?=;)|;\s*$/.exec(written.slice(start, Math.min(end, start + 4096)));
    const at = start + (match?.index ?? 0);
    lints.push(
      lint(
        'meaning',
        'empty-parameter',
        { count: parsed.emptyParameters },
        `A ";" has no parameter behind it, ${times(parsed.emptyParameters)}.`,
        { start: at, end: at + (match?.[0].length ?? 1) },
        match === null ? null : edited(written, at, at + match[0].length, ''),
      ),
    );
  }
  return lints;
}

/** A parameter without white space around its `=` and at its end. */
const withoutSpaces = (parameter: string): string => parameter.trim().replace(/\s*=\s*/, '=');

/** The first comma splits even inside of quotes: the most surprising of all. */
function unclosedQuote(written: string, parsed: ParsedDataUrl, p: ParsedParameter): Lint {
  const comma = parsed.comma?.start ?? p.end;
  const next = written.slice(comma + 1, comma + 4096).search(/["#]/);
  const goesOn = next >= 0 && written.charAt(comma + 1 + next) === '"';
  return goesOn
    ? lint(
        'meaning',
        'comma-in-quotes',
        {},
        'The first comma ends the media type even inside of quotes, so the rest of the quoted value is read as data.',
        { start: comma, end: comma + 1 },
        edited(written, comma, comma + 1, '%2C'),
      )
    : lint(
        'meaning',
        'unclosed-quote',
        {},
        'The quoted value has no closing quote.',
        p,
        edited(written, p.end, p.end, '"'),
      );
}

function tokenLints(written: string, parsed: ParsedDataUrl, comma: number): Lint[] {
  const lints: Lint[] = [];
  const { base64Token, mediaType, body } = parsed;
  if (mediaType === null || body === null) return lints;
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
        lint(
          'meaning',
          'base64-repeated',
          { count: stray.length + 1 },
          'Only the last ";base64" counts; those before it are read as parameters and ignored.',
          { start: semicolon, end: first.end },
          edited(written, semicolon, first.end, ''),
        ),
      );
    } else if (first.value !== null) {
      lints.push(
        lint(
          'meaning',
          'base64-with-value',
          {},
          'A "=" after "base64" makes it a parameter, so the data is not decoded.',
          { start: semicolon, end: first.end },
          edited(written, semicolon, first.end, ';base64'),
        ),
      );
    } else {
      const rest = written.slice(first.end, comma);
      lints.push(
        lint(
          'meaning',
          'base64-not-last',
          {},
          '";base64" does not count here because it is not the last thing before the comma.',
          { start: semicolon, end: first.end },
          written.length > 1 << 16
            ? null
            : `${written.slice(0, semicolon)}${rest.replace(/[;\s]+$/, '')};base64${written.slice(comma)}`,
        ),
      );
    }
  } else if (base64Token === null) {
    const tail = { start: Math.max(mediaType.start, comma - 64), end: comma };
    const text = written.slice(tail.start, tail.end);
    const decoded = text.replace(/%([0-7][\dA-Fa-f])/g, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded !== text && /;\s*base64\s*$/i.test(decoded)) {
      const at = tail.start + Math.max(0, text.search(/(;|%3b)[^;]*$/i));
      lints.push(
        lint(
          'meaning',
          'base64-escaped',
          {},
          'A percent-encoded ";base64" does not count.',
          { start: at, end: comma },
          edited(written, at, comma, ';base64'),
        ),
      );
    } else if (/base64\s*$/i.test(text)) {
      const at = tail.start + text.toLowerCase().lastIndexOf('base64');
      const glued = /[\s=/]$/.test(written.slice(mediaType.start, at))
        ? null
        : edited(written, at, comma, ';base64');
      lints.push(
        lint(
          'meaning',
          'base64-without-semicolon',
          {},
          '"base64" counts only with a ";" in front of it.',
          { start: at, end: comma },
          at === mediaType.start ? edited(written, at, comma, ';base64') : glued,
        ),
      );
    } else if (/^[ \f]*;?[ \f]*base64[ \f]*,/i.test(beginning(written, body.start))) {
      const after = written.indexOf(',', body.start);
      lints.push(
        lint(
          'meaning',
          'base64-after-comma',
          {},
          '"base64," after the comma is part of the data; it has to be ";base64" before it.',
          { start: comma, end: after },
          edited(written, comma, after, ';base64'),
        ),
      );
    }
  }
  if (base64Token !== null) {
    const token = written.slice(base64Token.start, base64Token.end);
    if (/[^;base64]/.test(token.replace(/[\s]/g, ''))) {
      lints.push(
        lint(
          'interoperability',
          'base64-case',
          {},
          'Not every parser of data: URLs knows "base64" in upper case.',
          base64Token,
          edited(written, base64Token.start, base64Token.end, token.toLowerCase()),
        ),
      );
    }
    if (/\s/.test(token) || base64Token.end !== comma) {
      lints.push(
        lint(
          'interoperability',
          'base64-spaces',
          {},
          'Not every parser of data: URLs allows spaces around "base64".',
          { start: base64Token.start, end: comma },
          edited(written, base64Token.start, comma, token.replace(/\s/g, '')),
        ),
      );
    }
  }
  return lints;
}

/** The first characters of the data, as URL parsing leaves them. */
const beginning = (written: string, start: number): string =>
  written.slice(start, start + 32).replace(/[\t\n\r]+/g, '');

function characterLints(written: string, mediaType: { start: number; end: number }): Lint[] {
  // Long ones are nothing that a person wrote; their first part tells enough.
  const text = written.slice(mediaType.start, Math.min(mediaType.end, mediaType.start + 65536));
  const lints: Lint[] = [];
  const first = (pattern: RegExp) => {
    const matches = [...text.matchAll(pattern)];
    const match = matches[0];
    if (match === undefined) return null;
    const start = mediaType.start + match.index;
    return { start, end: start + match[0].length, count: matches.length };
  };
  const inEscapes = first(/%[\dA-Fa-f]{2}/g);
  if (inEscapes !== null) {
    lints.push(
      lint(
        'meaning',
        'escape-in-media-type',
        { count: inEscapes.count },
        'RFC 2397 lets escapes stand in the media type and decodes them; browsers do not.',
        inEscapes,
        replaced(written, mediaType, /%(2[\dB-Fb-f]|3[\d]|[46][1-9A-Fa-f]|[57][\dAa]|5[Ff])/g, (m) => {
          const c = String.fromCharCode(Number.parseInt(m.slice(1), 16));
          return /[!$&'*+\-.\w/=;]/.test(c) ? c : m;
        }),
      ),
    );
  }
  const spaces = first(/[ \t\n\r]+/g);
  if (spaces !== null) {
    lints.push(
      lint(
        'interoperability',
        'space-in-media-type',
        { count: spaces.count },
        'White space in the media type is no URL character, and parsers differ in what they make of it.',
        spaces,
        text.includes('"')
          ? null
          : replaced(written, mediaType, /[ \t\n\r]+(?=[;=,]|$)|(?<=[;]|^)[ \t\n\r]+/g, ''),
      ),
    );
  }
  const odd = first(/[^\x21-\x7e \t\n\r]|[<>{}|\\^[\]`]/g);
  if (odd !== null) {
    lints.push(
      lint(
        'characters',
        'character-in-media-type',
        { count: odd.count },
        'The media type holds characters that no URL may have.',
        odd,
      ),
    );
  }
  return lints;
}
