/** Texts of a policy's entries and problems. */

import { type Path, pathText } from '../../src/payload/json/json-places.ts';
import type { PolicyEntry } from '../../src/policy/policy-types.ts';
import type { PolicyProblem } from '../../src/policy/read-policy.ts';
import type { Severity } from '../../src/vocabulary.ts';
import { formatNumber, message, snake } from '../platform/i18n.ts';
import { Icon } from '../ui/parts/icons.tsx';
import { visibleText } from '../ui/text/format.ts';
import { usesText } from '../ui/text/policy-text.ts';

/** Describes the destinations of an entry. */
export const placesText = ({ destinations }: Pick<PolicyEntry, 'destinations'>): string =>
  destinations === 'any' ? message('everywhere') : usesText(destinations);

export function Verdict({ severity }: { severity: Severity | null }) {
  return (
    <span class={`severity ${severity ?? 'allowed'}`}>
      <Icon name={severity ?? 'check'} />
      {severity === null ? message('allowed') : message(`disallowed_${severity}`)}
    </span>
  );
}

/** States that the administrator has locked a setting. */
export function Locked() {
  return (
    <span class="locked">
      <Icon name="lock" />
      {message('ruledByAdministrator')}
    </span>
  );
}

/** Describes a problem in a policy, without its position. */
export function problemText({ code, args }: PolicyProblem): string {
  const values = Object.keys(args)
    .sort()
    .map((name) => visibleText(args[name] ?? ''));
  return message(`policyProblem_${snake(code)}`, ...values);
}

const placeText = (path: Path): string => (path.length === 0 ? '' : visibleText(pathText(path)));

export function Problems({ problems }: { problems: readonly PolicyProblem[] }) {
  return (
    <ul class="problems">
      {problems.map((problem, at) => (
        <li key={at}>
          {problem.position && (
            <span class="place">
              {message(
                'lineAndColumn',
                formatNumber(problem.position.line),
                formatNumber(problem.position.column),
              )}
            </span>
          )}
          {problem.path.length > 0 && <code>{placeText(problem.path)}</code>}
          <span>{problemText(problem)}</span>
        </li>
      ))}
    </ul>
  );
}
