/** Lists the violations of a grammar, each with its production and position. */
import type { ParseViolation } from '../../src/references/parse-tree.ts';
import { truncate } from '../../src/truncate.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { visibleText } from '../ui/text/format.ts';
import { isolated } from '../ui/text/row-texts.ts';
import { FirstNote } from './first-note.tsx';
import { maxListed } from './limits.ts';

/**
 * A part of a URL for use in a sentence. It is isolated as left-to-right text, because a part such as "%00" contains no
 * letter that determines its direction.
 */
export const partText = (text: string): string => isolated(visibleText(text)).replace('\u2068', '\u2066');

/** Maximum length, in code units, of the displayed text that violates a production. */
const maxShown = 40;

/** Lists the violations in a text. @param text the text, with its password masked */
export function Violations({ text, violations }: { text: string; violations: readonly ParseViolation[] }) {
  if (violations.length === 0) return null;
  return (
    <>
      <ul class="violations">
        {violations.slice(0, maxListed).map(({ production, behind, start, end }, n) => (
          <li key={n} class="problem" data-violates={production}>
            <code dir="ltr">{behind ? `${production} (${behind})` : production}</code>{' '}
            {start === end
              ? message('grammarMissing', formatNumber(start))
              : message(
                  'uriOffends',
                  partText(truncate(text.slice(start, end), maxShown)),
                  formatNumber(start),
                )}
          </li>
        ))}
      </ul>
      <FirstNote shown={Math.min(maxListed, violations.length)} of={violations.length} />
    </>
  );
}
