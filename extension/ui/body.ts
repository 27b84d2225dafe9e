/** Bodies that a surface shows, asked for by id when they are first looked at. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Row } from '../platform/messages.ts';
import { kindOf } from './kind.ts';
import type { ReportClient } from './report-client.ts';
import { useAnswer } from './use-answer.ts';

export type Body = { state: 'loading' } | { state: 'gone' } | { state: 'ready'; blob: Blob };

/**
 * The body of a data: URL; not asked for while `wanted` is false.
 *
 * @param path to one within it: see `Address`
 */
export function useBody(
  client: ReportClient,
  id: string,
  wanted: boolean,
  path?: string[] | undefined,
): Body {
  const answer = useAnswer<Blob>(client, wanted ? { type: 'body', id, path } : null);
  return useMemo(() => {
    if (answer === undefined) return { state: 'loading' };
    return answer === null ? { state: 'gone' } : { state: 'ready', blob: answer };
  }, [answer]);
}

const readAsDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/**
 * A source for `<img>`, or null until there is one. An SVG is given as data:, since a blob: of our own origin would be
 * a document of ours if ever it were opened.
 */
export function useImageSource(body: Body, item: Row): string | null {
  const [source, setSource] = useState<string | null>(null);
  const blob = body.state === 'ready' ? body.blob : null;
  const isSvg = kindOf(item) === 'svg';
  useEffect(() => {
    setSource(null);
    if (!blob) return undefined;
    let isWanted = true;
    if (isSvg) {
      readAsDataUrl(new Blob([blob], { type: 'image/svg+xml' })).then((url) => isWanted && setSource(url));
      return () => {
        isWanted = false;
      };
    }
    const url = URL.createObjectURL(blob);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [blob, isSvg]);
  return source;
}

/** Whether a body may be shown as a picture: never when any of its places is disallowed. */
const isPicture = (item: Row): boolean =>
  item.disallowed === null && item.problem === null && (kindOf(item) === 'image' || kindOf(item) === 'svg');

/** Images over this many bytes are shown only where a person asked for them. */
const thumbnailLimit = 1_000_000;

/** Whether a list may show it: small in bytes, and by its header no giant in memory. */
export const isThumbnail = (item: Row): boolean =>
  isPicture(item) &&
  item.size !== null &&
  item.size > 0 &&
  item.size <= thumbnailLimit &&
  !item.findings.some(({ rule }) => rule === 'bomb');
