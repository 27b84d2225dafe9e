/** The filters of the list; in a narrow surface its search and its order open on demand. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatNumber, message, snake } from '../../platform/i18n.ts';
import { type Arranged, clearedView, states, type View } from '../list/arrange.ts';
import { Arrangement } from './arrangement.tsx';
import './filter-bar.css';
import { Icon } from '../parts/icons.tsx';
import { OneLine } from '../parts/one-line.tsx';
import { Tool } from '../parts/tool.tsx';
import { formatBytes, visibleText } from '../text/format.ts';
import { families } from '../text/kind.ts';

interface Props {
  view: View;
  arranged: Arranged;
  /** There is space for search and order beside the filters. */
  isWide: boolean;
  /** The search is open in a narrow surface; it takes the focus when it opens. */
  isSearching: boolean;
  onSearching: (isSearching: boolean) => void;
  onChange: (view: View) => void;
  /** Enter or an arrow in the search box: moves on to the list. */
  onLeave: () => void;
}

export function FilterBar(props: Props) {
  const { view, arranged, isWide, isSearching, onSearching, onChange, onLeave } = props;
  const { counts, problems, shown: listed, all, cost } = arranged;
  const [isArranging, setIsArranging] = useState(false);
  const isSelection = view.only?.by === 'selection';
  const shown = families.filter((family) => counts.has(family));
  const isAll =
    view.families.length + view.severities.length + view.states.length === 0 && view.only === null;
  return (
    <search class="filter-bar">
      {isWide && (
        <div class="search-line">
          <SearchBox {...props} />
          <Arrangement {...props} />
        </div>
      )}
      <div class="chip-line">
        <OneLine label={message('filters')}>
          <Chip
            id="all"
            label={message('allUrls')}
            count={all}
            isOn={isAll}
            onToggle={() =>
              onChange({ ...clearedView(view), query: view.query, destination: view.destination })
            }
          />
          {view.only && (
            <Chip
              id="only"
              label={message(isSelection ? 'onlySelected' : 'onlyOfFinding')}
              count={view.only.ids.size}
              isOn={true}
              onToggle={() => onChange({ ...view, only: null })}
            />
          )}
          {shown.length > 1 &&
            shown.map((family) => (
              <Chip
                key={family}
                id={family}
                label={message(`family_${family}`)}
                count={counts.get(family) ?? 0}
                isOn={view.families.includes(family)}
                onToggle={() => onChange({ ...view, families: toggled(view.families, family) })}
              />
            ))}
          {states
            .filter((state) => counts.has(state) && state !== 'security')
            .map((state) => (
              <Chip
                key={state}
                id={state}
                label={message(`state_${snake(state)}`)}
                count={counts.get(state) ?? 0}
                isOn={view.states.includes(state)}
                onToggle={() => onChange({ ...view, states: toggled(view.states, state) })}
              />
            ))}
        </OneLine>
        {!isWide && (
          <>
            <Tool
              id="search"
              icon="search"
              label={message('search')}
              isExpanded={isSearching}
              onClick={() => onSearching(!isSearching)}
            />
            <Tool
              id="arrange"
              icon="sort"
              label={message('arrange')}
              isExpanded={isArranging}
              onClick={() => setIsArranging(!isArranging)}
            />
          </>
        )}
      </div>
      {!isWide && isSearching && (
        <div class="search-line">
          <SearchBox {...props} takesFocus={true} onLeave={onLeave} />
        </div>
      )}
      {!isWide && isArranging && (
        <div class="search-line">
          <Arrangement {...props} />
        </div>
      )}
      <p id="query-problems" class="query-problems" role="status">
        {problems.map(({ code, value, start }) => (
          <span key={start}>{message(`query_${snake(code)}`, visibleText(value))}</span>
        ))}
      </p>
      <p class="listed" role="status">
        {listed > 0 &&
          listed < all &&
          message('listed', all, formatNumber(listed), formatNumber(all), formatBytes(cost))}
      </p>
    </search>
  );
}

export function SearchBox({
  view,
  isWide,
  onSearching,
  onChange,
  onLeave,
  takesFocus = false,
}: Omit<Props, 'arranged'> & { takesFocus?: boolean }) {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) box.current?.focus();
  }, []);
  return (
    <label class="search-box">
      <Icon name="search" />
      <span class="visually-hidden">{message('search')}</span>
      <input
        ref={box}
        type="search"
        name="query"
        placeholder={message('searchHint')}
        title={message('searchHelp')}
        value={view.query}
        spellcheck={false}
        autocomplete="off"
        aria-describedby="query-problems"
        onInput={({ currentTarget }) => onChange({ ...view, query: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && (view.query !== '' || !isWide)) {
            // In a popup Escape would close it.
            event.preventDefault();
            event.stopPropagation();
            if (view.query !== '') onChange({ ...view, query: '' });
            else {
              onSearching(false);
              onLeave();
            }
          } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            onLeave();
          }
        }}
      />
    </label>
  );
}

export const toggled = <Value,>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

interface ChipProps {
  id: string;
  label: string;
  count: number;
  isOn: boolean;
  onToggle: () => void;
}

export function Chip({ id, label, count, isOn, onToggle }: ChipProps) {
  return (
    <button type="button" class="chip" data-filter={id} aria-pressed={isOn} onClick={onToggle}>
      {label} <span class="count">{formatNumber(count)}</span>
    </button>
  );
}
