/** The effect of the page's security policy, or of one that a person writes, on the page's data: URLs. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { type CspUse, whatIf } from '../../src/report/csp-what-if.ts';
import type { DataUrl, Report } from '../../src/report/report.ts';
import { isFirefox } from '../platform/browser.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import type { Row } from '../platform/surface-updates.ts';
import { copyText } from '../ui/parts/clipboard.ts';
import type { ReportClient } from '../ui/report-client.ts';
import { UrlLink } from '../ui/saving-urls.tsx';
import { destinationText, visibleText } from '../ui/text/format.ts';
import { isolated } from '../ui/text/row-texts.ts';
import './csp-view.css';

/** Characters of a policy in the CSP view. */
const maxPolicyLength = 32_000;

interface Props {
  client: ReportClient;
  /** The user's policy; null for the page's own. */
  text: string | null;
  onText: (text: string | null) => void;
  rows: readonly Row[];
  /** Opens the detail of a data: URL. */
  onOpen: (id: string) => void;
  /** Changes when the page's data: URLs do. */
  version: unknown;
  /** DevTools reported the policy in the page's headers. */
  headerKnown: boolean;
  /** The document was scanned, with the policies of its meta elements. */
  isRead: boolean;
  onClose: () => void;
}

/** The page's own policies and its data: URLs; null where the worker has no answer. */
async function pageOf(client: ReportClient): Promise<{ policies: string; dataUrls: DataUrl[] } | null> {
  const [policies, json] = await Promise.all([client.ask({ type: 'csp' }), client.ask({ type: 'report' })]);
  if (typeof policies !== 'string' || !(json instanceof Blob)) return null;
  const [report]: Report[] = JSON.parse(await json.text());
  return report ? { policies, dataUrls: report.dataUrls } : null;
}

export function CspView({ client, text, onText, version, headerKnown, isRead, ...props }: Props) {
  const { rows, onOpen, onClose } = props;
  const [page, setPage] = useState<{ policies: string; dataUrls: DataUrl[] } | null>(null);
  const [copied, setCopied] = useState('');
  useEffect(() => {
    let isCurrent = true;
    void pageOf(client).then((value) => {
      if (isCurrent && value) setPage(value);
    });
    return () => {
      isCurrent = false;
    };
  }, [client, version]);
  const answer = useMemo(
    () => page && whatIf(text ?? page.policies, page.dataUrls, isFirefox() ? 'Firefox' : 'Chromium'),
    [page, text],
  );

  const hasNone = text === null && answer?.text === '';
  const none = isRead ? message(headerKnown ? 'cspHasNone' : 'cspNone') : message('cspNotRead');
  /** Without the page's CSP, that nothing is blocked would be a guess. */
  const isUnknown = hasNone && !(isRead && headerKnown);
  const serving = answer?.serving ?? null;
  const copy = async () => {
    const { state } = await copyText(Promise.resolve(new Blob([serving ?? ''], { type: 'text/plain' })));
    const isRefused = state === 'refused';
    setCopied(message(isRefused ? 'cspNotCopied' : 'cspCopied'));
  };
  return (
    <article class="detail csp" data-csp aria-labelledby="csp-heading">
      <div class="csp-title">
        <h2 id="csp-heading" tabIndex={-1}>
          {message('cspTitle')}
        </h2>
        <button type="button" data-action="close-csp" onClick={onClose}>
          {message('close')}
        </button>
      </div>
      <div class="csp-columns">
        <div>
          <label>
            {message('cspText')}
            <textarea
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
            {hasNone ? none : message('cspHint')}
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
        </div>
        {answer && !isUnknown && <Uses uses={answer.uses} rows={rows} onOpen={onOpen} />}
      </div>
      {answer && (
        <section>
          <h3>{message('cspServing')}</h3>
          {serving === null ? (
            <p>{message('cspServes')}</p>
          ) : (
            <>
              <pre class="csp-serving" dir="ltr">
                {visibleText(serving)}
              </pre>
              <button type="button" data-action="copy-csp" onClick={copy}>
                {message('cspCopy')}
              </button>{' '}
              <span role="status">{copied}</span>
            </>
          )}
          {answer.active === 'blocks' && <p class="dim">{message('cspServingHint')}</p>}
          {answer.active === 'allows' && <p class="dim">{message('cspAllowsActive')}</p>}
        </section>
      )}
    </article>
  );
}

function Uses({ uses, rows, onOpen }: { uses: readonly CspUse[] } & Pick<Props, 'rows' | 'onOpen'>) {
  if (uses.length === 0) return <p>{message('cspNothing')}</p>;
  return (
    <ul class="csp-uses">
      {uses.map((use) => (
        <li key={use.destination} data-destination={use.destination} data-decision={use.decision}>
          <h3>
            {message('destination', destinationText(use.destination))}{' '}
            <span class={`mark ${use.decision}`}>{decided(use)}</span>
          </h3>
          {use.byPolicy.map(({ chain, directive, sources, decision }, n) => (
            <div key={n} class="csp-decision">
              <bdi class="chain" dir="ltr">
                {chain.map((name, at) => (
                  <span key={name}>
                    {at > 0 && ' → '}
                    {name === directive ? <strong>{name}</strong> : <span class="dim">{name}</span>}
                  </span>
                ))}
              </bdi>{' '}
              <Sources text={directive === null ? null : visibleText(sources)} />{' '}
              <span class="dim">{message(`csp_${decision}`)}</span>
            </div>
          ))}
          <details>
            <summary>{message('dataUrls', use.count, formatNumber(use.count))}</summary>
            <ul>
              {use.first.map(({ sha256, head }) => {
                const row = rows.find((each) => each.sha256 === sha256);
                return (
                  <li key={sha256} class="clip" title={visibleText(head)}>
                    {row ? <UrlLink row={row} onOpen={onOpen} /> : <code>{visibleText(head)}</code>}
                  </li>
                );
              })}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** The sources of a directive; null without one. */
const Sources = ({ text }: { text: string | null }) =>
  text ? (
    <bdi dir="ltr">
      <code>{text}</code>
    </bdi>
  ) : (
    <code>{text === null ? message('cspSilent') : message('cspEmpty')}</code>
  );

const decided = ({ decision }: CspUse): string => message(`csp_${decision}`);
