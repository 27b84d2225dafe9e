/** The changes of the policy that were made on a surface. Each can be undone as long as the surface is open. */
import { message } from '../../platform/i18n.ts';
import type { ReportClient, Ruling } from '../report-client.ts';
import { siteName } from '../text/format.ts';
import { exceptionText } from '../text/policy-text.ts';
import { ruleText } from '../text/surface-texts.ts';
import { focusOnDetail } from './focus-on.ts';

type Client = Pick<ReportClient, 'undo'>;

export function Rulings({ rulings, client }: { rulings: readonly Ruling[]; client: Client }) {
  if (rulings.length === 0) return null;
  return (
    <section data-rulings>
      <h3>{message('rulings')}</h3>
      <ul class="rulings">
        {rulings.map((ruling, at) => (
          <li key={at}>
            <span id={`ruling-${at}`}>{rulingText(ruling)}</span>
            <UndoButton ruling={ruling} client={client} describedBy={`ruling-${at}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export const UndoButton = ({
  ruling,
  client,
  describedBy,
}: {
  ruling: Ruling;
  client: Client;
  describedBy?: string;
}) => (
  <button
    type="button"
    class="undo"
    data-action="undo"
    aria-describedby={describedBy}
    onClick={() => {
      client.undo(ruling);
      focusOnDetail();
    }}
  >
    {message('undo')}
  </button>
);

export function rulingText({ what, name, destinations, site }: Ruling): string {
  if (what === 'allowed')
    return message('ruled_allowed', ...exceptionText({ pattern: name, destinations, site }));
  const { title } = ruleText(name);
  return site === null
    ? message('ruled_muted_everywhere', title)
    : message('ruled_muted_site', title, siteName(site));
}
