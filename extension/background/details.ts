/** What a surface asks of one data: URL, or of one within another, when a person looks at it. */
import type { CopyForm } from '../../src/report/copy-forms.ts';
import { anatomyFor, bodyOf, copyFor, detailFor, writtenIn } from '../platform/answers.ts';
import type { Address, Detail, MarkedAnatomy, None } from '../platform/messages.ts';
import { dataUrlAt } from './overview.ts';
import type { Session } from './session.ts';
import { textOf } from './sightings.ts';

/** Everything that a surface shows of a data: URL. */
export function detailOf(session: Session, address: Address): Detail | null {
  const dataUrl = dataUrlAt(session, address);
  return dataUrl && detailFor(dataUrl);
}

/** Texts on their way: a page is not asked for the same one twice at once. */
const asked = new WeakMap<Session, Map<string, Promise<string | Blob | null>>>();

function askedText(session: Session, id: string): Promise<string | Blob | null> {
  const texts = asked.get(session) ?? new Map<string, Promise<string | Blob | null>>();
  asked.set(session, texts);
  const text = texts.get(id) ?? textOf(session, id).finally(() => texts.delete(id));
  texts.set(id, text);
  return text;
}

/** The written URL, that its page still holds. */
const writtenAt = async (session: Session, address: Address): Promise<string | Blob | null> =>
  writtenIn(await askedText(session, address.id), address);

/** The parts of the written URL, with what is marked in it. */
export async function anatomyAt(session: Session, address: Address): Promise<MarkedAnatomy | null> {
  const dataUrl = dataUrlAt(session, address);
  const written = await writtenAt(session, address);
  return dataUrl && written !== null ? anatomyFor(dataUrl, written) : null;
}

/** The written URL in another form; null where the page is gone, or does not answer. */
export async function copyAt(
  session: Session,
  address: Address,
  form: CopyForm,
): Promise<Blob | None | null> {
  const dataUrl = dataUrlAt(session, address);
  const written = await writtenAt(session, address);
  return dataUrl && written !== null ? copyFor(dataUrl, written, form) : null;
}

/** The body, by the written text that the page still holds; null where the page is gone, or does not answer. */
export async function bodyAt(session: Session, address: Address): Promise<Blob | None | null> {
  const written = await writtenAt(session, address);
  return written === null ? null : bodyOf(written);
}
