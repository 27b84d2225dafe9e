/** Functions that only surfaces inside DevTools have. */
import { createContext } from 'preact';
import type { DataUrl } from '../../../src/report/report.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';

/** The parts of a data: URL by which it is found in a style sheet. */
export type Located = Pick<DataUrl, 'sha256'> & {
  occurrences: readonly Pick<Occurrence, 'frame' | 'selector' | 'rule' | 'sheet'>[];
};

/** The position of an occurrence in its style sheet; null where it is not found. Each sheet is read once. */
export type Locator = (dataUrl: Located, number: number) => Promise<SheetLocation | null>;

/** Both are counted from 1. */
export interface SheetLocation {
  line: number;
  column: number;
}

export interface DeveloperTools {
  /** Opens a source in DevTools, at a line and a column counted from one. */
  openSource(url: string, line: number, column?: number): void;
  /** Finds positions in the style sheets as DevTools have them now. Null where the browser's DevTools have no texts. */
  createLocator: (() => Locator) | null;
  /**
   * Selects an occurrence's element in the Elements panel; false where it cannot. Null where the browser has no API for
   * it.
   */
  reveal: ((id: string, number: number, occurrence: Occurrence) => Promise<boolean>) | null;
}

export const DeveloperTools = createContext<DeveloperTools | null>(null);
