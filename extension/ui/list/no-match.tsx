/** Replaces a list in which no items remain after filtering. */

import { message } from '../../platform/i18n.ts';
import { filtersOf } from './arrange.ts';
import { clearedView, type View } from './view.ts';

export function NoMatch({ view, onView }: { view: View; onView: (view: View) => void }) {
  const isOnRisks = `${filtersOf(view)}${view.query}` === 'effect:can-run';
  return (
    <div class="empty" data-no-match>
      <p>{message(isOnRisks ? 'noRisksHere' : 'noMatch')}</p>
      <button type="button" data-action="clear" onClick={() => onView(clearedView(view))}>
        {message('clearFilters')}
      </button>
    </div>
  );
}
