/** What only a surface inside DevTools can do for a person. */
import { createContext } from 'preact';
import type { Occurrence } from '../../../src/vocabulary.ts';

export interface DeveloperTools {
  /** Opens a source in DevTools, at a line counted from one. */
  openSource(url: string, line: number): void;
  /** Selects an occurrence's element among the elements; false where it cannot. Null where no browser API does. */
  reveal: ((id: string, number: number, occurrence: Occurrence) => Promise<boolean>) | null;
}

export const DeveloperTools = createContext<DeveloperTools | null>(null);
