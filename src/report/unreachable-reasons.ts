/** Why a part of a page was not scanned, with the consequences of each reason. */

/** The consequences of a reason. */
interface Consequence {
  /** Which parts access to their site would open. */
  grant: 'any' | 'frame' | null;
  /**
   * Whether the part may still come by itself: `answer` where the extension waits for an answer of the part, `load` where
   * the page is still loading it, or never will.
   */
  awaits: 'answer' | 'load' | null;
  /** Expected of many pages: only the Report's JSON lists these parts; others show them in another way. */
  isQuiet?: true;
}

const final: Consequence = { grant: null, awaits: null };
const quiet: Consequence = { ...final, isQuiet: true };

/** Each has a text, `reason_…`. No text of the browser is a reason. */
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

/** The reasons outside of the extension: of `inspect`, of its adapters, and sentences about a file. */
export type CommandReason = 'still-loading' | 'http-error' | 'no-extension' | FileReason;
/** Why a file was not scanned, in a few English words: made by `fileReason` alone. */
export type FileReason = string & { readonly isFileReason: true };
export const fileReason = (words: string): FileReason => words as FileReason;

export const isPageReason = (reason: UnreachableReason | CommandReason): reason is UnreachableReason =>
  Object.hasOwn(unreachableReasons, reason);

/** The consequences of a reason; those of commands have none. */
export const consequenceOf = (reason: UnreachableReason | CommandReason): Consequence =>
  isPageReason(reason) ? unreachableReasons[reason] : final;
