/** The props of every tool of the workbench. */
export interface ToolProps {
  isShown: boolean;
  /**
   * The id of a data: URL or the name of an example, from the URL of the tab; null if the URL contains none, and while
   * the tool is hidden.
   */
  id: string | null;
  /** The tab with the page about which the tool may ask; null if there is none. */
  tabId: number | null;
}
