/** The Report's JSON form, without the properties that only the extension needs. */
import type { DataUrl } from './report.ts';

/** A data: URL in the Report's JSON, with the nested ones. */
export function withoutReading({ payload, engines: _engines, ...dataUrl }: DataUrl): DataUrl {
  const better = payload?.cost?.better;
  return {
    ...dataUrl,
    ...(better && { minimalCost: better.bytes }),
    nested: dataUrl.nested.map(withoutReading),
  };
}
