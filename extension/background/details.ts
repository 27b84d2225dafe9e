/** What a surface asks of one data: URL, or of one within another, when a person looks at it. */
import { anatomyOf } from '../../src/data-url/anatomy.ts';
import { decodeDataUrl } from '../../src/data-url/decode.ts';
import { decodeDataUrlStream } from '../../src/data-url/decode-stream.ts';
import { release } from '../../src/data-url/slices.ts';
import { nestedText } from '../../src/inspect.ts';
import { type CopyForm, copyOf } from '../../src/report/copies.ts';
import { marksOf } from '../../src/report/marks.ts';
import type { Reading } from '../../src/report/report.ts';
import type { Address, Detail, MarkedAnatomy } from '../platform/messages.ts';
import { dataUrlAt, rowFor, type Session, textOf } from './session.ts';

/** Places, requests and nested URLs that a detail lists at the most, and references. */
const mostListed = 1000;
const mostReferences = 200;

/** Everything that a surface shows of a data: URL. */
export function detailOf(session: Session, address: Address): Detail | null {
  const dataUrl = dataUrlAt(session, address);
  const row = dataUrl && rowFor(dataUrl);
  if (!row) return null;
  return {
    ...row,
    occurrences: dataUrl.occurrences.slice(0, mostListed),
    requests: (dataUrl.requests ?? []).slice(0, mostListed),
    payload: dataUrl.payload ? shownReading(dataUrl.payload) : null,
    nested: dataUrl.nested.slice(0, mostListed).flatMap((each) => rowFor(each) ?? []),
  };
}

/** A Reading as a surface shows it; the data: URLs inside are told apart from it. */
const shownReading = ({ references, ...reading }: Reading): Reading => ({
  ...reading,
  references: references && { ...references, first: references.first.slice(0, mostReferences) },
  nested: [],
});

/** Texts on their way: a page is not asked for the same one twice at once. */
const asked = new WeakMap<Session, Map<string, Promise<string | Blob | null>>>();

function askedText(session: Session, id: string): Promise<string | Blob | null> {
  const texts = asked.get(session) ?? new Map<string, Promise<string | Blob | null>>();
  asked.set(session, texts);
  const text = texts.get(id) ?? textOf(session, id).finally(() => texts.delete(id));
  texts.set(id, text);
  return text;
}

/** The written URL; of one within others, found again in each of their bodies. */
async function writtenAt(session: Session, { id, path = [] }: Address): Promise<string | Blob | null> {
  let written = await askedText(session, id);
  for (const step of path) written = written && (await nestedText(written, step));
  return written;
}

const wholeText = async (written: string | Blob): Promise<string> =>
  typeof written === 'string'
    ? written
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(await written.arrayBuffer());

/** The parts of the written URL, with what is marked in it. */
export async function anatomyAt(session: Session, address: Address): Promise<MarkedAnatomy | null> {
  const dataUrl = dataUrlAt(session, address);
  const written = await writtenAt(session, address);
  if (!dataUrl || written === null) return null;
  const marked = marksOf(dataUrl);
  return { ...(await anatomyOf(written, dataUrl.length, marked)), marked };
}

/** The written URL in another form; null where the page is gone, or there is no such form. */
export async function copyAt(session: Session, address: Address, form: CopyForm): Promise<Blob | null> {
  const dataUrl = dataUrlAt(session, address);
  const written = await writtenAt(session, address);
  if (!dataUrl || written === null) return null;
  if (form === 'written') return new Blob([written], { type: 'text/plain' });
  const text = copyOf(await wholeText(written), form, dataUrl);
  return text === null ? null : new Blob([text], { type: 'text/plain' });
}

/** Bytes of a written URL that is decoded at once: a person waits, and a stream takes several times as long. */
const largestWhole = 1 << 26;

/** The body, by the written text that the page still holds; null where it is gone. */
export async function bodyAt(session: Session, address: Address): Promise<Blob | null> {
  const written = await writtenAt(session, address);
  if (written === null) return null;
  if (typeof written !== 'string' && written.size > largestWhole) return streamedBody(written);
  const decoded = decodeDataUrl(await wholeText(written));
  return decoded.ok ? new Blob([decoded.body as Uint8Array<ArrayBuffer>], { type: decoded.mimeType }) : null;
}

/** The body of a very large URL, never held as a whole. */
async function streamedBody(written: Blob): Promise<Blob | null> {
  const decoded = await decodeDataUrlStream(written);
  if (!decoded.ok) return null;
  const parts: Blob[] = [];
  for await (const chunk of decoded.chunks) {
    parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
    release(chunk);
  }
  return decoded.problem() === null ? new Blob(parts, { type: decoded.mimeType }) : null;
}
