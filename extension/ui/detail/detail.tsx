/** Shows everything about one data: URL. */
import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { LinePosition } from '../../../src/payload/css/css-lines.ts';
import type { Problem } from '../../../src/problem.ts';
import { blockedError, type DataUrlRequest, type Finding } from '../../../src/report/report.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Shown } from '../../platform/show-messages.ts';
import type { Detail as DetailData, PagePolicy, Row } from '../../platform/surface-updates.ts';
import { RowMark } from '../list/row.tsx';
import { Announce } from '../parts/announce.ts';
import { copyText } from '../parts/clipboard.ts';
import { DeveloperTools } from '../parts/devtools-context.ts';
import { Rulings } from '../parts/rulings.tsx';
import { Tool } from '../parts/tool.tsx';
import type { ReportClient, Ruling } from '../report-client.ts';
import { inTurn } from '../rule-matches.ts';
import { destinationText, formatTime, placesText, visibleText } from '../text/format.ts';
import { dimensionsText, shownSizeText } from '../text/picture-size.ts';
import { findingText, rowName } from '../text/row-texts.ts';
import { matchText, shownIn } from '../text/shown-text.ts';
import { Actions, copiedText, ManualCopyField, ShowButton } from './actions.tsx';
import { DataUrlView } from './data-url-view.tsx';
import { OccurrenceView } from './occurrence-view.tsx';
import { type ShownPlaces, showPlace, showPlaces } from './show-places.ts';

/** The number of occurrences that are listed at first. The rest are listed on a click. */
const placesAtFirst = 50;

interface Props {
  row: Row;
  client: ReportClient;
  policy: PagePolicy;
  /** The earlier changes of the policy that were made on this surface. */
  rulings: readonly Ruling[];
  /** The findings about the page as a whole. */
  pageFindings: readonly Finding[] | undefined;
  /** Lists the data: URLs of a finding; absent if there is no list. */
  onShow?: (ids: readonly string[]) => void;
  /** Opens the CSP view; absent if there is none. */
  onCsp?: (() => void) | undefined;
  /** The other data: URLs with the same bytes; absent if they are unknown. */
  sameBytes?: ComponentChildren;
  /** Called with the result of an action, in words. */
  onStatus: (text: string) => void;
  /**
   * Whether the details take the focus, because the user has opened them. Otherwise, they are only shown beside the
   * list.
   */
  takesFocus: boolean;
  /** Called when an element was shown, so that the surface can move out of the way. */
  onShown?: (() => void) | undefined;
  /** Text to append to the message about the outlined elements. */
  shownHint?: string;
  /** Hides the details, if they are shown beside the list. */
  onClose?: () => void;
}

export function Detail({ row, client, policy, rulings, pageFindings = [], takesFocus, ...props }: Props) {
  const { sameBytes, onShow, onCsp, onStatus, onShown, shownHint, onClose } = props;
  const address = { id: row.sha256 };
  const name = rowName(row);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [row.sha256, takesFocus]);
  const announceShown = async (shown: Promise<ShownPlaces>) => {
    onStatus('');
    const { text, isOutlined } = await shown;
    onStatus(isOutlined && shownHint ? `${text} ${shownHint}` : text);
    if (!isOutlined) return;
    setTimesShown((times) => times + 1);
    onShown?.();
  };
  const first = client.isSample ? -1 : row.places.findIndex(isInDocument);
  const [isNowhere, setIsNowhere] = useState(false);
  const [timesShown, setTimesShown] = useState(0);
  return (
    <Announce.Provider value={onStatus}>
      <article class="detail" data-detail={row.sha256} aria-labelledby="detail-heading">
        {/* The header stays in view. */}
        <header class="detail-head">
          <div class="detail-title">
            <h2 id="detail-heading" ref={heading} tabIndex={-1}>
              <bdi class="one-row" title={name}>
                {name}
              </bdi>
            </h2>
            <bdi class="tag type" dir={row.essence === null ? undefined : 'ltr'}>
              {visibleText(row.essence ?? message('brokenUrl'))}
            </bdi>
            <RowMark row={row} />
          </div>
          <Actions
            row={row}
            address={address}
            client={client}
            onShow={first < 0 ? undefined : () => void announceShown(showPlaces(row, first, client))}
            isNowhere={isNowhere}
          />
          {onClose && <Tool id="close-detail" icon="close" label={message('close')} onClick={onClose} />}
        </header>
        <Rulings rulings={rulings} client={client} />
        <DataUrlView
          key={row.sha256}
          row={row}
          address={address}
          client={client}
          policy={policy}
          hasActions={false}
          ofPage={pageFindings.filter(({ dataUrls }) => dataUrls?.includes(row.sha256))}
          onCsp={onCsp}
          {...(onShow && { onShow })}
        >
          {(detail) => (
            <>
              <Occurrences
                dataUrl={detail}
                client={client}
                timesShown={timesShown}
                onShow={(at, occurrence) => void announceShown(showPlace(row, at, occurrence, client))}
                onNowhere={setIsNowhere}
              />
              {sameBytes}
              {detail.requests.length > 0 && <Requests requests={detail.requests} problem={row.problem} />}
            </>
          )}
        </DataUrlView>
      </article>
    </Announce.Provider>
  );
}

/** Whether an occurrence is in a document. Others are requests, which belong to no element of the page. */
const isInDocument = ({ place }: Pick<Occurrence, 'place'>): boolean => place !== 'network';

function Occurrences({
  dataUrl,
  client,
  timesShown,
  onShow,
  onNowhere,
}: {
  dataUrl: DetailData;
  client: ReportClient;
  /** Number of times that something was outlined. The page is asked again each time, because it may have changed. */
  timesShown: number;
  onShow: (at: number, occurrence: Occurrence) => void;
  /** Called when it is known whether the page has nothing to outline for any of the occurrences. */
  onNowhere: (isNowhere: boolean) => void;
}) {
  const announce = useContext(Announce);
  const [shown, setShown] = useState(placesAtFirst);
  const [refused, setRefused] = useState<string | null>(null);
  const { occurrences, sha256: id } = dataUrl;
  // For another URL, the state is reset.
  useEffect(() => {
    setShown(placesAtFirst);
    setRefused(null);
  }, [id]);
  const answers = useAnswers(dataUrl, client, shown, timesShown);
  const isNowhere =
    dataUrl.occurrenceCount === occurrences.length &&
    occurrences.every((occurrence, at) => !isInDocument(occurrence) || isNothing(answers.get(at)));
  useEffect(() => {
    onNowhere(isNowhere);
    return () => onNowhere(false);
  }, [isNowhere]);
  const dimensions = dimensionsText(dataUrl.picture);
  const tools = useContext(DeveloperTools);
  const positions = usePositions(dataUrl, client);
  const reveal = async (at: number, occurrence: Occurrence) => {
    const isRevealed = await inTurn(client, async () => tools?.reveal?.(id, at, occurrence));
    if (isRevealed) announce(message('revealed'));
    else if (occurrence.selector !== '') await copy(occurrence.selector);
  };
  const copy = async (text: string) => {
    const copied = await copyText(Promise.resolve(new Blob([text], { type: 'text/plain' })));
    announce(copiedText(copied));
    setRefused(copied.state === 'refused' ? copied.text : null);
  };
  return (
    <section>
      <h3>{placesText(dataUrl.occurrenceCount)}</h3>
      {refused !== null && <ManualCopyField text={refused} />}
      <ol class="occurrences">
        {occurrences.slice(0, shown).map((occurrence, at) => (
          <li key={at}>
            <OccurrenceView
              occurrence={occurrence}
              position={positions?.[at]}
              onCopy={copy}
              size={sizeIn(answers.get(at), dimensions)}
              matches={
                client.isSample || !isCounted(occurrence)
                  ? undefined
                  : matchText(answers.get(at) ?? null, occurrence)
              }
            />
            {isInDocument(occurrence) && (
              <span class="occurrence-actions">
                {!client.isSample && (
                  <ShowButton isNothing={isNothing(answers.get(at))} onClick={() => onShow(at, occurrence)} />
                )}
                {tools?.reveal && (
                  <button type="button" data-action="reveal" onClick={() => reveal(at, occurrence)}>
                    {message('reveal')}
                  </button>
                )}
                {occurrence.selector !== '' && (
                  <Tool
                    id="copy-selector"
                    icon="copy"
                    label={message('copySelector')}
                    onClick={() => copy(occurrence.selector)}
                  />
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
      {dataUrl.occurrenceCount > occurrences.length && (
        <p class="dim">{message('firstPlaces', occurrences.length, formatNumber(occurrences.length))}</p>
      )}
      {occurrences.length > shown && (
        <button type="button" data-action="more" onClick={() => setShown(shown * 10)}>
          {message('morePlaces', occurrences.length - shown, formatNumber(occurrences.length - shown))}
        </button>
      )}
    </section>
  );
}

/**
 * Finds the positions of a data: URL's occurrences in the sources of their documents; null until the search has ended.
 */
function usePositions(dataUrl: DetailData, client: ReportClient): readonly (LinePosition | null)[] | null {
  const [positions, setPositions] = useState<readonly (LinePosition | null)[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setPositions(null);
    const seek = async () => {
      const { createSourceLocator } = await import('../source-locator.ts');
      const found = await createSourceLocator(client)(dataUrl);
      if (isCurrent) setPositions(found);
    };
    if (!client.isSample) void seek();
    return () => {
      isCurrent = false;
    };
  }, [dataUrl, client]);
  return positions;
}

const isCounted = (occurrence: Occurrence): boolean =>
  occurrence.rule !== undefined && isInDocument(occurrence);

const isNothing = (shown: Shown | null | undefined): boolean => shown?.outlined === 0;

/**
 * The size at which the element of an answer shows the picture; '' if the picture isn't rendered or its dimensions are
 * unknown.
 */
const sizeIn = (shown: Shown | null | undefined, dimensions: string): string =>
  shown?.box && dimensions !== ''
    ? shownSizeText(dimensions, shown.box, (from, to) => message('shownSize', from, to))
    : '';

/**
 * Asks the page about the listed occurrences. The answers are keyed by the occurrence's index; null if the page did not
 * answer.
 */
function useAnswers(
  { sha256: id, occurrences }: DetailData,
  client: ReportClient,
  listed: number,
  timesShown: number,
): ReadonlyMap<number, Shown | null> {
  const [answers, setAnswers] = useState<ReadonlyMap<number, Shown | null>>(new Map());
  // The answers are reset, because other details of the same URL may list other occurrences.
  useEffect(() => setAnswers(new Map()), [id, occurrences]);
  useEffect(() => {
    let isCurrent = true;
    const count = async () => {
      for (const [at, occurrence] of occurrences.slice(0, listed).entries()) {
        if (!isInDocument(occurrence)) continue;
        const ask = () => client.ask({ type: 'show', id, occurrence: at, outlines: 'none' });
        const shown = shownIn(await inTurn(client, ask));
        if (!isCurrent) return;
        setAnswers((known) => new Map([...known, [at, shown]]));
      }
    };
    if (!client.isSample) void count();
    return () => {
      isCurrent = false;
    };
  }, [id, occurrences, listed, timesShown]);
  return answers;
}

/** Lists the requests that DevTools reported, each with its time, initiator, and result. */
function Requests({ requests, problem }: { requests: readonly DataUrlRequest[]; problem: Problem | null }) {
  return (
    <section>
      <h3>{message('requests', requests.length, formatNumber(requests.length))}</h3>
      <ul class="occurrences">
        {requests.map(({ startedAt, status, error, initiator, destination }, at) => (
          <li key={at}>
            <div class="occurrence">
              <div>
                <span class="tag">{message('destination', destinationText(destination))}</span>
                <span>{outcomeText(status, error)}</span>{' '}
                {startedAt !== '' && <span class="dim">{formatTime(Date.parse(startedAt))}</span>}
              </div>
              {error !== null && problem && (
                <p class="why">
                  {findingText({ ...problem, messageId: problem.code })} (
                  {message('position', formatNumber(problem.start))})
                </p>
              )}
              {initiator !== null && <Initiator initiator={initiator} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function outcomeText(status: number, error: string | null): string {
  if (error === blockedError) return message('became_blocked');
  if (error !== null) return visibleText(error);
  return status === 0 ? message('noStatus') : message('status', String(status));
}

/** The initiator of a request; in DevTools, as a link to the line. */
function Initiator({ initiator }: { initiator: string }) {
  const tools = useContext(DeveloperTools);
  const [, url, line] = /^(https?:.*|file:.*):(\d+)$/.exec(initiator) ?? [];
  if (!tools?.openSource || url === undefined) {
    return (
      <div class="selector" title={visibleText(initiator)}>
        {visibleText(initiator)}
      </div>
    );
  }
  return (
    <button
      type="button"
      class="link selector"
      data-action="to-source"
      title={visibleText(initiator)}
      onClick={() => tools.openSource?.(url, Number(line))}
    >
      {visibleText(initiator)}
    </button>
  );
}
