/** The ways in which the user may allow a disallowed data: URL, or a note on who decides instead. */
import type { Exception, ExceptionChoice } from '../../../src/policy/exceptions.ts';
import { splitSite } from '../../../src/policy/policy.ts';
import { message } from '../../platform/i18n.ts';
import type { Decision } from '../../platform/surface-updates.ts';
import { MenuButton } from '../bars/menu.tsx';
import { focusOnDetail } from '../parts/focus-on.ts';
import { Icon } from '../parts/icons.tsx';
import type { ReportClient } from '../report-client.ts';
import { siteName, visibleText } from '../text/format.ts';
import { exceptionText, usesText } from '../text/policy-text.ts';

interface Props {
  decision: Decision;
  client: Pick<ReportClient, 'allow'>;
  /** Moves the focus, because the focused button is removed. */
  onAllowed?: () => void;
  /** Whether all choices are in one menu, so that a single click allows nothing. */
  isMenu?: boolean;
}

export function Allowing({ decision, client, onAllowed = focusOnDetail, isMenu = false }: Props) {
  const { type, destination, isAdministrators, choices } = decision;
  if (isAdministrators)
    return <Locked text={message('onlyAdministrator', visibleText(type), usesText([destination]))} />;
  const [narrowest, ...wider] = choices;
  if (!narrowest) return null;
  const inMenu = isMenu ? choices : wider;
  const allow = (exception: Exception) => {
    client.allow(exception);
    onAllowed();
  };
  const labelOf = ({ exception }: ExceptionChoice) => message('allowException', ...exceptionText(exception));
  return (
    <p class="settings">
      {!isMenu && (
        <button type="button" data-action="allow-site" onClick={() => allow(narrowest.exception)}>
          {labelOf(narrowest)}
        </button>
      )}
      {inMenu.length > 0 && (
        <MenuButton
          id="allow-more"
          icon={isMenu ? 'shield' : 'more'}
          label={isMenu ? message('allow', visibleText(type)) : message('allowMore')}
          items={inMenu.map((choice, at) => ({
            id: `allow-more-${at}`,
            label: labelOf(choice),
            note: choice === narrowest ? '' : widerText(choice, decision),
            run: () => allow(choice.exception),
          }))}
        />
      )}
    </p>
  );
}

/** The uses and pages that a wider exception allows in addition to the narrowest one. */
function widerText(
  { exception: { destinations, site }, uses }: ExceptionChoice,
  { destination }: Decision,
): string {
  if (site === null) return message('alsoSites');
  if (!destinations) return message('alsoUses', usesText(uses.filter((use) => use !== destination)));
  return message('alsoPorts', siteName(splitSite(site).host));
}

/** States that the administrator decides. */
export const Locked = ({ text }: { text: string }) => (
  <p class="note">
    <Icon name="blocked" />
    {text}
  </p>
);
