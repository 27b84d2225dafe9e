/** A part of the content script: finds the URLs that the user has selected. */
import { provide } from './script-parts.ts';
import { selectedOf } from './selection.ts';

provide({ selection: selectedOf });
