/** Fonts: by their bytes, whatever type is declared (CSS Fonts 4, 4.3.3). */
import { isLoaded } from '../payload/formats.ts';
import { detectedIn } from './as-image.ts';
import { type Fetched, loadsAs, type Outcome, refused, unknown } from './outcome.ts';

export function fontOutcome(fetched: Fetched): Outcome {
  const { payload } = fetched.inspection;
  if (!payload) return unknown;
  const detected = detectedIn(fetched.inspection);
  // Whether browsers accept the font's tables is not checked.
  return detected !== null && isLoaded(detected, 'font', fetched.context.browser)
    ? loadsAs(fetched, detected)
    : refused('not-a-font');
}
