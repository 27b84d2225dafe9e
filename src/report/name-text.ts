/** Apart from what finds names: lists need only this. */
import type { Name } from './report.ts';

/** A name as it is shown: nothing marks a class as a name but its dot. */
export const nameText = ({ by, text }: Name): string =>
  by === 'class' ? `.${text.replaceAll(' ', '.')}` : text;
