/** The resources of the page, from which a row follows what could be saved at it: given by the surface. */
import { createContext } from 'preact';
import type { Resources } from './arrange.ts';

export const ResourcesContext = createContext<Resources>(new Map());
