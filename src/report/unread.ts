/** Which parts of a page were not looked into: one definition for every surface and export. */
import type { Unreachable } from './report.ts';

/**
 * The parts that were asked for and not read. A Content Security Policy header that nobody has asked the server for is
 * no part of the page: the Report's JSON names it, and the page view offers to ask.
 */
export const unreadParts = (unreachable: readonly Unreachable[]): readonly Unreachable[] =>
  unreachable.filter(({ kind, reason }) => kind !== 'csp-header' || reason !== 'not-asked');
