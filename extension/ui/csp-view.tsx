/** Shows how the page's CSP, or a CSP that the user enters, affects the page's data: URLs. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type CspUse, type CspWhatIf, whatIf } from '../../src/report/csp-what-if.ts';
import type { DataUrl, Report } from '../../src/report/report.ts';
import { unknownHeaders } from '../../src/report/unreachable.ts';
import { isFirefox } from '../platform/browser.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { ServerPolicy } from './bars/server-policy.tsx';
import { copyText } from './parts/clipboard.ts';
import type { ReportClient, ReportState } from './report-client.ts';
import { maxNamed, SavingUrls, type UrlActions } from './saving-urls.tsx';
import { destinationText, formatBytes, visibleText } from './text/format.ts';
import { isolated } from './text/row-texts.ts';
import './csp-view.css';

/** Maximum number of characters of a policy in the CSP view. */
const maxPolicyLength = 32_000;

interface Props extends UrlActions {
  report: ReportState;
  client: ReportClient;
  /** The policy that the user has written; null for the page's own. */
  text: string | null;
  onText: (text: string | null) => void;
  /** Hides the view, if it is shown beside the list. */
  onClose?: () => void;
}

/** Requests the page's own policies and its data: URLs; null if the worker doesn't answer. */
async function pageOf(client: ReportClient): Promise<{ policies: string; dataUrls: DataUrl[] } | null> {
  const [policies, json] = await Promise.all([client.ask({ type: 'csp' }), client.ask({ type: 'report' })]);
  if (!(json instanceof Blob)) return null;
  const [report]: Report[] = JSON.parse(await json.text());
  return report
    ? { policies: typeof policies === 'string' ? policies : '', dataUrls: report.dataUrls }
    : null;
}

export function CspView({ report, client, text, onText, onClose, ...actions }: Props) {
  const { rows, readAt, overview, cspRequest } = report;
  const lacksHeader = overview !== null && unknownHeaders(overview) !== undefined;
  /** Whether DevTools reported the policies in the page's own headers. */
  const headerKnown = cspRequest === null && !lacksHeader;
  /** Whether the document, including the policies in its meta elements, was scanned. */
  const isRead = overview !== null && overview.page.frames > 0;
  const [page, setPage] = useState<{ policies: string; dataUrls: DataUrl[] } | null>(null);
  const [copied, setCopied] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  // A policy that is typed or pasted then replaces the page's own.
  useEffect(() => {
    if (text === null && document.activeElement === field.current) field.current?.select();
  }, [page]);
  useEffect(() => {
    let isCurrent = true;
    void pageOf(client).then((value) => {
      if (isCurrent && value) setPage(value);
    });
    return () => {
      isCurrent = false;
    };
  }, [client, rows.length, readAt, cspRequest?.kind]);
  const answer = useMemo(
    () => page && whatIf(text ?? page.policies, page.dataUrls, isFirefox() ? 'Firefox' : 'Chromium'),
    [page, text],
  );

  const hasNone = text === null && answer?.text === '';
  const none = isRead ? message(headerKnown ? 'cspHasNone' : 'cspNone') : message('cspNotRead');
  /** Whether the effect is unknown. Without the page's CSP, it is only a guess that nothing is blocked. */
  const isUnknown = hasNone && !(isRead && headerKnown);
  /** Whether the data: URLs are unknown. A page that was not scanned may use any data: URL. */
  const isBlank = !isRead && answer?.uses.length === 0;
  const isOnlyMeta = text === null && !hasNone && lacksHeader;
  const serving = answer?.serving ?? null;
  const copy = async () => {
    const { state } = await copyText(Promise.resolve(new Blob([serving ?? ''], { type: 'text/plain' })));
    const isRefused = state === 'refused';
    setCopied(message(isRefused ? 'cspNotCopied' : 'cspCopied'));
  };
  useEffect(() => setCopied(''), [serving]);
  const copying = (
    <>
      <button type="button" data-action="copy-csp" onClick={copy}>
        {message('cspCopy')}
      </button>{' '}
      <span role="status">{copied}</span>
    </>
  );
  /** Whether the summary contains the whole changed policy, which is then not repeated. */
  const isSummed =
    answer?.uses[0]?.decision === 'blocks' &&
    answer.additions.map(({ directives }) => directives.join('; ')).join('\n') === serving;
  return (
    <article class="detail csp" data-csp aria-labelledby="csp-heading">
      <div class="csp-title">
        <h2 id="csp-heading" tabIndex={-1}>
          {message('cspTitle')}
        </h2>
        {onClose && (
          <button type="button" data-action="close-csp" onClick={onClose}>
            {message('close')}
          </button>
        )}
      </div>
      <div class="csp-columns">
        <div>
          <label>
            {message('cspText')}
            <textarea
              ref={field}
              name="csp"
              rows={5}
              dir="ltr"
              spellcheck={false}
              maxLength={maxPolicyLength}
              value={text ?? answer?.text ?? ''}
              aria-describedby="csp-hint"
              onInput={({ currentTarget }) => onText(currentTarget.value)}
            />
          </label>
          <p id="csp-hint" class="dim">
            {hasNone ? none : message(isBlank ? 'cspNotRead' : 'cspHint')}
            {answer && isOnlyMeta && ` ${message('cspOnlyMeta')}`}
          </p>
          {answer?.ignored.map(({ directive, character, at }, n) => (
            <p key={n} class="csp-ignored">
              {message('cspIgnored', isolated(directive), isolated(character), formatNumber(at))}
            </p>
          ))}
          {text !== null && (
            <button type="button" data-action="own-csp" onClick={() => onText(null)}>
              {message('cspOwn')}
            </button>
          )}
          {text === null && <ServerPolicy report={report} client={client} isSaid={isUnknown || isBlank} />}
        </div>
        {/* Present even if empty, so that the field keeps its width. */}
        <div>
          {answer && !isUnknown && !isBlank && (
            <>
              <Summary answer={answer} isPart={isOnlyMeta} onShow={actions.onShow} />
              {isSummed && copying}
              <Uses uses={answer.uses} rows={rows} {...actions} />
            </>
          )}
        </div>
      </div>
      {answer && !isUnknown && !isBlank && (
        <section>
          {!isSummed && <h3>{message('cspServing')}</h3>}
          {serving === null && <p>{message('cspServes')}</p>}
          {serving !== null && !isSummed && (
            <>
              <pre class="csp-serving" dir="ltr">
                {visibleText(serving)}
              </pre>
              {copying}
            </>
          )}
          {answer.active === 'blocks' && <p class="dim">{message('cspServingHint')}</p>}
          {answer.active === 'allows' && <p class="dim">{message('cspAllowsActive')}</p>}
        </section>
      )}
    </article>
  );
}

interface SummaryProps extends Pick<UrlActions, 'onShow'> {
  answer: CspWhatIf;
  /** Whether other policies may apply to the page. */
  isPart: boolean;
}

/** States how many data: URLs the policies break, and the smallest change that would allow them. */
function Summary({ answer: { uses, additions }, isPart, onShow }: SummaryProps) {
  const blocked = uses.filter(({ decision }) => decision === 'blocks');
  const ids = [...new Set(blocked.flatMap(({ dataUrls }) => dataUrls))];
  const cost = blocked.reduce((sum, each) => sum + each.cost, 0);
  // Other policies may still block some data: URLs, and nonces or hashes decide about others.
  const isOpen = isPart || uses.some(({ decision }) => decision === 'unknown');
  if (isOpen && ids.length === 0) return null;
  return (
    <div class="csp-summary" role="status" data-broken={ids.length}>
      <p>
        <strong>
          {ids.length === 0
            ? message('cspBreaksNone')
            : message('cspBreaks', ids.length, formatNumber(ids.length), formatBytes(cost))}
        </strong>{' '}
        {ids.length > 0 && (
          <button type="button" class="link" data-action="list-broken" onClick={() => onShow(ids)}>
            {message('cspListBroken')}
          </button>
        )}
      </p>
      {ids.length > 0 &&
        additions.map(({ policy, directives }) => (
          <p key={`${policy} ${directives}`}>
            {message('cspAddition')}{' '}
            <bdi dir="ltr">
              {policy !== null && <span class="dim">{visibleText(policy)} → </span>}
              <code>{visibleText(directives.join('; '))}</code>
            </bdi>
          </p>
        ))}
    </div>
  );
}

function Uses({
  uses,
  rows,
  ...actions
}: { uses: readonly CspUse[] } & Pick<ReportState, 'rows'> & UrlActions) {
  if (uses.length === 0) return <p>{message('cspNothing')}</p>;
  /** Whether the link in the summary lists exactly the data: URLs of the first use. */
  const isListed = uses[0]?.decision === 'blocks' && uses[1]?.decision !== 'blocks';
  return (
    <ul class="csp-uses">
      {uses.map(({ destination, decision, byPolicy, dataUrls, cost }, at) => (
        <li key={destination} data-destination={destination} data-decision={decision}>
          <h3>
            {message('destination', destinationText(destination))}{' '}
            <span class={`mark ${decision}`}>{message(`csp_${decision}`)}</span>{' '}
            <span class="dim">
              {message('dataUrls', dataUrls.length, formatNumber(dataUrls.length))}
              {cost > 0 && ` · ${formatBytes(cost)}`}
            </span>
          </h3>
          {byPolicy.map(({ chain, directive, sources, decision }, n) => (
            <div key={n} class="csp-decision">
              <bdi class="chain" dir="ltr">
                {/* A directive after the one that decides would look as if it decided. */}
                {chain.slice(0, chain.indexOf(directive ?? '') + 1 || undefined).map((name, at) => (
                  <span key={name}>
                    {at > 0 && ' → '}
                    {name === directive ? <strong>{name}</strong> : <span class="dim">{name}</span>}
                  </span>
                ))}
              </bdi>{' '}
              <Sources text={directive === null ? null : visibleText(sources)} />{' '}
              {byPolicy.length > 1 && <span class="dim">{message(`csp_${decision}`)}</span>}
            </div>
          ))}
          <SavingUrls
            named={decision === 'allows' ? [] : firstOf(dataUrls, rows)}
            ids={isListed && at === 0 ? [] : dataUrls}
            {...actions}
          />
        </li>
      ))}
    </ul>
  );
}

const firstOf = (ids: readonly string[], rows: ReportState['rows']) =>
  ids.slice(0, maxNamed).flatMap((id) => rows.filter(({ sha256 }) => sha256 === id).map((row) => ({ row })));

/** The sources of a directive; null if there is no directive. */
const Sources = ({ text }: { text: string | null }) =>
  text ? (
    <bdi dir="ltr">
      <code>{text}</code>
    </bdi>
  ) : (
    <code>{text === null ? message('cspSilent') : message('cspEmpty')}</code>
  );
