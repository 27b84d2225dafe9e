import { visibleText } from '../ui/text/format.ts';
import { maxClippedLength } from './limits.ts';

/** A URL or a part of one, hidden characters made visible, its middle left out where it is long. */
export const Clipped = ({ text }: { text: string }) => (
  <code>
    {text.length > maxClippedLength
      ? `${visibleText(text.slice(0, maxClippedLength / 2))} … ${visibleText(text.slice(-maxClippedLength / 2))}`
      : visibleText(text)}
  </code>
);
