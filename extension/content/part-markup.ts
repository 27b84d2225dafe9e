/** A part of the content script: reads markup that the browser keeps as text. */
import { treeOfMarkup } from './markup-trees.ts';
import { provide } from './script-parts.ts';

provide({ markup: treeOfMarkup });
