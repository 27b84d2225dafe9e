/**
 * Files of a page that are no documents of the tab, so that no script can enter them: SVG that documents draw, and the
 * texts of style sheets, since the rules of a sheet lack what the browser drops.
 */

import { utf8Length } from '../../../src/data-url/pieces.ts';
import { svgUrls } from '../../../src/inspect.ts';
import type { Unreachable } from '../../../src/report/report.ts';
import { inTurns } from '../../../src/yield-to-event-loop.ts';
import type { Scan, UnreadFile } from '../model/model.ts';
import { during, noteLimit } from '../model/scan.ts';
import { addFileSightings, type FileUrl } from '../scan/sightings.ts';
import { publish } from '../surfaces/posting.ts';
import { cachedTexts } from './cached-texts.ts';
import { findInText } from './stylesheets.ts';

/** Files that are read from the cache at the same time. */
const maxConcurrent = 16;

/** Whether a part was named since its text had not been read. */
const awaitsText = ({ reason }: Unreachable): boolean => reason === 'not-cached' || reason === 'unread-text';

/** By kind, a part of the media type. */
const types = { 'image-file': 'xml', stylesheet: 'css' } as const;

/**
 * Lists the data: URLs of the files that the browser has cached; the others stay named as not scanned.
 *
 * @throws where the scan is aborted meanwhile
 */
export async function readCachedFiles(scan: Scan): Promise<void> {
  const files = Map.groupBy(scan.files, ({ kind, url }) => `${kind} ${url}`);
  const firsts = [...files.values()].flatMap(([first]) => first ?? []);
  scan.files = [];
  for (const ofHolder of Map.groupBy(firsts, ({ holder }) => holder).values())
    for (const own of Map.groupBy(ofHolder, ({ kind }) => kind).values())
      for (let at = 0; at < own.length; at += maxConcurrent)
        await readTogether(scan, own.slice(at, at + maxConcurrent), files);
}

/** @param some files of one kind and holder @param all by kind and address, the same file of every holder */
async function readTogether(
  scan: Scan,
  some: readonly UnreadFile[],
  all: ReadonlyMap<string, UnreadFile[]>,
): Promise<void> {
  const [first] = some;
  if (!first) return;
  const { holder, kind } = first;
  const urls = some.map(({ url }) => url);
  const texts = await during(scan, cachedTexts(scan.tab, holder, urls, types[kind]));
  for (const [n, url] of urls.entries()) {
    const text = texts[n] ?? null;
    if (text === null) continue;
    scan.unreachable = scan.unreachable.filter(
      (part) => part.kind !== kind || part.url !== url || !awaitsText(part),
    );
    if (text === '') continue;
    const found = await (kind === 'stylesheet' ? droppedUrls(scan, text, url) : urlsOfSvg(scan, text));
    const holders = all.get(`${kind} ${url}`) ?? [];
    publish(scan.tab, await addFileSightings(scan, holders, { url, conditions: [], urls: found }));
  }
}

/** Only what browsers drop: the rest of a sheet is found in its rules. */
async function droppedUrls(scan: Scan, text: string, url: string): Promise<FileUrl[]> {
  const { urls } = await during(scan, inTurns(findInText(text, url)));
  return urls.filter(({ dropped }) => dropped);
}

async function urlsOfSvg(scan: Scan, text: string): Promise<FileUrl[]> {
  const { urls, isWhole } = await during(scan, svgUrls(text));
  if (!isWhole) noteLimit(scan);
  return urls.flatMap(({ written, occurrences }) =>
    occurrences.map((each, n) => ({ ...each, written, bytes: utf8Length(written), nth: n + 1, rules: [] })),
  );
}
