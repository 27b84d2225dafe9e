/** Small pictures for a saved Report. The extension draws them as in the list; the page's own bytes are never saved. */

import type { ReportPicture } from '../../../src/report/html-report.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { maxReportPictures, maxReportPicturesLength } from '../limits.ts';
import type { ReportClient } from '../report-client.ts';
import { readAsDataUrl } from '../viewers/drawing.ts';
import { makeThumbnail, type Thumbnail, thumbnailKind } from '../viewers/thumbnails.ts';

/**
 * Draws the pictures of the rows with the highest costs, one after the other. A page that no longer answers is not
 * asked again.
 *
 * @returns the pictures, keyed by the rows' `sha256`
 */
export async function reportPictures(
  rows: readonly Row[],
  client: Pick<ReportClient, 'ask'>,
): Promise<Map<string, ReportPicture>> {
  const pictures = new Map<string, ReportPicture>();
  const wanted = rows
    .filter((row) => thumbnailKind(row) === 'picture')
    .sort((a, b) => b.weight.cost - a.weight.cost)
    .slice(0, maxReportPictures);
  let length = 0;
  for (const row of wanted) {
    if (length >= maxReportPicturesLength) break;
    const thumbnail = await makeThumbnail(row, client, neverAborted);
    if (thumbnail === null) break;
    const drawn = thumbnail.kind === 'picture' ? await encoded(thumbnail) : null;
    if (drawn === null) continue;
    pictures.set(row.sha256, drawn);
    length += drawn.source.length;
  }
  return pictures;
}

const neverAborted = new AbortController().signal;

async function encoded({
  bitmap,
  backdrop,
}: Extract<Thumbnail, { kind: 'picture' }>): Promise<ReportPicture> {
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
  return { source: await readAsDataUrl(blob), width, height, backdrop };
}
