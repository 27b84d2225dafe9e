/** Answers what a surface asks about one data: URL, or about one nested in another, when a person opens it. */

import { anatomyFor, bodyOf, detailFor, writtenIn } from '../../platform/answers.ts';
import type { Address } from '../../platform/surface-messages.ts';
import type { Detail, MarkedAnatomy, None } from '../../platform/surface-updates.ts';
import type { Scan } from '../model/model.ts';
import { dataUrlAt } from '../model/overview.ts';
import { decisionFor } from '../model/policy.ts';
import { textOf } from '../scan/sightings.ts';

/** Everything that a surface shows of a data: URL. */
export function detailOf(scan: Scan, address: Address): Detail | null {
  const dataUrl = dataUrlAt(scan, address);
  return dataUrl && detailFor(dataUrl, decisionFor(scan.page.url, dataUrl));
}

/** Pending requests for texts: a page is not asked for a text again before it has answered. */
const asked = new WeakMap<Scan, Map<string, Promise<string | Blob | null>>>();

function askedText(scan: Scan, id: string): Promise<string | Blob | null> {
  const texts = asked.get(scan) ?? new Map<string, Promise<string | Blob | null>>();
  asked.set(scan, texts);
  const text = texts.get(id) ?? textOf(scan, id).finally(() => texts.delete(id));
  texts.set(id, text);
  return text;
}

/** The written URL; its page still has it. */
const writtenAt = async (scan: Scan, address: Address): Promise<string | Blob | null> =>
  writtenIn(await askedText(scan, address.id), address);

/** The parts of the written URL, with the marked positions in it. */
export async function anatomyAt(scan: Scan, address: Address): Promise<MarkedAnatomy | null> {
  const dataUrl = dataUrlAt(scan, address);
  const written = await writtenAt(scan, address);
  return dataUrl && written !== null ? anatomyFor(dataUrl, written) : null;
}

/** The written URL as text; null where the page is gone or does not answer. */
export async function writtenBlobAt(scan: Scan, address: Address): Promise<Blob | null> {
  const written = await writtenAt(scan, address);
  return written === null ? null : new Blob([written], { type: 'text/plain' });
}

/**
 * The decoded body; `none` if the URL is rejected, null where the page is gone or does not answer.
 */
export async function bodyAt(scan: Scan, address: Address): Promise<Blob | None | null> {
  const written = await writtenAt(scan, address);
  return written === null ? null : bodyOf(written);
}
