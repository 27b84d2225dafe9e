/** The filters that are one click away: what is wrong stands before the kinds, and no filter is on unseen. */
import { formatNumber, message, snake } from '../../platform/i18n.ts';
import {
  type Arranged,
  states as allStates,
  clearedView,
  filtersOf,
  type State,
  type View,
} from '../list/arrange.ts';
import { OneLine } from '../parts/one-line.tsx';
import { type Family, families } from '../text/kind.ts';

interface Props {
  view: View;
  arranged: Arranged;
  onChange: (view: View) => void;
  /** States that have a chip where there are any; others have one while they are on. */
  states: readonly State[];
}

/** States that say what is wrong. */
export const problemStates: readonly State[] = ['security', 'blocked', 'not-shown', 'refused'];

export function FilterChips({ view, arranged, onChange, states }: Props) {
  const { counts, all } = arranged;
  const kinds = families.filter((family) => counts.has(family));
  const ofFamily = (family: Family) =>
    kinds.length > 1 && (
      <Chip
        key={family}
        id={family}
        label={message(`family_${family}`)}
        count={counts.get(family) ?? 0}
        isOn={view.families.includes(family)}
        onToggle={() => onChange({ ...view, families: toggled(view.families, family) })}
      />
    );
  const ofState = (state: State) => (
    <StateChip key={state} state={state} view={view} arranged={arranged} onChange={onChange} />
  );
  const shown = allStates.filter((state) =>
    states.includes(state) ? counts.has(state) : view.states.includes(state),
  );
  return (
    <OneLine label={message('filters')}>
      <Chip
        id="all"
        label={message('allUrls')}
        count={all}
        isOn={filtersOf(view).length === 0}
        onToggle={() => onChange({ ...clearedView(view), query: view.query })}
      />
      {view.only && (
        <Chip
          id="only"
          label={view.only.by === 'selection' ? message('onlySelected') : message('onlyOfFinding')}
          count={view.only.ids.size}
          isOn={true}
          onToggle={() => onChange({ ...view, only: null })}
        />
      )}
      {view.severities.map((severity) => (
        <Chip
          key={severity}
          id={`only-${severity}`}
          label={message(`severity_${severity}`)}
          isOn={true}
          onToggle={() => onChange({ ...view, severities: toggled(view.severities, severity) })}
        />
      ))}
      {kinds.includes('broken') && ofFamily('broken')}
      {shown.filter((state) => problemStates.includes(state)).map(ofState)}
      {kinds.filter((family) => family !== 'broken').map(ofFamily)}
      {shown.filter((state) => !problemStates.includes(state)).map(ofState)}
    </OneLine>
  );
}

export const StateChip = ({ state, view, arranged, onChange }: Omit<Props, 'states'> & { state: State }) => (
  <Chip
    id={state}
    label={message(`state_${snake(state)}`)}
    count={arranged.counts.get(state) ?? 0}
    isOn={view.states.includes(state)}
    onToggle={() => onChange({ ...view, states: toggled(view.states, state) })}
  />
);

const toggled = <Value,>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

interface ChipProps {
  id: string;
  label: string;
  count?: number;
  isOn: boolean;
  onToggle: () => void;
}

const Chip = ({ id, label, count, isOn, onToggle }: ChipProps) => (
  <button type="button" class="chip" data-filter={id} aria-pressed={isOn} onClick={onToggle}>
    {label} {count !== undefined && <span class="count">{formatNumber(count)}</span>}
  </button>
);
