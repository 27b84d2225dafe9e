/** The text of a name. Separate from the code that finds names, which lists don't need. */
import type { Name } from './report.ts';

/** Formats a name for display. Names of classes begin with a dot; names from other sources look alike. */
export const nameText = ({ by, text }: Name): string =>
  by === 'class' ? `.${text.replaceAll(' ', '.')}` : text;
