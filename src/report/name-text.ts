/** Apart from the code that finds names, which lists do not need. */
import type { Name } from './report.ts';

/** A name as it is shown: only its dot shows that a name is a class. */
export const nameText = ({ by, text }: Name): string =>
  by === 'class' ? `.${text.replaceAll(' ', '.')}` : text;
