/** Mistakes around data: URLs in vCard (RFC 2426, RFC 6350) and iCalendar (RFC 5545), which this scan tolerates. */

/**
 * `unfolded`: the URL seems to continue in a line that begins with neither a space nor a tab; `encoded`: the value is declared as base64,
 * but is a URL; `escaped`: backslashes in a URI of iCalendar.
 */
export type ContactFault = 'unfolded' | 'encoded' | 'escaped';

/** A property whose value is a data: URL: its name and parameters, and the value with its folds. */
const property =
  /^(?:[\w-]{1,40}\.)?([\w-]{1,40})((?:;(?:[^:;"\r\n]|"[^"\r\n]{0,200}"|\r?\n[ \t]){0,200}){0,9}):data:([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/gim;

/** Matches a line that isn't a property, which would have a colon, but may continue base64 or escapes. */
const continuation = /\r?\n(?=[\w+/=%.~-]+(?:\r?\n|$))/y;

/** The first position of each kind of mistake. Takes linear time. */
export function contactFaults(text: string): Partial<Record<ContactFault, number>> {
  const faults: Partial<Record<ContactFault, number>> = {};
  const isCalendar = /^\s*BEGIN:VCALENDAR\s/i.test(text.slice(0, 1000));
  for (const { 0: whole, 1: name = '', 2: folded = '', 3: value = '', index } of text.matchAll(property)) {
    const parameters = folded.replace(/\r?\n[ \t]/g, '');
    // In quoted-printable, as in vCard 2.1, lines are broken in another way.
    if (/;(?:ENCODING=)?"?QUOTED-PRINTABLE/i.test(parameters)) continue;
    continuation.lastIndex = index + whole.length;
    if (continuation.test(text)) faults.unfolded ??= continuation.lastIndex;
    if (/;(?:ENCODING="?(?:b|base64)"?|BASE64)(?:;|$)/i.test(parameters)) faults.encoded ??= index;
    const isUri =
      /;VALUE=URI(?:;|$)/i.test(parameters) ||
      (/^(?:attach|image)$/i.test(name) && !/;VALUE=/i.test(parameters));
    if (isCalendar && isUri && /\\[;,:]/.test(value)) faults.escaped ??= index;
  }
  return faults;
}
