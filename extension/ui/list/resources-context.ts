/** The resources of the page, which the surface provides. They determine the possible savings for a row. */
import { createContext } from 'preact';
import type { Resources } from './sorting.ts';

export const ResourcesContext = createContext<Resources>(new Map());
