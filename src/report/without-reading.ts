/** The Report's JSON form: what a DataUrl has for the extension alone is left out. */
import type { DataUrl } from './report.ts';

/** A data: URL as the Report's JSON has it, those inside of it too. */
export function withoutReading({ payload: _, ...dataUrl }: DataUrl): DataUrl {
  return { ...dataUrl, nested: dataUrl.nested.map(withoutReading) };
}
