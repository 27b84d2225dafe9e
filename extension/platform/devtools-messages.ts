/** The request from the worker to the DevTools page. Both belong to the extension, so the message has no schema. */

/** Asks for the text of each sheet as a Blob. The answer is null for a sheet without a known text. */
export interface SheetTextsRequest {
  type: 'sheet-texts';
  tabId: number;
  urls: string[];
}
