/** The script that watches a document. */
import { provide } from './script-parts.ts';
import { watch } from './watch.ts';

provide({ watch });
