import type { Report } from './report.ts';
import { withoutReading } from './report-json-form.ts';

/** A Report as JSON, in an array with one item, in pieces, because strings have a maximum length. */
export function* jsonTextsOf({ dataUrls, findings, ...rest }: Report): Generator<string> {
  yield `[${JSON.stringify(rest).slice(0, -1)},"dataUrls":[`;
  let separator = '';
  for (const dataUrl of dataUrls) {
    yield separator + JSON.stringify(withoutReading(dataUrl));
    separator = ',';
  }
  yield `],"findings":${JSON.stringify(findings)}}]`;
}
