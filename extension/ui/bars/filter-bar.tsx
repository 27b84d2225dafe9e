/** The filters of the list. In a narrow surface, the search and the order open on demand. */

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { message, snake } from '../../platform/i18n.ts';
import type { Arranged } from '../list/arrange.ts';
import { states, type View } from '../list/view.ts';
import { Icon } from '../parts/icons.tsx';
import { Tool } from '../parts/tool.tsx';
import { visibleText } from '../text/format.ts';
import { listedText } from '../text/listed-text.ts';
import { FilterChips } from './filter-chips.tsx';

interface Props {
  view: View;
  arranged: Arranged;
  /** Whether there is space for search and order beside the filters. */
  isWide: boolean;
  /** Whether the search box is open in a narrow surface. If the box is empty when it opens, it takes the focus. */
  isSearching: boolean;
  onSearching: (isSearching: boolean) => void;
  /** Whether a search box that appears takes the focus even if it isn't empty. */
  takesFocus?: boolean;
  onChange: (view: View) => void;
  /** Moves the focus to the list: after Enter or Arrow Down, or after Escape if the search box is empty. */
  onLeave: () => void;
  /** The settings for the list's order and groups. */
  children: ComponentChildren;
}

export function FilterBar({ children, ...props }: Props) {
  const { view, arranged, isWide, isSearching, onSearching, onChange } = props;
  const [isArranging, setIsArranging] = useState(false);
  return (
    <search class="filter-bar">
      <div class="filter-lines" role="toolbar" aria-label={message('filters')} data-bar>
        {isWide && (
          <div class="search-line">
            <SearchBox key="wide" {...props} />
            {children}
          </div>
        )}
        <div class="chip-line">
          <FilterChips {...props} states={states} />
          {!isWide && (
            <>
              <Tool
                id="search"
                icon="search"
                label={message('search')}
                isExpanded={isSearching}
                onClick={() => {
                  onSearching(!isSearching);
                  // A query must not filter while it is hidden.
                  if (isSearching) onChange({ ...view, query: '' });
                }}
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
            <SearchBox {...props} takesFocus={props.takesFocus || view.query === ''} />
          </div>
        )}
        {!isWide && isArranging && <div class="search-line">{children}</div>}
      </div>
      <p id="query-problems" class="query-problems" role="status">
        {arranged.problems.map(({ code, value, known, start }) => (
          <span key={start}>{message(`query_${snake(code)}`, visibleText(value), known.join(', '))}</span>
        ))}
      </p>
      <p class="listed" role="status">
        {listedText(arranged)}
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
}: Omit<Props, 'arranged' | 'children'>) {
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
        dir={view.query ? 'auto' : undefined}
        placeholder={message('searchHint')}
        title={message('searchHelp')}
        value={view.query}
        spellcheck={false}
        autocomplete="off"
        aria-describedby="query-problems"
        onInput={({ currentTarget }) => onChange({ ...view, query: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && (view.query !== '' || !isWide)) {
            // In a popup, Escape would close the popup.
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
