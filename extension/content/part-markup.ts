/** The script that reads markup which the browser holds as text. */
import { treeOfMarkup } from './noscript.ts';
import { provide } from './script-parts.ts';

provide({ markup: treeOfMarkup });
