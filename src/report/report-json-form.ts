/** The Report's JSON form, without the properties that only the extension needs. */
import { nameOf } from './name.ts';
import type { DataUrl } from './report.ts';

/** A data: URL in the form of the Report's JSON, including nested data: URLs. */
export function withoutReading({ payload, engines: _engines, cause: _cause, ...dataUrl }: DataUrl): DataUrl {
  const better = payload?.cost?.better;
  const contacts = payload?.references?.contacts;
  // Reports that were read from JSON contain names, but no facts about bodies.
  const name = dataUrl.name ?? nameOf({ ...dataUrl, ...(payload && { payload }) });
  return {
    ...dataUrl,
    ...(name && { name }),
    ...(better && { minimalCost: better.bytes }),
    ...(contacts && contacts.count > 0 && { contacts }),
    nested: dataUrl.nested.map(withoutReading),
  };
}

/** A data: URL of a scanned file without its repair, which its occurrences have as an edit in the Report's JSON. */
export const withoutRepair = ({ repair: _, ...dataUrl }: DataUrl): DataUrl => dataUrl;
