/** The reasons why a part of a page was not scanned, with their consequences. */

/** The consequences of a reason. */
interface Consequence {
  /** The kind of part that could be scanned if access to its site were granted. */
  grant: 'any' | 'frame' | null;
  /**
   * Why the part may still become available: `answer` if the extension waits for the part to answer; `load` if the page
   * is still loading it, or may never load it. Null if the part can't become available.
   */
  awaits: 'answer' | 'load' | null;
  /**
   * Whether such parts are expected in many pages. Only the Report's JSON lists these parts; other outputs show them
   * differently.
   */
  isQuiet?: true;
}

const final: Consequence = { grant: null, awaits: null };
const quiet: Consequence = { ...final, isQuiet: true };

/** Each reason has a UI message, `reason_…`. The browser's error messages are never used as reasons. */
export const unreachableReasons = {
  'cross-origin': { grant: 'any', awaits: null },
  sandboxed: { grant: 'frame', awaits: null },
  'other-window': final,
  'failed-or-redirected': final,
  'not-cached': final,
  'not-loaded': { grant: null, awaits: 'load' },
  'no-answer': { grant: null, awaits: 'answer' },
  'name-taken': final,
  'no-stylesheet': final,
  'private-address': final,
  'too-large': final,
  'beyond-limit': final,
  'watched-limit': final,
  'unread-copies': final,
  'unread-values': final,
  stopped: final,
  removed: final,
  'bad-message': final,
  pdf: final,
  'not-told': final,
  'partly-reported': final,
  'not-asked': quiet,
  'unread-text': quiet,
  redirected: final,
  'error-status': final,
  'scan-error': final,
} as const satisfies Record<string, Consequence>;
export type UnreachableReason = keyof typeof unreachableReasons;

/**
 * The reasons that don't come from the extension: those of `inspect` and the adapters, and those of files that were not
 * scanned.
 */
export type CommandReason = 'still-loading' | 'http-error' | 'no-extension' | FileReason;
/** The reason why a file was not scanned, in a few English words. Can be created only by `fileReason`. */
export type FileReason = string & { readonly isFileReason: true };
export const fileReason = (words: string): FileReason => words as FileReason;

export const isPageReason = (reason: UnreachableReason | CommandReason): reason is UnreachableReason =>
  Object.hasOwn(unreachableReasons, reason);

/** The consequences of a reason. The reasons of commands have no consequences. */
export const consequenceOf = (reason: UnreachableReason | CommandReason): Consequence =>
  isPageReason(reason) ? unreachableReasons[reason] : final;
