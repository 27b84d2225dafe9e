/** Makes the Report of a page from the results of content scripts in its documents, as the extension's worker does. */
import type { CspPolicy } from '../csp/csp.ts';
import { documentPolicies } from '../csp/document-policies.ts';
import { utf8Length } from '../data-url/pieces.ts';
import { requestIdOf } from '../data-url/request-url.ts';
import { countSheetUrls, inspect, sheetUrlId } from '../inspect.ts';
import { outcomeAt } from '../outcome/predict-outcome.ts';
import { stateOf } from '../outcome/state.ts';
import type { ObservedOutcome } from '../outcome/state-words.ts';
import type { Policy } from '../policy/policy-types.ts';
import { ruleIn } from '../report/css-place.ts';
import type { Inspection, Report, Unreachable } from '../report/report.ts';
import { withoutReading } from '../report/report-json-form.ts';
import { bodyDocuments, chargeCosts, type ReportedPlace, sourceTextOf } from '../report/source-text.ts';
import { stableParts, stablyOrdering } from '../report/stable-order.ts';
import { totalsOf } from '../report/totals.ts';
import { judge, judgePage } from '../rules/index.ts';
import { framed, type Occurrence } from '../vocabulary.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import type { Reported, ScannedDocument, Sighted } from './page-scan.ts';

const browser = 'Chromium';

/** A distinct text of a page. */
interface Entry {
  inspection: Inspection;
  bytes: number;
  requestId: string;
  occurrences: Occurrence[];
}

interface Facts extends ReportedPlace {
  document: ScannedDocument;
  number: number;
  observed: ObservedOutcome | undefined;
}

/**
 * Makes the Report of a page.
 *
 * @param unread the frames that could not be scanned
 */
export async function reportOfDocuments(
  { documents, unread }: { documents: readonly ScannedDocument[]; unread: readonly Unreachable[] },
  policy: Policy,
  start: number,
): Promise<Report> {
  const top = documents.find(({ isTop }) => isTop) ?? documents[0]!;
  const { entries, facts, tooLarge } = await entriesOf(documents);
  const csp = documents.flatMap(({ url, policies }) => policies.map((text) => metaPolicy(url, text)));
  const policiesOf = new Map(
    documents.map((each) => [
      each,
      documentPolicies({ sent: [], observed: each.enforced, meta: each.policies }, browser),
    ]),
  );
  const isInBody = bodyDocuments(documents);
  const judged = entries.map(({ inspection, bytes, occurrences }) => {
    chargeCosts(occurrences, (each) => sourceTextOf(bytes, each, facts.get(each), isInBody));
    for (const occurrence of occurrences) {
      const { observed, document } = facts.get(occurrence)!;
      occurrence.state = stateOf(occurrence, {
        ...{ sight: observed, requests: [], isReported: false, isWhole: false, browser },
        ...policiesOf.get(document)!,
        outcome: outcomeAt(inspection, occurrence, { browser, isQuirky: document.isQuirky }),
      });
    }
    return { ...inspection, occurrences, ...judge({ inspection, occurrences, policy }) };
  });
  const numberOf = (occurrence: Occurrence) => facts.get(occurrence)?.number ?? 0;
  const dataUrls = atOnce(stablyOrdering(judged, { page: top.url, numberOf }));
  const findings = judgePage({ page: { url: top.url }, dataUrls, csp, policy });
  const unreachable = stableParts(
    distinct([
      ...unread,
      ...documents.flatMap(unreadIn),
      ...framesWithoutScript(documents, unread),
      ...(tooLarge ? [{ kind: 'page', url: top.url, reason: 'too-large' } as const] : []),
    ]),
  );
  return {
    version: 2,
    page: { url: top.url, title: top.title, frames: documents.length },
    unreachable,
    timing: {
      scanMs: Math.round(documents.reduce((sum, { scanMs }) => sum + scanMs, 0)),
      longestTaskMs: Math.round(Math.max(...documents.map(({ longestTaskMs }) => longestTaskMs))),
      totalMs: Math.round(performance.now() - start),
    },
    totals: totalsOf(dataUrls, findings),
    dataUrls: dataUrls.map(withoutReading),
    findings,
  };
}

const metaPolicy = (frame: string, text: string): CspPolicy => ({
  ...{ source: 'meta', reportOnly: false, text, frame },
});

interface Found {
  entries: Entry[];
  facts: ReadonlyMap<Occurrence, Facts>;
  /** Whether a text was skipped because of its size. */
  tooLarge: boolean;
}

/** Inspects each distinct text of the documents once. */
async function entriesOf(documents: readonly ScannedDocument[]): Promise<Found> {
  const byText = new Map<string, Entry>();
  const facts = new Map<Occurrence, Facts>();
  let tooLarge = false;
  const entryOf = async (text: string): Promise<Entry> => {
    const known = byText.get(text);
    if (known) return known;
    const inspection = await inspect(text);
    const requestId = await requestIdOf(text, inspection.sha256);
    return { inspection, bytes: utf8Length(text), requestId, occurrences: [] };
  };
  const contents = new Map<Sighted | undefined, ReturnType<typeof countSheetUrls>>();
  const contentOf = ({ sightings, charset }: ScannedDocument, key: number) => {
    const sheet = sightings.get(key);
    const content = contents.get(sheet) ?? countSheetUrls(sheet?.text ?? '', charset);
    contents.set(sheet, content);
    return content;
  };
  /** Frames that display a data: URL report their own URL. That URL is listed unless a frame element contains it. */
  const addresses: (() => Promise<void>)[] = [];
  for (const document of documents) {
    for (const [key, { text, occurrences }] of document.sightings) {
      if (text === null) {
        tooLarge = true;
        continue;
      }
      const add = async (isAddress: boolean): Promise<void> => {
        const entry = await entryOf(text);
        const holders = isAddress ? heldBy(entry, byText.values()) : [];
        // If several elements contain this URL, it is unknown which of their frames displays it.
        if (holders.length === 1) facts.get(holders[0]!)!.observed = 'loaded';
        if (holders.length > 0) return;
        for (const [index, reported] of occurrences.entries()) {
          const { dataSheet, destination } = reported;
          const id = sheetUrlId(entry.inspection.sha256, destination);
          // A rule inside a data: style sheet is found when the body of that style sheet is inspected.
          if (dataSheet && dataSheet.nth <= ((await contentOf(document, dataSheet.key)).get(id) ?? 0))
            continue;
          const occurrence = occurrenceOf(document, reported);
          entry.occurrences.push(occurrence);
          facts.set(occurrence, {
            ...{ document, inFrame: { frame: document, key, index }, number: facts.size + 1 },
            ...{
              bytes: reported.bytes,
              nthInSheet: reported.sheet?.nth,
              observed: reported.sight ?? undefined,
            },
          });
        }
        if (entry.occurrences.length > 0) byText.set(text, entry);
      };
      if (occurrences.some(({ place }) => place === 'location')) addresses.push(() => add(true));
      else await add(false);
    }
  }
  for (const add of addresses) await add();
  return { entries: [...byText.values()], facts, tooLarge };
}

/** The occurrences in frame elements that display the same URL. */
const heldBy = ({ requestId }: Entry, entries: Iterable<Entry>): Occurrence[] =>
  [...entries]
    .filter((each) => each.requestId === requestId)
    .flatMap(({ occurrences }) =>
      occurrences.filter((each) => framed.includes(each.destination) && !each.inert),
    );

function occurrenceOf({ url }: ScannedDocument, reported: Reported): Occurrence {
  const { bytes: _bytes, sight: _sight, dataSheet: _dataSheet, sheet, rules, ...own } = reported;
  return { frame: url, ...own, cost: 0, ...(sheet && { sheet: sheet.href }), ...ruleIn(rules) };
}

/**
 * Kinds of parts that only the extension can scan, with the browser's extension API or its access to the browser's
 * cache.
 */
const ofExtension: ReadonlySet<Unreachable['kind']> = new Set(['shadow-root', 'image-file']);

/** The parts of a document that were not scanned. Headers are omitted, because they were received before the scan. */
const unreadIn = ({ url, unreachable }: ScannedDocument): Unreachable[] => [
  ...unreachable.map((part) =>
    ofExtension.has(part.kind) ? { ...part, reason: 'no-extension' as const } : part,
  ),
  ...(/^https?:/.test(url) ? [{ kind: 'headers', url, reason: 'not-asked' } as const] : []),
];

/** The frames that documents contain but that were not scanned, such as the viewer of a PDF. */
function framesWithoutScript(
  documents: readonly ScannedDocument[],
  unread: readonly Unreachable[],
): Unreachable[] {
  const named = documents.flatMap(({ frames }) => frames);
  const missing = named.length - (documents.length - 1) - unread.length;
  const known = new Set([...documents, ...unread].map(({ url }) => url));
  return named
    .filter(({ url }) => !known.has(url))
    .slice(0, Math.max(missing, 0))
    .map(({ url, reason }) => ({ kind: 'frame', url, reason }));
}

/** Removes duplicates, except for frames. */
const distinct = (parts: readonly Unreachable[]): Unreachable[] => [
  ...new Map(
    parts.map((part, at) => [
      part.kind === 'frame' ? at : `${part.kind} ${part.url} ${part.selector} ${part.reason}`,
      part,
    ]),
  ).values(),
];
