/** A part of the content script: finds the texts that a click or selection of the user refers to. */
import { provide } from './script-parts.ts';
import { keysAt, keysOn, selectedKeys } from './selection.ts';

const selection = { keysAt, keysOn, selectedKeys };
export type Selection = typeof selection;
provide({ selection });
