/** The request of the worker to the DevTools page. Both are our own, so their messages have no schema. */

/** For each sheet a Blob of its text, or null. */
export interface SheetTextsRequest {
  type: 'sheet-texts';
  tabId: number;
  urls: string[];
}
