/** The Report's JSON form, without the properties that only the extension needs. */
import type { DataUrl } from './report.ts';

/** A data: URL in the Report's JSON, with the nested ones. */
export function withoutReading({ payload: _payload, engines: _engines, ...dataUrl }: DataUrl): DataUrl {
  return { ...dataUrl, nested: dataUrl.nested.map(withoutReading) };
}
