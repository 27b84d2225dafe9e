/**
 * Handles clicks on filters in any bar. A click lists only the filter's matches, and a second click lists everything
 * again. With Shift, Ctrl, or Cmd, the click adds the filter to the active ones, or removes it.
 */

import { filtersOf } from './arrange.ts';
import { clearedView, firstView, type View } from './view.ts';

type Filter = Partial<Pick<View, 'query' | 'families' | 'effects' | 'states' | 'only'>>;

type Keys = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>;

export interface Filtering {
  isOn: boolean;
  onClick: (keys: Keys) => void;
}

/** A filter whose count covers the whole page. A click lists exactly the counted items, so it clears the search. */
export const counted = (view: View, onView: (view: View) => void, filter: Filter): Filtering =>
  filtering(view, onView, filter, clearedView(view));

/** A filter that keeps the search and the destination. */
export const within = (view: View, onView: (view: View) => void, filter: Filter): Filtering =>
  filtering(view, onView, filter, unfiltered(view));

/** The view without the filters that are shown as chips. */
const unfiltered = (view: View): View => ({
  ...clearedView(view),
  query: view.query,
  destination: view.destination,
});

function filtering(view: View, onView: (view: View) => void, filter: Filter, none: View): Filtering {
  const alone = toggled(none, filter);
  return {
    isOn: has(view, filter),
    onClick({ shiftKey, ctrlKey, metaKey }) {
      if (shiftKey || ctrlKey || metaKey) onView(toggled(view, filter));
      else onView(isSame(view, alone) ? none : alone);
    },
  };
}

const isSame = (a: View, b: View): boolean =>
  a.query === b.query && a.only === b.only && `${filtersOf(a)}` === `${filtersOf(b)}`;

const has = (view: View, filter: Filter): boolean =>
  keysOf(filter).every((key) => {
    const [now, wanted]: unknown[] = [view[key], filter[key]];
    return isList(wanted) ? wanted.every((each) => isList(now) && now.includes(each)) : now === wanted;
  });

/** The view with the filter, or without the filter if it is active. */
function toggled(view: View, filter: Filter): View {
  const isOn = has(view, filter);
  const change = keysOf(filter).map((key) => {
    const [now, wanted]: unknown[] = [view[key], filter[key]];
    if (!isList(wanted) || !isList(now)) return [key, isOn ? firstView[key] : wanted];
    const others = now.filter((each) => !wanted.includes(each));
    return [key, isOn ? others : [...others, ...wanted]];
  });
  return { ...view, ...Object.fromEntries(change) };
}

const keysOf = (filter: Filter) => Object.keys(filter) as (keyof Filter)[];
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
