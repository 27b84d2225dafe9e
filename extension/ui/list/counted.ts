/**
 * The filters of what counts the whole page: its findings, its bytes by kind. A click there lists exactly what is
 * counted, so no other filter and no search stays.
 */
import { clearedView, filtersOf, type View } from './arrange.ts';

type Filter = Partial<Pick<View, 'query' | 'families' | 'severities' | 'states'>>;

/** Whether a view has this filter and no other, and what a click does: lists that alone, or all again. */
export function counted(view: View, onView: (view: View) => void, filter: Filter) {
  const wanted = { ...clearedView(view), ...filter };
  const isOn = view.query === wanted.query && `${filtersOf(view)}` === `${filtersOf(wanted)}`;
  return { isOn, onClick: () => onView(isOn ? clearedView(view) : wanted) };
}
