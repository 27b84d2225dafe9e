/** The resources of the page, provided by the surface: the possible savings at a row follow from them. */
import { createContext } from 'preact';
import type { Resources } from './sorting.ts';

export const ResourcesContext = createContext<Resources>(new Map());
