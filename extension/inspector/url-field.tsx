interface Props {
  field: string;
  label: string;
  value: string;
  rows?: number;
  onChange: (value: string) => void;
}

/** A field for a URL. */
export const TextField = ({ field, label, value, rows = 3, onChange }: Props) => (
  <label class="field">
    <span>{label}</span>
    <textarea
      data-field={field}
      rows={rows}
      spellcheck={false}
      autocomplete="off"
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </label>
);
