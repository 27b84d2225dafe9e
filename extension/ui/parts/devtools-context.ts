/** Functions that only surfaces inside DevTools have. */
import { createContext } from 'preact';
import type { Occurrence } from '../../../src/vocabulary.ts';

export interface DeveloperTools {
  /** Opens a source in DevTools, at a line and a column counted from one. Null if the browser has no API for it. */
  openSource: ((url: string, line: number, column?: number) => void) | null;
  /**
   * Selects an occurrence's element in the Elements panel; false if it cannot. Null if the browser has no API for
   * it.
   */
  reveal: ((id: string, number: number, occurrence: Occurrence) => Promise<boolean>) | null;
}

export const DeveloperTools = createContext<DeveloperTools | null>(null);
