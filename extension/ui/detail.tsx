/** Everything about one data: URL. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DataUrlRequest, Occurrence } from '../../src/report/report.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import type { Detail as DetailData, PagePolicy, Row } from '../platform/messages.ts';
import { FindingView } from './finding.tsx';
import { charsetText, formatBytes, placesText, visibleText } from './format.ts';
import { Icon } from './icons.tsx';
import { Preview } from './preview.tsx';
import type { ReportClient } from './report-client.ts';

/** Places listed at first; the rest on a click. */
const placesAtFirst = 50;

interface Props {
  row: Row;
  client: ReportClient;
  policy: PagePolicy;
  /** A person has gone to it; else it is only shown beside the list. */
  takesFocus: boolean;
  /** Called when an element was shown, so that the surface can make room for it. */
  onShown: () => void;
}

export function Detail({ row, client, policy, takesFocus, onShown }: Props) {
  const dataUrl = useDataUrl(client, row);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [row.sha256, takesFocus]);
  return (
    <article class="detail" data-detail={row.sha256} aria-labelledby="detail-heading">
      <h2 id="detail-heading" ref={heading} tabIndex={-1}>
        {visibleText(row.essence ?? message('brokenUrl'))}
      </h2>
      {row.findings.length > 0 && (
        <ul class="findings">
          {row.findings.map((finding) => (
            <FindingView
              key={`${finding.rule} ${finding.messageId} ${finding.start}`}
              finding={finding}
              policy={policy}
              client={client}
              written={row}
              disallowed={row.disallowed}
            />
          ))}
        </ul>
      )}
      <Facts row={row} />
      <Preview row={row} client={client} />
      <section>
        <h3>{message('writtenUrl')}</h3>
        <p class="written">
          {visibleText(row.head)}
          {row.length > row.head.length && '…'}
        </p>
      </section>
      {dataUrl && <Occurrences dataUrl={dataUrl} client={client} onShown={onShown} />}
      {dataUrl && dataUrl.requests.length > 0 && <Requests requests={dataUrl.requests} />}
    </article>
  );
}

/** The whole of a data: URL, asked for again when its row changes. */
function useDataUrl(client: ReportClient, row: Row): DetailData | null {
  const [dataUrl, setDataUrl] = useState<DetailData | null>(null);
  const id = row.sha256;
  const { occurrenceCount, requestCount } = row;
  useEffect(() => {
    let isWanted = true;
    client.ask({ type: 'detail', id }).then((answer) => {
      if (isWanted) setDataUrl(answer as DetailData | null);
    });
    return () => {
      isWanted = false;
    };
  }, [client, id, occurrenceCount, requestCount]);
  return dataUrl?.sha256 === id ? dataUrl : null;
}

function Facts({ row }: { row: Row }) {
  const facts: [string, string][] = [
    [message('mediaType'), visibleText(row.mimeType ?? message('none'))],
    [message('detectedType'), row.detectedType ?? message('unknown')],
    [message('size'), row.size === null ? message('noSize') : formatBytes(row.size)],
    [message('length'), message('codeUnits', row.length, formatNumber(row.length))],
    [message('charset'), visibleText(charsetText(row))],
    [message('encoding'), message(`encoding_${row.encoding}`)],
    ['SHA-256', row.bodySha256 ?? message('none')],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Occurrences({
  dataUrl,
  client,
  onShown,
}: {
  dataUrl: DetailData;
  client: ReportClient;
  onShown: () => void;
}) {
  const [shown, setShown] = useState(placesAtFirst);
  const [answer, setAnswer] = useState('');
  const { occurrences, sha256: id } = dataUrl;
  // Another URL begins anew.
  useEffect(() => {
    setShown(placesAtFirst);
    setAnswer('');
  }, [id]);
  const show = async (occurrence: number) => {
    const isShown = await client.ask({ type: 'show', id, occurrence });
    setAnswer(message(isShown ? 'shown' : 'notShown'));
    if (isShown) onShown();
  };
  return (
    <section>
      <h3>{placesText(dataUrl.occurrenceCount)}</h3>
      <p class="answer" role="status">
        {answer}
      </p>
      <ol class="occurrences">
        {occurrences.slice(0, shown).map((occurrence, at) => (
          <li key={at}>
            <OccurrenceView occurrence={occurrence} />
            {occurrence.place !== 'network' && (
              <button type="button" data-action="show" onClick={() => show(at)}>
                <Icon name="show" />
                {message('showOnPage')}
              </button>
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

function OccurrenceView({ occurrence }: { occurrence: Occurrence }) {
  const { element, name, selector, place, destination, inert, frame } = occurrence;
  return (
    <div class="occurrence">
      <div>
        {element !== '' && <code>{visibleText(`<${element}>`)}</code>} <span>{visibleText(name)}</span>
        <span class="tag">{message(`place_${place.replaceAll('-', '_')}`)}</span>
        <span class="tag">{message('destination', destination)}</span>
        {inert && <span class="tag">{message('inert')}</span>}
      </div>
      {selector !== '' && (
        <div class="selector" title={visibleText(selector)}>
          {visibleText(selector)}
        </div>
      )}
      <div class="frame" title={visibleText(frame)}>
        {visibleText(frame.slice(0, 300))}
      </div>
    </div>
  );
}

function Requests({ requests }: { requests: readonly DataUrlRequest[] }) {
  return (
    <section>
      <h3>{message('requests', requests.length, formatNumber(requests.length))}</h3>
      <ul class="occurrences">
        {requests.map(({ startedAt, status, error, initiator, destination }) => (
          <li key={startedAt}>
            <div class="occurrence">
              <div>
                <span class="tag">{message('destination', destination)}</span>
                <span>{error ?? message('status', String(status))}</span>
              </div>
              {initiator !== null && (
                <div class="selector" title={visibleText(initiator)}>
                  {visibleText(initiator)}
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
