/**
 * Inspects a data: URL with placeholders: determines what is known about it, and which findings its literal parts
 * prove.
 */

import { identify } from '../data-url/written.ts';
import { inspect } from '../inspect.ts';
import { formatOf, formats } from '../payload/formats.ts';
import { isMisspelled, isNamedByExtension } from '../payload/misspelled-type.ts';
import type { Span } from '../problem.ts';
import type { DataUrl, Finding, Inspection } from '../report/report.ts';

/**
 * Inspects the literal parts. Spaces replace the placeholders, because spaces affect base64 and markup the least.
 *
 * @param placeholders spans in `written`
 * @returns an Inspection whose size and hash are null; the type is also null if it contains a placeholder
 */
export async function inspectTemplate(written: string, placeholders: readonly Span[]): Promise<Inspection> {
  const literal = withSpaces(written, placeholders);
  const [{ bytes: _, ...identity }, inspection] = await Promise.all([identify(written), inspect(literal)]);
  const comma = literal.indexOf(',');
  const isHeadOpen = comma < 0 || placeholders.some(({ start }) => start < comma);
  const { problem } = inspection;
  return {
    ...inspection,
    ...identity,
    ...(isHeadOpen && { mimeType: null, essence: null, charset: { declared: null, used: null } }),
    ...{ size: null, bodySha256: null },
    problem: problem && isOfLiteral(problem, placeholders) ? problem : null,
  };
}

function withSpaces(written: string, placeholders: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of placeholders.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(at, start);
    if (end <= from) continue;
    parts.push(written.slice(at, from), ' '.repeat(end - from));
    at = end;
  }
  const text = parts.join('') + written.slice(at);
  // A placeholder may complete the last group of four.
  const body = /;base64,(.*)$/is.exec(text)?.[1] ?? '';
  const count = body.replace(/[^A-Za-z0-9+/]/g, '').length;
  return count % 4 === 1 && !body.includes('=')
    ? text.replace(/[A-Za-z0-9+/](?=[^A-Za-z0-9+/]*$)/, ' ')
    : text;
}

/** Problems that the text in a placeholder may remove, no matter where they are reported. */
const mayBeFilled = new Set([
  'base64-plus',
  'base64-missing-padding',
  'base64-length',
  'base64-padding-short',
  'base64-padding-excess',
  'charset-missing',
  'charset-mismatch',
  'charset-not-ascii',
  'charset-bom',
]);

/** Problems of a single character, which don't depend on adjacent placeholders. */
const ofCharacter = new Set(['base64-character', 'control-in-body', 'fragment-cuts-body']);

/** Whether a problem is entirely in literal text. A word or an escape may continue in an adjacent placeholder. */
function isOfLiteral({ code, start, end }: Span & { code: string }, placeholders: readonly Span[]): boolean {
  if (start === end || mayBeFilled.has(code)) return false;
  const reach = ofCharacter.has(code) ? 0 : 1;
  return !placeholders.some((each) => each.start < end + reach && start < each.end + reach);
}

/**
 * The Inspection of a template as the rules judge it. Because there are no bytes, the type that a misspelled picture or
 * font type stands for replaces the detected type.
 */
export function asJudged(inspection: Inspection): Inspection {
  const { essence, detectedType } = inspection;
  return { ...inspection, detectedType: detectedType ?? meantType(essence ?? '') };
}

/** The type that an unknown type or a file extension stands for, if only one is possible. */
function meantType(essence: string): string | null {
  if (isNamedByExtension(essence)) return formatOf(essence)?.type ?? null;
  const [only, another] = formats.filter(
    ({ family, type }) => (family === 'image' || family === 'font') && isMisspelled(essence, type),
  );
  return only && !another ? only.type : null;
}

/** Rules about the spelling of a URL. The positions of their findings show whether literal text is the cause. */
const ofSpelling = new Set(['damaged-url', 'invalid-data-url', 'syntax', 'obfuscated-url', 'wrong-type']);

/** Whether a finding is true for every value of the placeholders. */
const holds = ({ rule, category, messageId, start, end }: Finding, placeholders: readonly Span[]): boolean =>
  ofSpelling.has(rule)
    ? isOfLiteral({ code: messageId, start, end }, placeholders)
    : // A placeholder is never the reason why CSS is dropped.
      rule === 'dropped-css' || category === 'security' || category === 'policy';

type Judged = Pick<DataUrl, 'findings' | 'nested'>;

/** Removes the findings that a placeholder may have caused from the judgment of a URL. */
export const literalJudgement = <Each extends Judged>(judged: Each, placeholders: readonly Span[]): Each => ({
  ...judged,
  findings: judged.findings.filter((each) => holds(each, placeholders)),
  nested: judged.nested.map((each) => literalJudgement(each, [{ start: 0, end: each.length }])),
});
