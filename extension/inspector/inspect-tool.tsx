/** Shows each data: URL in a pasted or dropped text or file, or the data: URL made from it, in full detail. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { readCspReports } from '../../src/csp/violation-reports.ts';
import { mailEntities } from '../../src/pasted/mail.ts';
import { mergePolicies } from '../../src/policy/policy.ts';
import type { Policy } from '../../src/policy/policy-types.ts';
import type { DataUrl, Inspection } from '../../src/report/report.ts';
import { judge } from '../../src/rules/index.ts';
import type { Destination } from '../../src/vocabulary.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { editUserPolicy, loadPolicies, watchPolicies } from '../platform/settings.ts';
import { Toast } from '../ui/bars/toast.tsx';
import { Announce } from '../ui/parts/announce.ts';
import { firstReport } from '../ui/report-state.ts';
import { ruleText } from '../ui/text/surface-texts.ts';
import { Bench } from './bench.tsx';
import { DocumentSections } from './document-sections.tsx';
import { Examples } from './examples.tsx';
import { RefusedMail } from './external-body-view.tsx';
import {
  type BenchEntry,
  type FoundItems,
  findIn,
  type Source,
  sourceOfText,
  sourceOfUrl,
} from './source.ts';
import type { ToolProps } from './tool-props.ts';
import { CspReports } from './violations.tsx';
import { benchClient, type Held } from './workbench-client.ts';
import { BenchInput, toSource } from './workbench-input.tsx';
import { BenchItem, readingText } from './workbench-item.tsx';
import { BenchList } from './workbench-list.tsx';

/** An action that can be undone. */
interface Done {
  text: string;
  undo: () => void;
  /** Whether the action changed the workbench's text. If so, it can't be undone after the text has been replaced. */
  isOfSource: boolean;
}

export function InspectTool({ isShown, id, tabId }: ToolProps) {
  const [source, setSource] = useState<Source>({ kind: 'text', text: '' });
  const [destination, setDestination] = useState<Destination | 'auto'>('auto');
  const [done, setDone] = useState<Done | null>(null);
  const [status, setStatus] = useState('');
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
        (rule, undo) =>
          setDone({
            text: message('ruled_muted_everywhere', ruleText(rule).title),
            undo: () => void editUserPolicy(undo),
            isOfSource: false,
          }),
      ),
    [],
  );
  const cspReports = useMemo(() => (source.kind === 'text' ? readCspReports(source.text) : []), [source]);
  const refused = useMemo(
    () => (source.kind === 'text' ? mailEntities(source.text).filter((entity) => !entity.ok) : []),
    [source],
  );
  const shown = entries.find(({ item }) => item.id === id) ?? entries[0];
  const main = useRef<HTMLDivElement>(null);
  // When another item is selected, it is shown from its top. While an item is edited, the scroll position is kept.
  useEffect(() => main.current?.scrollTo(0, 0), [id]);
  // After a reload, the URL may identify an item that is no longer available.
  const isReturn = id !== null;
  const isEmpty = source.kind === 'text' && source.text.trim() === '';

  return (
    <Bench isShown={isShown}>
      <div class="bench-side">
        <BenchInput
          source={source}
          onSource={(next) => {
            setDone((now) => (now?.isOfSource ? null : now));
            setSource(next);
          }}
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
              : cspReports.length > 0 && entries.length === 0
                ? message('cspReports')
                : statusText(entries, found)}
        </p>
        {done && (
          <div class="notice" role="status">
            <p>{done.text}</p>
            <button
              type="button"
              data-action="undo"
              onClick={() => {
                done.undo();
                setDone(null);
              }}
            >
              {message('undo')}
            </button>
          </div>
        )}
        {entries.length > 1 && shown && <BenchList entries={entries} shown={shown} />}
        <DocumentSections tool="inspect" />
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
        {refused.length > 0 && <RefusedMail entities={refused} />}
        {cspReports.length > 0 && <CspReports reports={cspReports} tabId={tabId} />}
        <Announce.Provider value={setStatus}>
          {shown && policy && (
            <BenchItem
              entry={shown}
              client={client}
              policy={policy}
              onOther={(text) => {
                setDone({
                  text: `${message('otherReading')} ${readingText(text, 'end')}`,
                  undo: () => setSource(source),
                  isOfSource: true,
                });
                setSource(sourceOfUrl(text));
              }}
            />
          )}
        </Announce.Provider>
      </div>
      <Toast report={firstReport} client={client} status={status} onClose={() => setStatus('')} />
    </Bench>
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

/**
 * Judges an inspection as if the data: URL were on a page, with the destination that the user has chosen or that is
 * likely for its type.
 */
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

/**
 * The items in a source, and the share of the source that has been read; null while nothing is being read. During
 * reading, the earlier items are kept.
 */
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
      // A file cannot be read if it was changed or deleted after it was chosen.
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

/** The policy for pasted texts, which belong to no site; null until it is loaded. */
function usePolicy(): Policy | null {
  const [policy, setPolicy] = useState<Policy | null>(null);
  useEffect(() => {
    const load = () => void loadPolicies().then((policies) => setPolicy(mergePolicies(policies, null)));
    load();
    watchPolicies(load);
  }, []);
  return policy;
}

/** The likely destination of a data: URL, according to its type. */
function destinationOf({ essence }: Pick<Inspection, 'essence'>): Destination {
  const [type = '', subtype = ''] = (essence ?? '').split('/');
  if (type === 'image' || type === 'audio' || type === 'video' || type === 'font') return type;
  if (subtype === 'css') return 'style';
  if (/^(?:x-)?(?:java|ecma)script$/.test(subtype)) return 'script';
  if (/^(?:x-)?font/.test(subtype)) return 'font';
  if (subtype === 'html' || subtype === 'xhtml+xml') return 'document';
  if (subtype === 'manifest+json') return 'manifest';
  return 'empty';
}
