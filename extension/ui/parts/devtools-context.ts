/** Functions that are available only to surfaces in DevTools. */
import { createContext } from 'preact';
import type { Occurrence } from '../../../src/vocabulary.ts';

export interface DeveloperTools {
  /** Opens a source in DevTools, at a line and column counted from 1. Null if the browser has no API for this. */
  openSource: ((url: string, line: number, column?: number) => void) | null;
  /**
   * Selects the element of an occurrence in the Elements panel; false if that is not possible. Null if the browser has
   * no API for this.
   */
  reveal: ((id: string, number: number, occurrence: Occurrence) => Promise<boolean>) | null;
}

export const DeveloperTools = createContext<DeveloperTools | null>(null);
