/** Settings that sort and group the list, and filter it by destination. */

import { message, snake } from '../../platform/i18n.ts';
import type { Arranged } from '../list/arrange.ts';
import { groupings, orders, type View } from '../list/view.ts';
import { destinationText } from '../text/format.ts';

interface Props {
  view: View;
  arranged: Arranged;
  onChange: (view: View) => void;
}

export function Arrangement({ view, arranged: { hasTimes, destinations }, onChange }: Props) {
  return (
    <>
      <Choice
        name="order"
        label={message('order')}
        value={view.order}
        options={orders.filter((order) => order !== 'requested' || hasTimes)}
        textOf={(order) => message(`order_${snake(order)}`)}
        onChange={(order) => onChange({ ...view, order, isReversed: false })}
      />
      <Choice
        name="grouping"
        label={message('grouping')}
        value={view.grouping}
        options={groupings}
        textOf={(grouping) => message(`grouping_${grouping}`)}
        onChange={(grouping) => onChange({ ...view, grouping })}
      />
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
    </>
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
