/** Bodies that a surface shows, asked for by id when they are first looked at. */

import { useMemo } from 'preact/hooks';
import type { None, Row } from '../../platform/messages.ts';
import { maxThumbnailSize } from '../limits.ts';
import type { ReportClient } from '../report-client.ts';
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
  const answer = useAnswer<Blob | None>(client, wanted ? { type: 'body', id, path } : null);
  return useMemo(() => {
    if (answer === undefined) return { state: 'loading' };
    return answer instanceof Blob ? { state: 'ready', blob: answer } : { state: 'gone' };
  }, [answer]);
}

/** Whether a list may show it: small in bytes, disallowed nowhere, and neither a giant in memory nor slow to draw. */
export const isThumbnail = ({ disallowed, problem, picture, size }: Row): boolean =>
  disallowed === null &&
  problem === null &&
  picture !== null &&
  size !== null &&
  size > 0 &&
  size <= maxThumbnailSize;
