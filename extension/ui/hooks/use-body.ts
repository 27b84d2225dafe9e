/** The bodies that a surface shows, which are requested by id when they are first shown. */

import { useMemo } from 'preact/hooks';
import type { None } from '../../platform/surface-updates.ts';
import type { ReportClient } from '../report-client.ts';
import { useAnswer } from './use-answer.ts';

export type Body = { state: 'loading' } | { state: 'gone' } | { state: 'ready'; blob: Blob };

/**
 * Requests the body of a data: URL, unless `wanted` is false.
 *
 * @param path the path to a nested data: URL: see `Address`
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
