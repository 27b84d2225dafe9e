/** The state of a scan; for a failed one, the reason and its consequence. */

/**
 * Why a page cannot be scanned, each with a text, `failure_…`, and its consequence: `closed`, no extension may enter it;
 * `grant`, it needs a click or a grant; `gone`, another document follows; `answer`, it may still answer; `rescan`, a
 * person may try again.
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

/** The consequence of a failed scan; null for one that has not failed. */
export const afterFailure = (
  state: SessionState | { kind: 'connecting' | 'unscanned' },
): (typeof failures)[Failure] | null => (state.kind === 'failed' ? failures[state.failure] : null);

/** Whether the page is gone, or nothing grants access to it, as after a reload. */
export const isReloaded = (state: SessionState | { kind: 'connecting' }): boolean =>
  ['gone', 'grant'].includes(afterFailure(state) ?? '');
