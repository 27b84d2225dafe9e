/** The text of a name, separate from the code that finds names, which lists don't need. */
import type { Name } from './report.ts';

/** A name for display. Only its leading dot shows that a name is a class. */
export const nameText = ({ by, text }: Name): string =>
  by === 'class' ? `.${text.replaceAll(' ', '.')}` : text;
