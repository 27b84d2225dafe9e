/**
 * Answers the questions of surfaces about one data: URL, from its Inspection and, where needed, its written text. The
 * worker uses these functions to answer surfaces; the workbench uses them for its own texts.
 */

import { anatomyIn } from '../../src/data-url/anatomy.ts';
import { release } from '../../src/data-url/blobs.ts';
import { decoding } from '../../src/data-url/decode.ts';
import { decodeDataUrlBlob } from '../../src/data-url/decode-stream.ts';
import { headOf } from '../../src/data-url/parse.ts';
import { textOfUtf8 } from '../../src/data-url/pieces.ts';
import { nestedText } from '../../src/inspect.ts';
import { pictureOf } from '../../src/picture.ts';
import { exceptionsFor, type OwnPolicies } from '../../src/policy/exceptions.ts';
import { mergePolicies } from '../../src/policy/policy.ts';
import { marksOf } from '../../src/report/marks.ts';
import { nameOf } from '../../src/report/name.ts';
import type { DataUrl, Finding, Reading } from '../../src/report/report.ts';
import { runTimeOf } from '../../src/report/run-time.ts';
import { kindsOf, mostSevereState } from '../../src/report/states.ts';
import { weighed } from '../../src/report/weights.ts';
import { disallowedIn } from '../../src/rules/disallowed.ts';
import { disallowedType } from '../../src/rules/disallowed-type.ts';
import { findingOf } from '../../src/rules/findings.ts';
import { typesOf } from '../../src/rules/rule.ts';
import { clip } from '../../src/truncate.ts';
import { isOfNetwork, isWeak, type Occurrence } from '../../src/vocabulary.ts';
import { inTurns } from '../../src/yield-to-event-loop.ts';
import { maxListed, none } from './limits.ts';
import type { Address } from './surface-messages.ts';
import type { Decision, Detail, MarkedAnatomy, None, Row } from './surface-updates.ts';

/**
 * Maximum size, in bytes, of a written URL that is kept in memory as a whole. Larger URLs are streamed, which takes
 * several times as long while a person waits for the answer.
 */
const maxHeldSize = 67_108_864;

/**
 * Maximum number of a data: URL's occurrences in its row. For each of them, the page is asked for the matches of its
 * rule or for its displayed size.
 */
const maxRowPlaces = 20;

/** Maximum number of links that the details of a data: URL list. */
const maxReferences = 200;

/** Truncates a text of the page, which may be of any length. Messages need no more than a person reads. */
export const bounded = (text: string, length = 2000): string => clip(text, length);
const short = (text: string) => bounded(text, 300);

/** The data: URL at an address, starting from the outermost one; null if there is none. */
export function dataUrlIn(outermost: DataUrl | undefined, { path = [] }: Address): DataUrl | null {
  let dataUrl = outermost;
  for (const step of path) dataUrl = dataUrl?.nested.find(({ sha256 }) => sha256 === step);
  return dataUrl ?? null;
}

/** The row of a data: URL; null if it has no occurrences. */
export function rowFor(dataUrl: DataUrl): Row | null {
  const { occurrences, nested, payload, engines: _engines, requests, name: _name, ...rest } = dataUrl;
  if (occurrences.length === 0) return null;
  const { mimeType, essence, charset, findings } = rest;
  const better = payload?.cost?.better;
  return {
    ...rest,
    ...(better && { minimalCost: better.bytes }),
    mimeType: mimeType && short(mimeType),
    essence: essence && short(essence),
    charset: { ...charset, declared: charset.declared && short(charset.declared) },
    findings: findings.map((finding) => ({
      ...finding,
      ...shortTexts(finding),
    })),
    occurrenceCount: occurrences.length,
    ...weighed(dataUrl),
    requestCount: requests?.length ?? 0,
    requestedAt: requests?.[0]?.startedAt ?? null,
    initiator: requests?.[0]?.initiator ? short(requests[0].initiator) : null,
    isRequestedOnly:
      occurrences.some(isOfNetwork) &&
      occurrences.every((each) => isOfNetwork(each) || isWeak(each) || each.removedAt),
    nestedCount: nested.length,
    places: occurrences
      .slice(0, maxRowPlaces)
      .map(({ frame, place, element, name, selector, destination, rule, sheet, line, column }) => ({
        frame: short(frame),
        place,
        element,
        name,
        selector: short(selector),
        destination,
        ...(rule && { rule: short(rule) }),
        ...(sheet && { sheet: short(sheet) }),
        ...(line && column && { line, column }),
      })),
    name: nameOf(dataUrl),
    picture: pictureOf(dataUrl),
    isWeak: occurrences.every(isWeak),
    state: mostSevereState(occurrences),
    states: kindsOf(occurrences),
    removedAt: lastGone(occurrences),
    runs: runTimeOf(occurrences),
  };
}

/** The time when the last of the occurrences was removed; null if any of them is still in the page. */
function lastGone(occurrences: readonly Occurrence[]): string | null {
  let last = '';
  for (const { removedAt } of occurrences) {
    if (removedAt === undefined) return null;
    if (removedAt > last) last = removedAt;
  }
  return last;
}

/** The decision of the policies for a site about a data: URL; null if they allow it. */
export function decisionOn(dataUrl: DataUrl, own: OwnPolicies, site: string | null): Decision | null {
  const { occurrences } = dataUrl;
  const subject = { inspection: dataUrl, occurrences, policy: mergePolicies(own, site), ...typesOf(dataUrl) };
  const disallowed = disallowedIn(subject);
  const [verdict] = disallowedType.check({ ...subject, nested: [], disallowed });
  if (disallowed === null || verdict === undefined) return null;
  const reason = findingOf({ rule: disallowedType, verdict }, subject.policy);
  const { essence: type, destination, by } = disallowed;
  return {
    type: short(type),
    destination,
    reason: { ...shortTexts(reason), messageId: reason.messageId },
    isAdministrators: by === 'administrator' || own.administrator.locked === true,
    choices: exceptionsFor(own, site, type, destination),
  };
}

/** The texts of a finding, truncated because they may contain the page's text. */
const shortTexts = ({
  message,
  args,
}: Pick<Finding, 'message' | 'args'>): Pick<Finding, 'message' | 'args'> => ({
  message: short(message),
  args: Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? short(value) : value]),
  ),
});

/** Everything that a surface shows about a data: URL; null if it has no occurrences. */
export function detailFor(dataUrl: DataUrl, decision: Decision | null): Detail | null {
  const row = rowFor(dataUrl);
  return (
    row && {
      ...row,
      occurrences: dataUrl.occurrences.slice(0, maxListed),
      requests: (dataUrl.requests ?? []).slice(0, maxListed),
      payload: dataUrl.payload ? shownReading(dataUrl.payload) : null,
      engines: dataUrl.engines ?? [],
      nested: dataUrl.nested.slice(0, maxListed).flatMap((each) => rowFor(each) ?? []),
      decision,
    }
  );
}

/** A Reading without its nested data: URLs, which the surface receives as nested rows. */
const shownReading = ({ references, ...reading }: Reading): Reading => ({
  ...reading,
  references: references && { ...references, first: references.first.slice(0, maxReferences) },
  nested: [],
});

/** The written text at an address, found by decoding each body on the path; null if it is not found. */
export async function writtenIn(
  outermost: string | Blob | null,
  { path = [] }: Address,
): Promise<string | Blob | null> {
  let written = outermost;
  for (const step of path) written = written && (await nestedText(written, step));
  return written;
}

/**
 * The whole text. All bytes are read at once rather than in slices, because Firefox may never deliver a slice of a
 * large Blob from a page's process.
 */
export const wholeText = async (written: string | Blob): Promise<string> =>
  typeof written === 'string' ? written : inTurns(textOfUtf8(new Uint8Array(await written.arrayBuffer())));

/** The parts of the written URL, including the marked positions in it. */
export async function anatomyFor(dataUrl: DataUrl, written: string | Blob): Promise<MarkedAnatomy> {
  const marked = marksOf(dataUrl);
  return { ...(await inTurns(anatomyIn(await wholeText(written), marked))), marked };
}

/** The body of a data: URL; `none` if every use rejects it. */
export async function bodyOf(written: string | Blob): Promise<Blob | None> {
  if (typeof written !== 'string' && written.size > maxHeldSize) return streamedBody(written);
  const text = await wholeText(written);
  const head = await inTurns(headOf(text));
  const decoded = await inTurns(decoding(text, { ...head, credentials: null }));
  return decoded.ok ? new Blob([decoded.body as Uint8Array<ArrayBuffer>], { type: decoded.mimeType }) : none;
}

/** The body of a very large URL, which is never kept in memory as a whole. */
async function streamedBody(written: Blob): Promise<Blob | None> {
  const decoded = await decodeDataUrlBlob(written, true);
  if (!decoded.ok) return none;
  const parts: Blob[] = [];
  for await (const chunk of decoded.chunks) {
    parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
    release(chunk);
  }
  return decoded.problem() === null ? new Blob(parts, { type: decoded.mimeType }) : none;
}
