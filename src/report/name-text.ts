/** The text of a name. Separate from the code that finds names, which lists don't need. */
import type { Name } from './report.ts';

/** Formats a name for display. Only the leading dot shows that a name is a class. */
export const nameText = ({ by, text }: Name): string =>
  by === 'class' ? `.${text.replaceAll(' ', '.')}` : text;
