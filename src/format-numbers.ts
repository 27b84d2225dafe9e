/** Formats figures for people, in any language, and inserts arguments into English texts. */
import { hasEnglish } from './has-english.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

// The formats are cached, because creating one takes longer than using it, and a table formats hundreds of values per
// second.
const formats = new Map<string, Intl.NumberFormat>();

function format(value: number, language: string, options: Intl.NumberFormatOptions = {}): string {
  const key = `${language} ${options.unit} ${options.maximumFractionDigits}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, known);
  return known.format(value);
}

/** A number formatted for a language (BCP 47). */
export const numberText = (value: number, language: string): string => format(value, language);

/** A number of bytes without rounding, with the word for bytes. */
export const exactBytesText = (bytes: number, language: string): string =>
  format(bytes, language, { style: 'unit', unit: 'byte', unitDisplay: 'long', maximumFractionDigits: 0 });

/** A size in bytes, in decimal units (powers of 1000). */
export function bytesText(bytes: number, language: string): string {
  let [value, step] = [bytes, 0];
  // The rounded value is compared, so that 999,999 bytes are 1 MB, not 1,000 kB.
  while (Math.round(value) >= 1000 && step < units.length - 1) {
    value /= 1000;
    step++;
  }
  const maximumFractionDigits = step === 0 || value >= 100 ? 0 : 1;
  // The word for bytes is not abbreviated. In Arabic, no unit is, because the short forms abbreviate megabytes but not
  // kilobytes.
  const unitDisplay = step === 0 || language.startsWith('ar') ? 'long' : 'short';
  return format(value, language, { style: 'unit', unit: units[step], unitDisplay, maximumFractionDigits });
}

/** Units of durations, in milliseconds. */
const durations = { minute: 60_000, second: 1000, millisecond: 1 } as const;

/** A duration in milliseconds, formatted in the largest unit that isn't longer than the duration. */
function durationText(milliseconds: number, language: string): string {
  const units = Object.entries(durations);
  const [unit, length] = units.find(([, length]) => Math.round(milliseconds) >= length) ?? ['millisecond', 1];
  const maximumFractionDigits = length > 1 ? 1 : 0;
  return format(milliseconds / length, language, { style: 'unit', unit, maximumFractionDigits });
}

/** The arguments of a finding or a problem. */
type Args = Readonly<Record<string, string | number>>;

/** The arguments of findings that are sizes in bytes. */
const byteArguments: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['size', 'packed', 'read', 'wasted', 'cost', 'window'],
  ...['gzipped', 'gzippedBefore', 'gzippedAfter'],
]);

/** A numeric argument of a finding or problem, formatted by its name: as bytes, a duration, or a number. */
export function formatArgument(name: string, value: number, language: string): string {
  if (byteArguments.has(name)) return bytesText(value, language);
  return name === 'milliseconds' ? durationText(value, language) : numberText(value, language);
}

/** The arguments that determine the plural form of a text. The first one that is present counts. */
export const countNames = ['count', 'cut', 'all'] as const;

/** The count that determines the plural form of a text; undefined if there is none. */
export function countIn(args: Args): number | undefined {
  const name = countNames.find((each) => args[each] !== undefined);
  const count = name && args[name];
  return typeof count === 'number' ? count : undefined;
}

/**
 * An English text, possibly with plural forms. `{name}` stands for an argument; `countIn` of the arguments selects the
 * form.
 */
export type Text = string | { readonly one: string; readonly other: string };

/**
 * The text in the plural form for its count, with figures formatted for people; empty if this build has no English
 * texts.
 */
export function inEnglish(text: Text, args: Args): string {
  if (!hasEnglish) return '';
  const chosen = typeof text === 'object' ? (countIn(args) === 1 ? text.one : text.other) : text;
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = args[name] ?? whole;
    return typeof value === 'number' ? formatArgument(name, value, 'en') : value;
  });
}
