import type { Lint } from '../data-url/lints.ts';
import { isText } from '../mime/charset.ts';
import { parseMimeType } from '../mime/mime-type.ts';
import type { Inspection } from '../report/report.ts';
import type { Severity } from '../vocabulary.ts';
import type { MessageId } from './messages.ts';
import { escapeInType } from './obfuscated-url.ts';
import { isRiskyCharset } from './risky-charset.ts';
import { type Rule, type Verdict, verdict } from './rule.ts';

/**
 * The core's lints that are worth a person's time. Browsers read all of them alike, so none is an error; a warning is
 * what changes the meaning. Left out is what is only no RFC 2397, such as spaces and angle brackets in SVG, and what
 * other rules tell better.
 */
const severities: Partial<Record<string, Severity>> = {
  'fragment-cuts-body': 'warning',
  'comma-in-quotes': 'warning',
  'plus-for-space': 'warning',
  'double-slash': 'warning',
  slash: 'warning',
  'type-without-subtype': 'warning',
  'invalid-media-type': 'warning',
  'base64-not-last': 'warning',
  'base64-with-value': 'warning',
  'base64-escaped': 'warning',
  'base64-without-semicolon': 'warning',
  'base64-after-comma': 'warning',
  'unclosed-quote': 'warning',
  'character-in-media-type': 'warning',
  'lone-surrogate': 'warning',
  'charset-unknown': 'warning',
  'charset-missing': 'warning',
  'charset-not-ascii': 'warning',
  'charset-mismatch': 'warning',
  'charset-bom': 'info',
  'base64-repeated': 'info',
  'base64-missing-padding': 'info',
  'charset-without-name': 'info',
  'parameter-without-value': 'info',
  'parameter-without-name': 'info',
  'parameter-name': 'info',
  'duplicate-parameter': 'info',
  'empty-parameter': 'info',
  'malformed-escape': 'info',
  'double-escape': 'info',
  'control-in-body': 'info',
};

/** Of these types a body without a byte is nothing at all; a text may be empty. */
const needsData = /^(?:image|font|audio|video)\//;

/** In which the charset explains the bytes that cannot be read. */
const charsetCodes = [
  'charset-unknown',
  'charset-missing',
  'charset-not-ascii',
  'charset-bom',
  'charset-mismatch',
];

/** Whether another rule tells the cause of a lint, or there is a good one. */
function isExplained({ code }: Lint, inspection: Inspection): boolean {
  const { charset, payload } = inspection;
  const isRisky = charset.declared !== null && isRiskyCharset(charset.declared);
  // Who escapes the type has no other mistake in it.
  if (code === 'type-without-subtype' || code === 'invalid-media-type')
    return escapeInType(inspection) !== null;
  // UTF-7 is written with "+".
  if (code === 'plus-for-space') return isRisky;
  // What stands in a URL within a URL is encoded twice.
  if (code === 'double-escape') return (payload?.references?.byKind.data ?? 0) > 0;
  if (!charsetCodes.includes(code)) return false;
  const detected = parseMimeType(inspection.detectedType ?? '');
  const isBinary = payload?.encodedAs != null || (detected !== null && !isText(detected));
  return isRisky || isBinary;
}

export const syntax: Rule = {
  id: 'syntax',
  category: 'correctness',
  severity: 'info',
  title: 'It is not written as it seems to be meant.',
  why: 'RFC 2397 with its errata, and the Fetch and MIME Sniffing Standards, which browsers follow: they read the URL, but otherwise than its author expects, or than other programs do.',
  fix: 'Correct the marked place.',
  messageIds: [...Object.keys(severities), 'empty-body'],
  check(subject) {
    const { payload, essence } = subject.inspection;
    if (!payload) return [];
    const verdicts = payload.lints.flatMap((lint): Verdict[] => {
      const { code, args, start, end } = lint;
      const severity = severities[code];
      if (severity === undefined || isExplained(lint, subject.inspection)) return [];
      return [verdict(subject, code as MessageId, args, { severity, start, end })];
    });
    if (subject.inspection.size === 0 && essence !== null && needsData.test(essence)) {
      verdicts.push(verdict(subject, 'empty-body', { type: essence }));
    }
    return verdicts;
  },
};
