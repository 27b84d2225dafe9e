/** Whether the page's CSP header is known, and the button that fetches it. */
import { unknownHeaders } from '../../../src/report/unreachable.ts';
import { reasonTextIn } from '../../../src/texts/reason-text.ts';
import { requestSites } from '../../platform/browser.ts';
import { anyMessage, formatNumber, message } from '../../platform/i18n.ts';
import type { ReportClient, ReportState } from '../report-client.ts';

export const reasonText = reasonTextIn(anyMessage);

interface Props {
  report: ReportState;
  client: ReportClient;
  /** Whether the surface already says that the page's CSP is unknown. */
  isSaid?: boolean;
}

export function ServerPolicy({ report, client, isSaid = false }: Props) {
  const { cspRequest, overview, origin } = report;
  const unknown = overview && unknownHeaders(overview);
  const isAsking = cspRequest?.kind === 'asking';
  const ask = async () => {
    // This request must precede the prompt, which may close this surface. The worker continues after the user's answer.
    client.fetchCspHeader(true);
    if (!(await requestSites([origin]))) client.fetchCspHeader(false);
  };
  return (
    <div
      class="server-policy"
      role="status"
      data-server={cspRequest?.kind ?? (unknown ? 'unknown' : 'reported')}
    >
      {cspRequest?.kind === 'answered' && (
        <p class="dim">{message('serverPolicies', cspRequest.policies, formatNumber(cspRequest.policies))}</p>
      )}
      {unknown && (
        <>
          {(!isSaid || unknown.reason !== 'not-asked') && (
            <p>
              {!isSaid && message('serverUnknown')}
              {unknown.reason !== 'not-asked' && ` ${message('serverRefused', reasonText(unknown.reason))}`}
            </p>
          )}
          <button
            type="button"
            data-action="ask-server"
            aria-describedby="ask-server-hint"
            disabled={isAsking}
            onClick={ask}
          >
            {message(isAsking ? 'serverAsking' : 'serverAsk')}
          </button>
          <p id="ask-server-hint" class="dim">
            {message('serverAskHint')}
          </p>
        </>
      )}
    </div>
  );
}
