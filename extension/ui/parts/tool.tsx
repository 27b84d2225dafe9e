/** A button with an icon. Its name appears on hover and focus, or beside the icon if there is space. */
import { Icon, type IconName } from './icons.tsx';

interface Props {
  /** The value of `data-action`. */
  id: string;
  icon: IconName;
  label: string;
  /** A tooltip that describes the action, if the label is only a noun. */
  title?: string | undefined;
  /** Whether there is space for the label. */
  isWide?: boolean;
  isPressed?: boolean | undefined;
  /** Whether the part that the button toggles is shown. */
  isExpanded?: boolean | undefined;
  onClick: () => void;
}

export function Tool({ id, icon, label, title, isWide = false, isPressed, isExpanded, onClick }: Props) {
  return (
    <button
      type="button"
      class={isWide ? '' : 'tool'}
      data-action={id}
      title={isWide ? title : undefined}
      aria-label={isWide ? undefined : label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      onClick={onClick}
    >
      <Icon name={icon} />
      {isWide ? <span>{label}</span> : <Tip text={title ?? label} />}
    </button>
  );
}

/**
 * The visible name of an icon. Hidden from screen readers, because the button with the icon repeats it as `aria-label`.
 */
export const Tip = ({ text }: { text: string }) => (
  <span class="tip" aria-hidden="true">
    {text}
  </span>
);
