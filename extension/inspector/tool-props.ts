/** The props of every tool of the workbench. */
export interface ToolProps {
  isShown: boolean;
  /** The id of a data: URL or the name of an example, from the address; null without one or while hidden. */
  id: string | null;
  /** The tab whose page a tool may ask about; null if there is none. */
  tabId: number | null;
}
