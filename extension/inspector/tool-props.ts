/** Each tool of the workbench gets them. */
export interface ToolProps {
  isShown: boolean;
  /** The id of a data: URL or the name of an example, as the address has it; null for another tool's. */
  id: string | null;
  /** The tab whose page a tool may ask about; null where there is none. */
  tabId: number | null;
}
