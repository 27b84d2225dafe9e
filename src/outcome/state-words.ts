/**
 * The names of observed outcomes and of reasons. They are separate from the code that determines them, because surfaces
 * don't need that code.
 */
import type { EngineFactName } from './engines.ts';

/** Reasons for which the standards refuse a URL after reading it. */
export const refusals = [
  'not-a-font',
  'not-a-media-type',
  'not-a-module',
  'not-a-style-sheet',
  'not-a-track',
  'not-an-event-stream',
  'not-an-image',
  'not-http',
  'not-media',
  'not-shown',
] as const;

/** The facts that are reported as the reason for an outcome. */
export const reportedFacts = [
  'charset-not-token',
  'event-source',
  'event-stream-charset',
  'space-in-type',
  'tab-in-type',
  'type-of-path',
] as const satisfies EngineFactName[];

/** Observed outcomes that are also reasons. */
const seenReasons = ['pending', 'lazy', 'other-chosen', 'unused', 'dropped'] as const;

/**
 * The outcome of an element's data: URL as a content script observes it. `pending`: it is still being loaded or
 * decoded; `lazy`: the element waits until it is in the viewport or is played; `other-chosen`: another candidate was
 * used; `unused`: nothing on the page is drawn with it; `dropped`: this browser does not know the property, its value,
 * the selector, or an `@supports` condition.
 */
export const sights = ['loaded', 'not-shown', ...seenReasons] as const;
export type ObservedOutcome = (typeof sights)[number];

/** Reasons for a state, as keys of messages. Problems are not included, because findings explain them. */
export const stateReasons = [
  ...refusals,
  ...reportedFacts,
  'top-level-navigation',
  'quoted',
  'inert',
  'data-block',
  'nonce',
  'before-policy',
  'if-used',
  ...seenReasons,
  'mail',
] as const;
