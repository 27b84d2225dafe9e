/** The request of the worker to the DevTools page. Both belong to the extension, so their messages have no schema. */

/** Asks for a Blob of each sheet's text, or null. */
export interface SheetTextsRequest {
  type: 'sheet-texts';
  tabId: number;
  urls: string[];
}
