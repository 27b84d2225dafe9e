/** The script that finds what the user has selected. */
import { provide } from './script-parts.ts';
import { selectedOf } from './selection.ts';

provide({ selection: selectedOf });
