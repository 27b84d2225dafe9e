/**
 * A preview of a body, chosen by its detected type. If the data: URL is disallowed, only its bytes and text are shown,
 * with the reason.
 */
import type { FunctionComponent } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { stopsAll } from '../../../src/problem.ts';
import type { Reading } from '../../../src/report/report.ts';
import { message } from '../../platform/i18n.ts';
import type { Address } from '../../platform/surface-messages.ts';
import type { Detail, Row } from '../../platform/surface-updates.ts';
import { useBody } from '../hooks/use-body.ts';
import { Icon } from '../parts/icons.tsx';
import type { ReportClient } from '../report-client.ts';
import { formatBytes } from '../text/format.ts';
import { isUndrawable, type View, viewsOf, viewsOfUnpacked } from '../text/kind.ts';
import { findingText } from '../text/row-texts.ts';
import type { ViewerProps } from '../viewers/viewer-props.ts';
import { Allowing } from './allowing.tsx';
import { unpackedRow, useUnpacked } from './unpacked.ts';

/** The viewers, each of which is loaded when it is first shown. */
const viewers: Record<View, () => Promise<{ Viewer: FunctionComponent<ViewerProps> }>> = {
  picture: () => import('../viewers/picture-viewer.tsx'),
  font: () => import('../viewers/font-viewer.tsx'),
  media: () => import('../viewers/media-viewer.tsx'),
  sources: () => import('../viewers/sources-viewer.tsx'),
  entries: () => import('../viewers/archive-viewer.tsx'),
  text: () => import('../viewers/text-viewer.tsx'),
  hex: () => import('../viewers/hex-viewer.tsx'),
};

interface Props {
  row: Row;
  address: Address;
  client: ReportClient;
  /** The body's details; undefined while they are being requested. */
  payload: Detail['payload'] | undefined;
  /** The policy's decision, if it disallows the data: URL and the details have arrived. */
  decision: Detail['decision'];
}

export function Preview({ row, address, client, payload, decision }: Props) {
  if (stopsAll(row.problem)) return null;
  return (
    <div class="preview">
      {row.disallowed !== null && <Disallowed decision={decision} client={client} />}
      {row.disallowed === null && isUndrawable(row) && (
        <p class="note undrawable">
          <Icon name="blocked" />
          <span>{message('notDrawn')}</span>
        </p>
      )}
      {row.size === 0 ? (
        <p class="note">{message('emptyBody')}</p>
      ) : (
        // The payload determines which view is shown first.
        payload && <Views row={row} address={address} client={client} payload={payload} />
      )}
      {payload === undefined && <Waiting />}
    </div>
  );
}

/** A placeholder. Until it is replaced, the content below the preview is hidden, because it would move. */
const Waiting = () => (
  <p class="note" data-waiting>
    {message('loading')}
  </p>
);

/**
 * States why the data: URL is disallowed. The finding may not state this, because another rule may have replaced it, or
 * the user may have turned its rule off.
 */
function Disallowed({ decision, client }: Pick<Props, 'decision' | 'client'>) {
  return (
    <div class="note disallowed">
      <Icon name="blocked" />
      {decision === null ? (
        <span>{message('notRendered')}</span>
      ) : (
        <div>
          <details>
            <summary data-action="to-reason">
              {message('notRendered')} <span class="link">{message('why')}</span>
            </summary>
            <p>{findingText(decision.reason)}</p>
          </details>
          <Allowing decision={decision} client={client} />
        </div>
      )}
    </div>
  );
}

/**
 * The views of a body as tabs that follow the ARIA Authoring Practices: one tab stop, and arrow keys to move between
 * tabs.
 */
function Views({
  row,
  address,
  client,
  payload,
}: Omit<Props, 'payload' | 'decision'> & { payload: Reading }) {
  const [showsPacked, setShowsPacked] = useState(false);
  const { encodedAs } = payload;
  const coding = showsPacked ? null : (encodedAs?.coding ?? null);
  const body = useUnpacked(useBody(client, address.id, true, address.path), coding);
  const item = coding === null ? row : unpackedRow(row, payload);
  // The facts in the payload describe the decompressed content.
  const facts = showsPacked ? null : payload.facts;
  const views = coding === null ? viewsOf(row, facts) : viewsOfUnpacked(item, facts);
  const [chosen, setChosen] = useState<View | null>(null);
  const view = chosen !== null && views.includes(chosen) ? chosen : (views[0] as View);
  const prefix = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const isRightToLeft = document.documentElement.dir === 'rtl';
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = views.indexOf(view) + (isRightToLeft ? -step : step);
    const next = views[(to + views.length) % views.length] as View;
    setChosen(next);
    document.getElementById(`${prefix}-${next}`)?.focus();
  };
  return (
    <>
      {encodedAs && (
        <div class="note packed">
          <p>{message('packedBody', encodedAs.coding)}</p>
          <label>
            <input
              type="checkbox"
              data-action="unpack"
              checked={!showsPacked}
              onChange={({ currentTarget }) => setShowsPacked(!currentTarget.checked)}
            />{' '}
            {message('unpack')}
          </label>
        </div>
      )}
      <div class="tabs" role="tablist" aria-label={message('preview')} onKeyDown={onKeyDown}>
        {views.map((each) => (
          <button
            key={each}
            id={`${prefix}-${each}`}
            type="button"
            role="tab"
            data-view={each}
            aria-selected={each === view}
            aria-controls={`${prefix}-panel`}
            tabIndex={each === view ? 0 : -1}
            onClick={() => setChosen(each)}
          >
            {message(`view_${each}`)}
          </button>
        ))}
      </div>
      <div
        class="tab-panel"
        id={`${prefix}-panel`}
        role="tabpanel"
        aria-labelledby={`${prefix}-${view}`}
        data-shown={view}
        data-first={chosen === null && !showsPacked ? '' : undefined}
      >
        {body.state === 'loading' && <Waiting />}
        {body.state === 'gone' && <p class="note">{message('bodyGone')}</p>}
        {body.state === 'ready' && <Loaded view={view} row={item} blob={body.blob} facts={facts} />}
        {'isWhole' in body && !body.isWhole && (
          <p class="note">{message('unpackedFirst', formatBytes(body.blob.size))}</p>
        )}
      </div>
    </>
  );
}

type Loading = { view: View; Viewer: FunctionComponent<ViewerProps> | null };

function Loaded({ view, ...props }: ViewerProps & { view: View }) {
  const [loaded, setLoaded] = useState<Loading | null>(null);
  useEffect(() => {
    let isWanted = true;
    viewers[view]()
      .then(({ Viewer }) => Viewer)
      // Loading fails if the extension was updated while the page was open, because its files are then named
      // differently.
      .catch(() => null)
      .then((Viewer) => isWanted && setLoaded({ view, Viewer }));
    return () => {
      isWanted = false;
    };
  }, [view]);
  if (loaded?.view !== view) return <Waiting />;
  const { Viewer } = loaded;
  return Viewer ? <Viewer {...props} /> : <p class="note">{message('viewerGone')}</p>;
}
