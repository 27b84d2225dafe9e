/** The state of a scan and, for a failed scan, the reason and its consequence. */

/**
 * The reasons why a page cannot be scanned. Each has a UI message, `failure_…`, and a consequence. `closed`: no
 * extension may access the page. `grant`: a click or a grant is needed. `gone`: another document follows. `answer`: the
 * page may still answer. `rescan`: a person may try again.
 */
export const failures = {
  'browser-page': 'closed',
  store: 'closed',
  'data-page': 'closed',
  restricted: 'closed',
  'restricted-firefox': 'closed',
  'file-access': 'closed',
  'name-taken': 'closed',
  'needs-click': 'grant',
  'page-gone': 'gone',
  'no-answer': 'answer',
  unknown: 'rescan',
} as const;
export type Failure = keyof typeof failures;

/** The state of a scan. */
export type SessionState =
  /** `awaited`: some of the parts that the scan waits for. */
  | { kind: 'reading'; awaited?: { kind: 'page' | 'frame' | 'stylesheet'; url: string }[] }
  | { kind: 'done'; at: number }
  /** `detail` is the browser's error message. */
  | { kind: 'failed'; failure: Failure; detail: string };

/** The consequence of a failed scan; null if the scan has not failed. */
export const afterFailure = (
  state: SessionState | { kind: 'connecting' | 'unscanned' },
): (typeof failures)[Failure] | null => (state.kind === 'failed' ? failures[state.failure] : null);

/** Whether the page is gone or no longer accessible, for example after a reload. */
export const isReloaded = (state: SessionState | { kind: 'connecting' }): boolean =>
  ['gone', 'grant'].includes(afterFailure(state) ?? '');
