/** Facts that the surface provides for all rows. */
import { createContext } from 'preact';
import type { ReportState } from '../report-client.ts';
import type { Resources } from './sorting.ts';

/** The resources of the page, which determine the possible savings for a row. */
export const ResourcesContext = createContext<Resources>(new Map());

/**
 * An object that changes when the user changes the order or the filters. Otherwise, items move only because the Report
 * has changed.
 */
export const UserOrder = createContext<object>({});

/** The state of the scan, which is a new object for each scan; null where there is no scan. */
export const ScanState = createContext<ReportState['state'] | null>(null);
