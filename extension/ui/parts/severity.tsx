import type { Severity } from '../../../src/vocabulary.ts';
import { message } from '../../platform/i18n.ts';
import { Icon } from './icons.tsx';

/** A severity as an icon and a word, so that it does not depend on color alone. */
export function SeverityMark({ severity }: { severity: Severity }) {
  return (
    <span class={`severity ${severity}`} title={message(`severity_${severity}`)}>
      <Icon name={severity} />
      {message(`severity_${severity}`)}
    </span>
  );
}
