import { visibleText } from '../ui/text/format.ts';

/** Code units that are shown. */
const most = 300;

/** A URL or a part of one, hidden characters made visible, its middle left out where it is long. */
export const Clipped = ({ text }: { text: string }) => (
  <code>
    {text.length > most
      ? `${visibleText(text.slice(0, most / 2))} … ${visibleText(text.slice(-most / 2))}`
      : visibleText(text)}
  </code>
);
