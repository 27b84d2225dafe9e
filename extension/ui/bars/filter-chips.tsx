/** The filters that are one click away. Problems come before kinds, and every active filter is visible. */

import { effects } from '../../../src/vocabulary.ts';
import { formatNumber, message, snake } from '../../platform/i18n.ts';
import { type Arranged, filtersOf } from '../list/arrange.ts';
import { type Filtering, within } from '../list/filtering.ts';
import { states as allStates, clearedView, type State, type View } from '../list/view.ts';
import { OneLine } from '../parts/one-line.tsx';
import { destinationText } from '../text/format.ts';
import { type Family, families } from '../text/kind.ts';

interface Props {
  view: View;
  arranged: Arranged;
  onChange: (view: View) => void;
  /** The states that get a chip if any row is in them. Other states get a chip only while they are selected. */
  states: readonly State[];
}

/** The states that people look for first: problems, and what the page has removed. */
export const problemStates: readonly State[] = ['repairable', 'duplicate', 'unused', 'removed'];

export function FilterChips({ view, arranged, onChange, states }: Props) {
  const { counts, of } = arranged;
  const all = of.rows.length;
  const isOn = (family: Family) => view.families.includes(family);
  const kinds = families.filter((family) => counts.has(family) || isOn(family));
  const ofState = (state: State) => (
    <StateChip key={state} state={state} view={view} arranged={arranged} onChange={onChange} />
  );
  const shown = allStates.filter(
    (state) => view.states.includes(state) || (states.includes(state) && counts.has(state)),
  );
  return (
    <OneLine label={message('filters')}>
      <Chip
        id="all"
        label={message('allUrls')}
        count={all}
        isOn={filtersOf(view).length === 0 && view.query === ''}
        onClick={() => onChange(clearedView(view))}
      />
      {view.only && (
        <Chip
          id="only"
          label={view.only.by === 'selection' ? message('onlySelected') : message('onlyChosen')}
          count={view.only.ids.size}
          {...within(view, onChange, { only: view.only })}
        />
      )}
      {view.destination && (
        <Chip
          id="destination"
          label={destinationText(view.destination)}
          isOn={true}
          onClick={() => onChange({ ...view, destination: null })}
        />
      )}
      {effects
        // The other effects have counters in the summary, so they get a chip only while they are selected.
        .filter((effect) => (all > 0 && effect === 'not-shown') || view.effects.includes(effect))
        .map((effect) => (
          <Chip
            key={effect}
            id={effect}
            label={message(`effect_${snake(effect)}`)}
            count={counts.get(effect) ?? 0}
            {...within(view, onChange, { effects: [effect] })}
          />
        ))}
      {shown.filter((state) => problemStates.includes(state)).map(ofState)}
      {kinds
        .filter((family) => kinds.length > 1 || isOn(family))
        .map((family) => (
          <Chip
            key={family}
            id={family}
            label={message(`family_${family}`)}
            count={counts.get(family) ?? 0}
            {...within(view, onChange, { families: [family] })}
          />
        ))}
      {shown.filter((state) => !problemStates.includes(state)).map(ofState)}
    </OneLine>
  );
}

export const StateChip = ({ state, view, arranged, onChange }: Omit<Props, 'states'> & { state: State }) => (
  <Chip
    id={state}
    label={message(`state_${snake(state)}`)}
    count={arranged.counts.get(state) ?? 0}
    {...within(view, onChange, { states: [state] })}
  />
);

interface ChipProps extends Filtering {
  id: string;
  label: string;
  /** The number of items that a click lists. */
  count?: number | undefined;
}

const Chip = ({ id, label, count, isOn, onClick }: ChipProps) => (
  <button
    type="button"
    class="chip"
    data-filter={id}
    title={message('combineHint')}
    aria-pressed={isOn}
    disabled={count === 0 && !isOn}
    onClick={onClick}
  >
    {label} {count !== undefined && <span class="count">{formatNumber(count)}</span>}
  </button>
);
