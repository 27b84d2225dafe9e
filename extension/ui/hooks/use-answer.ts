/** Asks the worker a component's question, and asks again when the question changes. */
import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../../platform/surface-updates.ts';
import type { Question, ReportClient } from '../report-client.ts';

/**
 * @param question the question; null if nothing is requested yet
 * @param version a value whose change makes earlier answers outdated
 * @returns undefined until there is an answer; null if the worker has none
 */
export function useAnswer<Wanted extends Answer>(
  client: ReportClient,
  question: Question | null,
  version: unknown = null,
): Wanted | null | undefined {
  const key = JSON.stringify(question);
  const [answer, setAnswer] = useState<{ key: string; value: Answer }>();
  useEffect(() => {
    if (question === null) return undefined;
    let isWanted = true;
    client.ask(question).then((value) => isWanted && setAnswer({ key, value }));
    return () => {
      isWanted = false;
    };
  }, [client, key, version]);
  return answer?.key === key ? (answer.value as Wanted | null) : undefined;
}
