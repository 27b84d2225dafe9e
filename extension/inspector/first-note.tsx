import { formatNumber, message } from '../platform/i18n.ts';

/** A note that a list shows only its first entries. Renders nothing if the list shows all of them. */
export const FirstNote = ({ shown, of }: { shown: number; of: number }) =>
  of > shown ? (
    <p class="note" data-first={shown}>
      {message('firstEntries', shown, formatNumber(shown))}
    </p>
  ) : null;
