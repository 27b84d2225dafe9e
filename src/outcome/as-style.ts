/** Style sheets: HTML 4.2.4.4 and CSSOM 6.3.1, by their declared type. */
import { type Fetched, loads, type Outcome, refused, unknown } from './outcome.ts';

/** Types that browsers accept for style sheets besides `text/css`. */
const unknownContent = {
  Chromium: new Set(['*/*', 'application/x-unknown-content-type']),
  Firefox: new Set(['*/*']),
} as const;

/** A written URL without parameters. */
const isBare = /^data:[^;,]*(?:;base64)?,/i;

export function styleOutcome({ type, inspection, context: { browser, isQuirky } }: Fetched): Outcome {
  if (type.essence === 'text/css') return loads;
  // Documents in quirks mode accept any type from their own origin, which includes data: URLs.
  const isTaken = isQuirky === true || unknownContent[browser].has(type.essence);
  // Chromium was seen to refuse unknown content whose type has parameters; this was not measured further.
  const isUnmeasured = browser === 'Chromium' && isQuirky !== true && !isBare.test(inspection.head);
  if (isTaken && isUnmeasured) return unknown;
  if (isTaken) return { kind: 'loads', as: 'text/css' };
  return isQuirky === false ? refused('not-a-style-sheet') : unknown;
}
