/** The parts of the popup that are loaded after its first rows, as a single script. */
export { Arrangement } from '../ui/bars/arrangement.tsx';
export { FoldedNotes } from '../ui/bars/folded-notes.tsx';
export { Footnotes } from '../ui/bars/footnotes.tsx';
export { NoMatch } from '../ui/list/no-match.tsx';
export { RunsLink } from '../ui/list/runs-link.tsx';
