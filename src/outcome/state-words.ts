/**
 * The names of observed outcomes and reasons, separate from the code that determines them, which surfaces don't need.
 */
import { reportedFacts } from './engines.ts';
import { refusals } from './outcome.ts';

/** Observed outcomes that are reasons, too. */
const seenReasons = ['pending', 'lazy', 'other-chosen', 'unused', 'dropped'] as const;

/**
 * The outcome of an element's data: URL as a content script observes it. `pending`: it is still being loaded or
 * decoded; `lazy`: the element waits until it is in the viewport or is played; `other-chosen`: another candidate was
 * used; `unused`: nothing on the page is drawn with it; `dropped`: this browser does not know the property, its
 * value, the selector or an `@supports` condition.
 */
export const sights = ['loaded', 'not-shown', ...seenReasons] as const;
export type ObservedOutcome = (typeof sights)[number];

/** Reasons for a state, as keys of messages. Problems have no key here, because their findings explain them. */
export const stateReasons = [
  ...refusals,
  ...reportedFacts,
  'top-level-navigation',
  'quoted',
  'inert',
  'data-block',
  'nonce',
  'if-used',
  ...seenReasons,
  'mail',
] as const;
