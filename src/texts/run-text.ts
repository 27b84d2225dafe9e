/** Texts about when the content of a data: URL runs, and about its effects. */
import type { MessageFunction } from '../message.ts';
import type { Listed } from '../payload/facts.ts';
import type { Contact } from '../payload/references.ts';
import { type CanRun, type Runnable, withNested } from '../report/can-run.ts';
import type { DataUrl } from '../report/report.ts';
import { visibleText } from '../report/visible-text.ts';
import { clip } from '../truncate.ts';
import { isolatedIn } from './direction.ts';
import { findingTextIn } from './finding-text.ts';

/** Maximum number of addresses, and maximum number of nested data: URLs, that are listed. */
const maxNamed = 5;

/** Maximum length, in code units, of an address in a sentence. */
const maxAddressLength = 100;

type Timed = CanRun<Runnable & Pick<DataUrl, 'essence' | 'detectedType'>>;

/** A sentence about when the content runs and whose policy disallows its type, if any; null if nothing runs. */
export const runTimeTextIn =
  (message: MessageFunction) =>
  ({ dataUrl, isDisallowed }: Timed): string | null => {
    const { runs, disallowed, essence, detectedType } = dataUrl;
    if (!runs) return null;
    const when = message(`runs_${runs}`);
    if (!isDisallowed || !disallowed) return when;
    const type = (disallowed.type === 'detected' ? detectedType : essence) ?? disallowed.pattern;
    const shown = isolatedIn(message)(visibleText(type));
    return message(
      `runsDisallowed_${disallowed.by}`,
      when,
      shown,
      message(`usage_${disallowed.destination}`),
    );
  };

export interface Inside {
  contacts: Listed<Contact> | undefined;
  /** The data: URLs in the body. */
  nested: readonly Pick<DataUrl, 'essence' | 'findings'>[];
}

/**
 * Sentences about everything that a data: URL does, from its findings and the findings of nested data: URLs, and about
 * the addresses that it contains.
 */
export const runLinesIn = (message: MessageFunction) => {
  const findingText = findingTextIn(message);
  const isolated = isolatedIn(message);
  return ({ findings }: Pick<CanRun<unknown>, 'findings'>, { contacts, nested }: Inside): string[] => {
    const { own, inside } = withNested(findings, nested);
    const named = (contacts?.first ?? []).slice(0, maxNamed).map(({ address, decodedBy }) => {
      const by = decodedBy.length > 0 ? ` (${decodedBy.join(', ')})` : '';
      return isolated(`${visibleText(clip(address, maxAddressLength))}${by}`);
    });
    if (contacts && contacts.count > maxNamed) named.push('…');
    return [
      ...own.map(findingText),
      ...inside
        .slice(0, maxNamed)
        .map(({ inner: { essence }, danger }) =>
          message('runsInside', isolated(visibleText(essence ?? '')), findingText(danger)),
        ),
      ...(inside.length > maxNamed ? ['…'] : []),
      ...(named.length > 0 ? [message('runsNames', named.join(', '))] : []),
    ];
  };
};
