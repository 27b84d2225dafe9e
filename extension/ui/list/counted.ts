/**
 * The filters of what counts the whole page: its findings, its bytes by kind. A click there lists exactly what is
 * counted, so no other filter and no search stays.
 */
import { clearedView, filtersOf, type View } from './arrange.ts';

type Filter = Partial<Pick<View, 'query' | 'families' | 'severities' | 'states'>>;

const only = (view: View, filter: Filter): View => ({ ...clearedView(view), ...filter });

/** Whether a view has this filter and no other. */
export function hasOnly(view: View, filter: Filter): boolean {
  const wanted = only(view, filter);
  return view.query === wanted.query && filtersOf(view).join() === filtersOf(wanted).join();
}

/** The view with this filter alone; without any where it has that one already. */
export const toggledOnly = (view: View, filter: Filter): View =>
  hasOnly(view, filter) ? clearedView(view) : only(view, filter);
