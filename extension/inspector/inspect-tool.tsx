/** Paste or drop anything: each data: URL in it, or that it makes, with all that there is to see. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DataUrl, Inspection } from '../../src/report/report.ts';
import { judge } from '../../src/rules/index.ts';
import type { Destination } from '../../src/vocabulary.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { ruleText } from '../ui/text/rule-text.ts';
import { benchClient, type Held } from './bench-client.ts';
import { BenchInput, toSource } from './bench-input.tsx';
import { BenchItem } from './bench-item.tsx';
import { BenchList } from './bench-list.tsx';
import { destinationOf } from './destination.ts';
import { Examples } from './examples.tsx';
import { type FoundItems, findIn, type Item, type Source, sourceOfText } from './source.ts';
import { usePolicy } from './use-policy.ts';

interface Props {
  isShown: boolean;
  /** The one to show first of several. */
  id: string | null;
}

/** An item as it is judged now. */
export interface BenchEntry {
  item: Item;
  /** Null of what is no data: URL. */
  dataUrl: DataUrl | null;
}

export function InspectTool({ isShown, id }: Props) {
  const [source, setSource] = useState<Source>({ kind: 'text', text: '' });
  const [destination, setDestination] = useState<Destination | 'auto'>('auto');
  const [muted, setMuted] = useState<{ rule: string; undo: () => void } | null>(null);
  const { found, share } = useFound(source);
  const policy = usePolicy();

  const entries = useMemo(
    (): BenchEntry[] =>
      policy === null
        ? []
        : (found?.items ?? []).map((item) => ({
            item,
            dataUrl: item.inspection && judged(item.inspection, policy, destination),
          })),
    [found, policy, destination],
  );
  const held = useRef(new Map<string, Held>());
  held.current = new Map(
    entries.flatMap(({ item, dataUrl }) =>
      dataUrl === null ? [] : [[dataUrl.sha256, { written: item.written, dataUrl }]],
    ),
  );
  const client = useMemo(
    () =>
      benchClient(
        (asked) => held.current.get(asked),
        (rule, undo) => setMuted({ rule, undo }),
      ),
    [],
  );
  const shown = entries.find(({ item }) => item.id === id) ?? entries[0];
  const main = useRef<HTMLDivElement>(null);
  // Another one begins at its top; the same one as it is typed stays where it is.
  useEffect(() => main.current?.scrollTo(0, 0), [id]);
  // The address names what was here before it was loaded anew.
  const isReturn = id !== null;
  const isEmpty = source.kind === 'text' && source.text.trim() === '';

  return (
    <div class="bench" hidden={!isShown}>
      <div class="bench-side">
        <BenchInput
          source={source}
          onSource={setSource}
          destination={destination}
          onDestination={setDestination}
        />
        <p class="status" role="status" aria-busy={share !== null}>
          {share !== null && (
            <progress aria-label={message('reading')} {...(share < 1 ? { value: share } : {})} />
          )}
          {share !== null
            ? message('reading')
            : isEmpty
              ? message(isReturn ? 'benchNotKept' : 'benchEmpty')
              : statusText(entries, found)}
        </p>
        {muted && (
          <div class="notice" role="status">
            <p>{message('ruled_muted_everywhere', ruleText(muted.rule).title)}</p>
            <button
              type="button"
              data-action="undo"
              onClick={() => {
                muted.undo();
                setMuted(null);
              }}
            >
              {message('undo')}
            </button>
          </div>
        )}
        {entries.length > 1 && shown && <BenchList entries={entries} shown={shown} />}
      </div>
      <div class="bench-main" ref={main}>
        {isEmpty && (
          <Examples
            onChoose={(text) => {
              setSource(sourceOfText(text));
              toSource();
            }}
          />
        )}
        {shown && policy && (
          <BenchItem
            entry={shown}
            client={client}
            policy={policy}
            onOther={(text) => setSource(sourceOfText(text))}
          />
        )}
      </div>
    </div>
  );
}

function statusText(entries: readonly BenchEntry[], found: FoundItems | null): string {
  if (found === null) return '';
  if (entries.length === 0) return message('benchNothing');
  return message(
    found.isMore ? 'benchFoundFirst' : 'benchFound',
    entries.length,
    formatNumber(entries.length),
  );
}

/** As it would stand in a page, in the use that its type is for or that a person has chosen. */
function judged(
  inspection: Inspection,
  policy: Parameters<typeof judge>[0]['policy'],
  destination: Destination | 'auto',
): DataUrl {
  const occurrences = [
    {
      frame: '',
      place: 'attribute' as const,
      element: '',
      name: '',
      selector: '',
      destination: destination === 'auto' ? destinationOf(inspection) : destination,
      inert: false,
      cost: 0,
    },
  ];
  return { ...inspection, occurrences, ...judge({ inspection, occurrences, policy }) };
}

/** What is in a source; the share is null when nothing is being read. What was found before stays until then. */
function useFound(source: Source): { found: FoundItems | null; share: number | null } {
  const [found, setFound] = useState<FoundItems | null>(null);
  const [share, setShare] = useState<number | null>(null);
  useEffect(() => {
    let isWanted = true;
    const isLarge = source.kind !== 'text';
    setShare(isLarge ? 0 : null);
    findIn(
      source,
      (done) => isWanted && setShare(done),
      () => isWanted,
    )
      // A file that was changed or taken away since it was chosen can be read no more.
      .catch((): FoundItems => ({ items: [], isMore: false }))
      .then((all) => {
        if (!isWanted) return;
        setFound(all);
        setShare(null);
      });
    return () => {
      isWanted = false;
    };
  }, [source]);
  return { found, share };
}
