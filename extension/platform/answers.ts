/**
 * What is told of one data: URL to whoever looks at it: made of what was read, and of its written text where that is
 * needed. The worker answers surfaces so; the workbench, which holds the texts itself, answers itself.
 */

import { anatomyIn } from '../../src/data-url/anatomy.ts';
import { makeBlob } from '../../src/data-url/blob-of.ts';
import { decoding } from '../../src/data-url/decode.ts';
import { decodeDataUrlStream } from '../../src/data-url/decode-stream.ts';
import { textOfUtf8 } from '../../src/data-url/pieces.ts';
import { release } from '../../src/data-url/slices.ts';
import { nestedText } from '../../src/inspect.ts';
import { pictureOf } from '../../src/picture.ts';
import { copying } from '../../src/report/copies.ts';
import type { CopyForm } from '../../src/report/copy-forms.ts';
import { marksOf } from '../../src/report/marks.ts';
import type { DataUrl, Reading } from '../../src/report/report.ts';
import { weightOf } from '../../src/report/totals.ts';
import { clip } from '../../src/truncate.ts';
import { inTurns } from '../../src/turns.ts';
import { isOfNetwork, isWeak, type Occurrence } from '../../src/vocabulary.ts';
import { maxHeldSize, maxListed, maxReferences, maxRowPlaces } from './limits.ts';
import { type Address, type Detail, type MarkedAnatomy, type None, none, type Row } from './messages.ts';

/** What a page wrote has no length of its own, and no message carries more than is looked at. */
export const bounded = (text: string, length = 2000): string => clip(text, length);
const short = (text: string) => bounded(text, 300);

/** The data: URL that an address names within the outermost one; null where it is not there. */
export function dataUrlIn(outermost: DataUrl | undefined, { path = [] }: Address): DataUrl | null {
  let dataUrl = outermost;
  for (const step of path) dataUrl = dataUrl?.nested.find(({ sha256 }) => sha256 === step);
  return dataUrl ?? null;
}

/** Null for one that stands nowhere. */
export function rowFor(dataUrl: DataUrl): Row | null {
  const { occurrences, nested, payload: _, requests, ...rest } = dataUrl;
  if (occurrences.length === 0) return null;
  const { mimeType, essence, charset, findings } = rest;
  return {
    ...rest,
    mimeType: mimeType && short(mimeType),
    essence: essence && short(essence),
    charset: { ...charset, declared: charset.declared && short(charset.declared) },
    findings: findings.map((finding) => ({
      ...finding,
      message: short(finding.message),
      args: Object.fromEntries(
        Object.entries(finding.args).map(([name, value]) => [
          name,
          typeof value === 'string' ? short(value) : value,
        ]),
      ),
    })),
    occurrenceCount: occurrences.length,
    weight: weightOf(occurrences),
    requestCount: requests?.length ?? 0,
    requestedAt: requests?.[0]?.startedAt ?? null,
    isRequestedOnly: occurrences.some(isOfNetwork),
    nestedCount: nested.length,
    places: occurrences
      .slice(0, maxRowPlaces)
      .map(({ frame, place, element, name, selector, destination }) => ({
        frame: short(frame),
        place,
        element,
        name,
        selector: short(selector),
        destination,
      })),
    fontName: fontNameOf(dataUrl),
    picture: pictureOf(dataUrl),
    isWeak: occurrences.every(isWeak),
    goneAt: lastGone(occurrences),
  };
}

/** What the page calls a font, else what it calls itself. */
function fontNameOf({ occurrences, payload }: DataUrl): string | null {
  const facts = payload?.facts?.kind === 'font' ? payload.facts : null;
  const name = occurrences.find(({ face }) => face)?.face ?? facts?.fullName ?? facts?.family;
  return name ? short(name) : null;
}

/** When the last of some occurrences left the page; null while one is there. */
function lastGone(occurrences: readonly Occurrence[]): string | null {
  let last = '';
  for (const { goneAt } of occurrences) {
    if (goneAt === undefined) return null;
    if (goneAt > last) last = goneAt;
  }
  return last;
}

/** Everything that a surface shows of a data: URL; null for one that stands nowhere. */
export function detailFor(dataUrl: DataUrl): Detail | null {
  const row = rowFor(dataUrl);
  return (
    row && {
      ...row,
      occurrences: dataUrl.occurrences.slice(0, maxListed),
      requests: (dataUrl.requests ?? []).slice(0, maxListed),
      payload: dataUrl.payload ? shownReading(dataUrl.payload) : null,
      nested: dataUrl.nested.slice(0, maxListed).flatMap((each) => rowFor(each) ?? []),
    }
  );
}

/** A Reading as a surface shows it; the data: URLs inside are told apart from it. */
const shownReading = ({ references, ...reading }: Reading): Reading => ({
  ...reading,
  references: references && { ...references, first: references.first.slice(0, maxReferences) },
  nested: [],
});

/** The written text of the one that an address names, found again in each body around it. */
export async function writtenIn(
  outermost: string | Blob | null,
  { path = [] }: Address,
): Promise<string | Blob | null> {
  let written = outermost;
  for (const step of path) written = written && (await nestedText(written, step));
  return written;
}

/** The bytes at once, and not in slices: of a large Blob out of a page's process Firefox may never give one. */
export const wholeText = async (written: string | Blob): Promise<string> =>
  typeof written === 'string' ? written : inTurns(textOfUtf8(new Uint8Array(await written.arrayBuffer())));

/** The parts of the written URL, with what is marked in it. */
export async function anatomyFor(dataUrl: DataUrl, written: string | Blob): Promise<MarkedAnatomy> {
  const marked = marksOf(dataUrl);
  return { ...(await inTurns(anatomyIn(await wholeText(written), marked))), marked };
}

/** The written URL in another form. */
export async function copyFor(
  dataUrl: DataUrl,
  written: string | Blob,
  form: CopyForm,
): Promise<Blob | None> {
  if (form === 'written') return new Blob([written], { type: 'text/plain' });
  const text = await inTurns(copying(await wholeText(written), form, dataUrl));
  return text === null ? none : inTurns(makeBlob(text, 'text/plain'));
}

/** The body, where browsers read one. */
export async function bodyOf(written: string | Blob): Promise<Blob | None> {
  if (typeof written !== 'string' && written.size > maxHeldSize) return streamedBody(written);
  const decoded = await inTurns(decoding(await wholeText(written)));
  return decoded.ok ? new Blob([decoded.body as Uint8Array<ArrayBuffer>], { type: decoded.mimeType }) : none;
}

/** The body of a very large URL, never held as a whole. */
async function streamedBody(written: Blob): Promise<Blob | None> {
  const decoded = await decodeDataUrlStream(written);
  if (!decoded.ok) return none;
  const parts: Blob[] = [];
  for await (const chunk of decoded.chunks) {
    parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
    release(chunk);
  }
  return decoded.problem() === null ? new Blob(parts, { type: decoded.mimeType }) : none;
}
