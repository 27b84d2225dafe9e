/** The search, the filters and the order of the list. */
import { useRef } from 'preact/hooks';
import { formatNumber, message, snake } from '../../platform/i18n.ts';
import { type Arranged, groupings, orders, states, type View } from '../list/arrange.ts';
import './filter-bar.css';
import { Icon } from '../parts/icons.tsx';
import { destinationText, formatBytes, visibleText } from '../text/format.ts';
import { families } from '../text/kind.ts';

interface Props {
  view: View;
  arranged: Arranged;
  onChange: (view: View) => void;
  /** Enter or an arrow in the search box: moves on to the list. */
  onLeave: () => void;
}

export function FilterBar({ view, arranged, onChange, onLeave }: Props) {
  const { counts, problems, hasTimes, destinations, shown: listed, all, cost } = arranged;
  const search = useRef<HTMLInputElement>(null);
  const isSelection = view.only?.by === 'selection';
  const shown = families.filter((family) => counts.has(family));
  return (
    <search class="filter-bar">
      <div class="search-line">
        <label class="search-box">
          <Icon name="search" />
          <span class="visually-hidden">{message('search')}</span>
          <input
            ref={search}
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
              if (event.key === 'Escape' && view.query !== '') {
                // In a popup Escape would close it.
                event.preventDefault();
                event.stopPropagation();
                onChange({ ...view, query: '' });
              } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
                event.preventDefault();
                onLeave();
              }
            }}
          />
        </label>
        <Choice
          name="order"
          label={message('order')}
          value={view.order}
          options={orders.filter((order) => order !== 'requested' || hasTimes)}
          textOf={(order) => message(`order_${snake(order)}`)}
          onChange={(order) => onChange({ ...view, order })}
        />
        <Choice
          name="grouping"
          label={message('grouping')}
          value={view.grouping}
          options={groupings}
          textOf={(grouping) => message(`grouping_${grouping}`)}
          onChange={(grouping) => onChange({ ...view, grouping })}
        />
      </div>
      <p id="query-problems" class="query-problems" role="status">
        {problems.map(({ code, value, start }) => (
          <span key={start}>{message(`query_${snake(code)}`, visibleText(value))}</span>
        ))}
      </p>
      <fieldset class="chips" aria-label={message('filters')}>
        {destinations.length > 1 && (
          <Choice
            name="destination"
            label={message('destinationLabel')}
            value={view.destination ?? ''}
            options={['', ...destinations]}
            textOf={(destination) =>
              destination === '' ? message('anyDestination') : destinationText(destination)
            }
            onChange={(destination) =>
              onChange({ ...view, destination: destination === '' ? null : destination })
            }
          />
        )}
        {view.only && (
          <Chip
            id="only"
            label={message(isSelection ? 'onlySelected' : 'onlyOfFinding')}
            count={view.only.ids.size}
            isOn={true}
            onToggle={() => onChange({ ...view, only: null })}
          />
        )}
        {states
          .filter((state) => counts.has(state))
          .map((state) => (
            <Chip
              key={state}
              id={state}
              label={message(`state_${snake(state)}`)}
              {...(state === 'flagged' && { title: message('errorsAndWarnings') })}
              count={counts.get(state) ?? 0}
              isOn={view.states.includes(state)}
              onToggle={() => onChange({ ...view, states: toggled(view.states, state) })}
            />
          ))}
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
      </fieldset>
      <p class="listed" role="status">
        {listed > 0 &&
          listed < all &&
          message('listed', all, formatNumber(listed), formatNumber(all), formatBytes(cost))}
      </p>
    </search>
  );
}

const toggled = <Value,>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

interface ChipProps {
  id: string;
  label: string;
  /** A tooltip, where the count is not of data: URLs. */
  title?: string;
  count: number;
  isOn: boolean;
  onToggle: () => void;
}

function Chip({ id, label, title, count, isOn, onToggle }: ChipProps) {
  return (
    <button type="button" class="chip" data-filter={id} title={title} aria-pressed={isOn} onClick={onToggle}>
      {label} <span class="count">{formatNumber(count)}</span>
    </button>
  );
}

interface ChoiceProps<Value extends string> {
  name: string;
  label: string;
  value: Value;
  options: readonly Value[];
  textOf: (value: Value) => string;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ name, label, value, options, textOf, onChange }: ChoiceProps<Value>) {
  return (
    <select
      name={name}
      aria-label={label}
      title={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {textOf(option)}
        </option>
      ))}
    </select>
  );
}
