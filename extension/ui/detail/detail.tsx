/** Everything about one data: URL. */
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Problem } from '../../../src/problem.ts';
import { isElementPicture } from '../../../src/report/picture-place.ts';
import { blockedError, type DataUrlRequest, type Finding } from '../../../src/report/report.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Detail as DetailData, PagePolicy, Row } from '../../platform/surface-updates.ts';
import { RowMark } from '../list/row.tsx';
import { Announce } from '../parts/announce.ts';
import { copyText } from '../parts/clipboard.ts';
import { DeveloperTools } from '../parts/devtools-context.ts';
import { Tool } from '../parts/tool.tsx';
import type { ReportClient } from '../report-client.ts';
import { inTurn } from '../rule-matches.ts';
import { findingText } from '../text/finding-text.ts';
import { destinationText, formatTime, placesText, visibleText } from '../text/format.ts';
import { dimensionsText, shownSizeText } from '../text/picture-size.ts';
import { rowName } from '../text/row-name.ts';
import { matchText, shownIn } from '../text/shown-text.ts';
import { Actions, ByHand, copiedText, ShowButton } from './actions.tsx';
import { cachedLocator } from './cached-locator.ts';
import { DataUrlView } from './data-url-view.tsx';
import { OccurrenceView } from './occurrence-view.tsx';
import { type ShownPlaces, showPlace, showPlaces } from './show-places.ts';

/** Occurrences listed at first; the rest on a click. */
const placesAtFirst = 50;

interface Props {
  row: Row;
  client: ReportClient;
  policy: PagePolicy;
  /** The findings on the page as a whole. */
  pageFindings: readonly Finding[] | undefined;
  /** Lists the data: URLs of a finding; absent where there is no list. */
  onShow?: (ids: readonly string[]) => void;
  /** Called with the result of an action, in words. */
  onStatus: (text: string) => void;
  /** The user has opened it; otherwise it is only shown beside the list. */
  takesFocus: boolean;
  /** Called when an element was shown, so that the surface can get out of the way. */
  onShown?: (() => void) | undefined;
  /** Added to the message about what was outlined. */
  shownHint?: string;
  /** Hides the detail, where it is shown beside the list. */
  onClose?: () => void;
}

export function Detail({ row, client, policy, pageFindings = [], takesFocus, ...props }: Props) {
  const { onShow, onStatus, onShown, shownHint, onClose } = props;
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
    if (isOutlined) onShown?.();
  };
  const first = client.isSample ? -1 : row.places.findIndex(isInDocument);
  return (
    <Announce.Provider value={onStatus}>
      <article class="detail" data-detail={row.sha256} aria-labelledby="detail-heading">
        {/* Stays in view. */}
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
          />
          {onClose && <Tool id="close-detail" icon="close" label={message('close')} onClick={onClose} />}
        </header>
        <DataUrlView
          key={row.sha256}
          row={row}
          address={address}
          client={client}
          policy={policy}
          hasActions={false}
          ofPage={pageFindings.filter(({ dataUrls }) => dataUrls?.includes(row.sha256))}
          {...(onShow && { onShow })}
        >
          {(detail) => (
            <>
              <Occurrences
                dataUrl={detail}
                client={client}
                onShow={(at, occurrence) => void announceShown(showPlace(row, at, occurrence, client))}
              />
              {detail.requests.length > 0 && <Requests requests={detail.requests} problem={row.problem} />}
            </>
          )}
        </DataUrlView>
      </article>
    </Announce.Provider>
  );
}

/** The others are requests: no element of the page has them. */
const isInDocument = ({ place }: Pick<Occurrence, 'place'>): boolean => place !== 'network';

function Occurrences({
  dataUrl,
  client,
  onShow,
}: {
  dataUrl: DetailData;
  client: ReportClient;
  onShow: (at: number, occurrence: Occurrence) => void;
}) {
  const announce = useContext(Announce);
  const [shown, setShown] = useState(placesAtFirst);
  const [refused, setRefused] = useState<string | null>(null);
  const { occurrences, sha256: id } = dataUrl;
  // For another URL the state is reset.
  useEffect(() => {
    setShown(placesAtFirst);
    setRefused(null);
  }, [id]);
  const matches = useMatches(dataUrl, client, shown);
  const tools = useContext(DeveloperTools);
  const locate = useMemo(() => tools?.createLocator?.() ?? cachedLocator(client), [tools, client, dataUrl]);
  const reveal = async (at: number, occurrence: Occurrence) => {
    const isRevealed = await inTurn(client, async () => tools?.reveal?.(id, at, occurrence));
    if (isRevealed) announce(message('revealed'));
    else await copySelector(occurrence.selector);
  };
  const copySelector = async (selector: string) => {
    const copied = await copyText(Promise.resolve(new Blob([selector], { type: 'text/plain' })));
    announce(copiedText(copied));
    setRefused(copied.state === 'refused' ? copied.text : null);
  };
  return (
    <section>
      <h3>{placesText(dataUrl.occurrenceCount)}</h3>
      {refused !== null && <ByHand text={refused} />}
      <ol class="occurrences">
        {occurrences.slice(0, shown).map((occurrence, at) => (
          <li key={at}>
            <OccurrenceView
              dataUrl={dataUrl}
              at={at}
              locate={locate}
              size={isElementPicture(occurrence) ? matches.get(at) : undefined}
              matches={client.isSample || !isCounted(occurrence) ? undefined : (matches.get(at) ?? '')}
            />
            {isInDocument(occurrence) && (
              <span class="occurrence-actions">
                {!client.isSample && <ShowButton onClick={() => onShow(at, occurrence)} />}
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
                    onClick={() => copySelector(occurrence.selector)}
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

const isCounted = (occurrence: Occurrence): boolean =>
  occurrence.rule !== undefined && isInDocument(occurrence);

/**
 * Texts about the elements that the rules of the listed occurrences match, or about the sizes of their pictures, by
 * their indexes.
 */
function useMatches(
  { sha256: id, occurrences, picture }: DetailData,
  client: ReportClient,
  listed: number,
): ReadonlyMap<number, string> {
  const dimensions = dimensionsText(picture);
  const [matches, setMatches] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    setMatches(new Map());
    const count = async () => {
      for (const [at, occurrence] of occurrences.slice(0, listed).entries()) {
        const isPicture = dimensions !== '' && isElementPicture(occurrence);
        if (!isPicture && !isCounted(occurrence)) continue;
        const ask = () => client.ask({ type: 'show', id, occurrence: at, outlines: 'none' });
        const shown = shownIn(await inTurn(client, ask));
        if (!isCurrent) return;
        const sizeText = shown?.box ? shownSizeText(dimensions, shown.box) : '';
        const text = isPicture ? sizeText : matchText(shown, occurrence);
        setMatches((known) => new Map([...known, [at, text]]));
      }
    };
    if (!client.isSample) void count();
    return () => {
      isCurrent = false;
    };
    // Another detail of the same URL has other occurrences.
  }, [id, occurrences, listed]);
  return matches;
}

/** Requests that DevTools reported: when, initiated by whom, and with which result. */
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

/** The initiator: in DevTools a link to the line. */
function Initiator({ initiator }: { initiator: string }) {
  const tools = useContext(DeveloperTools);
  const [, url, line] = /^(https?:.*|file:.*):(\d+)$/.exec(initiator) ?? [];
  if (!tools || url === undefined) {
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
      onClick={() => tools.openSource(url, Number(line))}
    >
      {visibleText(initiator)}
    </button>
  );
}
