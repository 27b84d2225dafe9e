import { isCertainCause } from '../drop-causes.ts';
import { hasEnglish } from '../has-english.ts';
import type { Drop, DropCause } from '../vocabulary.ts';
import { rule, verdict } from './rule.ts';

const ownQuotes = 'and write quotes in it as "%22" and "%27".';
const quote = `Put the URL in quotes, ${ownQuotes}`;

/**
 * Reports URLs that browsers drop together with a declaration, a rule, or a part of an attribute, because of the syntax
 * of that part.
 */
export const droppedCss = rule({
  id: 'dropped-css',
  category: 'correctness',
  effect: 'not-shown',
  texts: hasEnglish && {
    title: 'URL dropped by browsers',
    why: 'A syntax error makes browsers drop the CSS or attribute that contains the URL, so they never request it.',
    fix: 'Correct the text at the given position. The "Copy" menu provides the URL as quoted, escaped CSS.',
    source: {
      name: 'CSS Syntax Module 3 §4.3.6',
      url: 'https://www.w3.org/TR/css-syntax-3/#consume-url-token',
    },
    messages: {
      'dropped-blank': `Whitespace in an unquoted url(), line {line}, column {column}. ${quote}`,
      'dropped-quote': `Quote in an unquoted url(), line {line}, column {column}. ${quote}`,
      'dropped-parenthesis': `Parenthesis in an unquoted url(), line {line}, column {column}. ${quote}`,
      'dropped-control': `Control character in an unquoted url(), line {line}, column {column}. ${quote}`,
      'dropped-line-break': `Line break in the URL or its string, line {line}, column {column}. Put the URL on one line, in quotes, ${ownQuotes}`,
      'dropped-unclosed-string': 'Unclosed string, line {line}, column {column}. Add the closing quote.',
      'dropped-after-string':
        'Text after the string in url(), line {line}, column {column}. Escape the quote that ends the string, or move the text into it.',
      'dropped-no-keyword':
        'No keyword after the cursor URL, line {line}, column {column}. Add one, such as ", auto".',
      'dropped-unclosed':
        'Parenthesis or bracket still open, line {line}, column {column}. Close or remove it.',
      'dropped-stray': 'Stray closing bracket or semicolon, line {line}, column {column}. Remove it.',
      'dropped-brace':
        'Missing semicolon or "}" after the declaration, line {line}, column {column}. Add it.',
      'dropped-outside':
        'Declaration outside of any rule, before line {line}, column {column}. Check the "}" before it.',
      'dropped-attribute':
        'A quote ends the attribute before the URL begins, line {line}, column {column}. Use the other kind of quotes, or &quot;.',
      'dropped-link':
        'Whitespace breaks a Markdown link or image, line {line}, column {column}. Write "%20" or, in base64, remove the whitespace.',
    } satisfies Record<`dropped-${DropCause}`, string>,
    examples: {
      bad: ".logo{background:url(data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E)}",
      good: `.logo{background:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E")}`,
      language: 'css',
    },
  },
  // Correcting the CSS would not repair a URL that the same character breaks.
  yieldsTo: ({ inspection: { problem }, occurrences }) =>
    problem &&
    occurrences.every(
      ({ dropped }) => !dropped || (dropped.start === problem.start && dropped.end === problem.start + 1),
    )
      ? ['invalid-data-url']
      : [],
  check(subject) {
    const byCause = new Map<DropCause, Drop>();
    for (const { dropped } of subject.occurrences)
      if (dropped && !dropped.hasFallback && !byCause.get(dropped.cause)?.isMeant)
        if (dropped.isMeant || !byCause.has(dropped.cause)) byCause.set(dropped.cause, dropped);
    return Array.from(byCause.values(), ({ cause, line, column, start, end, isMeant = false }) => {
      // A hostile page may report any position, so the position is checked.
      const isInside = start < end && end <= subject.inspection.length;
      const own = { isCertain: isCertainCause(cause), isMeant, ...(isInside && { start, end }) };
      return verdict(subject, `dropped-${cause}`, { line, column }, own);
    });
  },
});
