import { formatNumber, message } from '../platform/i18n.ts';

/** Says that a list shows only its first entries; renders nothing if it shows all. */
export const FirstNote = ({ shown, of }: { shown: number; of: number }) =>
  of > shown ? (
    <p class="note" data-first={shown}>
      {message('firstEntries', shown, formatNumber(shown))}
    </p>
  ) : null;
