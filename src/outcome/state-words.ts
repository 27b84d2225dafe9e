/** The words of sights and reasons, apart from what decides on them: surfaces and messages need only these. */
import { saidFacts } from './engines.ts';
import { refusals } from './outcome.ts';

/**
 * A content script's sight of an element's data: URL. `pending`: it is still being loaded or decoded; `lazy`: the
 * element waits until it is in the viewport, or is played; `other-chosen`: another candidate was used; `unused`:
 * nothing on the page is drawn with it.
 */
export const sights = ['loaded', 'not-shown', 'pending', 'lazy', 'other-chosen', 'unused'] as const;
export type Sight = (typeof sights)[number];

/** Reasons for a state that have a text: keys of messages. That of a problem is said by its finding. */
export const stateReasons = [
  ...refusals,
  ...saidFacts,
  'top-level-navigation',
  'quoted',
  'inert',
  'data-block',
  'nonce',
  'if-used',
  'pending',
  'lazy',
  'other-chosen',
  'unused',
] as const;
