/** The parts of rows that are loaded after the list, as a single script. */
export { Dimensions } from './dimensions.tsx';
export { PageItemView } from './page-item.tsx';
export { Place } from './place.tsx';
export { RuleMark } from './rule-mark.tsx';
export { Saving } from './saving.tsx';
export { Thumbnail } from './thumbnail.tsx';
