/**
 * Messages between content scripts and the worker. Those from a page's process are checked on receipt, since a hostile
 * page may have taken it over.
 */
import * as v from 'valibot';
import { sights } from '../../src/outcome/state-words.ts';
import { type UnreachableReason, unreachableReasons } from '../../src/report/unreachable-reasons.ts';
import { destinations, dropCauses, labelSources, places } from '../../src/vocabulary.ts';
import { type PartName, partNames } from './content-scripts.ts';
import {
  maxChanges,
  maxChildFrames,
  maxLabelLength,
  maxPolicies,
  maxSelected,
  maxUnreachable,
} from './limits.ts';
import { count, index, milliseconds, shortText, text } from './message-schemas.ts';

/** Sightings in a frame's message, and occurrences of one: each takes some of `batchLength`. */
export const maxOccurrences = 10_500;

const pageReasons = Object.keys(unreachableReasons) as UnreachableReason[];

/**
 * An element is reported with its selector; a style sheet with the element that loads it, in case the worker can fetch
 * it.
 */
const unreachable = v.object({
  at: v.nullable(v.object({ element: shortText, selector: shortText })),
  kind: v.picklist([
    'page',
    'frame',
    'element',
    'stylesheet',
    'image-file',
    'shadow-root',
    'network',
    'headers',
  ]),
  url: shortText,
  reason: v.picklist(pageReasons),
});
export type UnreachablePart = Omit<v.InferOutput<typeof unreachable>, 'at'>;

/** An Occurrence as a content script reports it; its frame comes from the browser, not from the page. */
const frameOccurrence = v.object({
  place: v.picklist(places),
  element: shortText,
  name: shortText,
  selector: shortText,
  destination: v.picklist(destinations),
  inert: v.boolean(),
  face: v.exactOptional(shortText),
  fileName: v.exactOptional(shortText),
  use: v.exactOptional(shortText),
  label: v.exactOptional(
    v.object({ by: v.picklist(labelSources), text: v.pipe(v.string(), v.maxLength(maxLabelLength)) }),
  ),
  /** Bytes of the URL as spelled in the source text, if that differs. */
  bytes: v.exactOptional(count),
  /** In CSS, the rules around it, from the outermost, and its line and column in the text, from 1. */
  rules: v.exactOptional(v.pipe(v.array(shortText), v.maxLength(16))),
  line: v.exactOptional(count),
  column: v.exactOptional(count),
  /** In CSS, why browsers drop it. */
  dropped: v.exactOptional(
    v.object({
      cause: v.picklist(dropCauses),
      start: index,
      end: index,
      line: count,
      column: count,
      hasFallback: v.exactOptional(v.literal(true)),
    }),
  ),
  /** How the content script sees it on the element. */
  sight: v.exactOptional(v.picklist(sights)),
  /** The style sheet that contains it, and its number there among occurrences of the same text and use. */
  sheet: v.exactOptional(v.object({ href: shortText, nth: count })),
  /** The same for a data: style sheet, by the key of its text: left out if the body itself contains as many. */
  dataSheet: v.exactOptional(v.object({ key: index, nth: count })),
});

/**
 * A child frame, as its parent document reports it; `reason` is reported if the frame's own content script
 * does not connect. `isAccessible`: the parent can access the frame's document, and `url` is that document's address.
 */
const childFrame = v.object({
  url: shortText,
  isAccessible: v.boolean(),
  reason: v.picklist(['cross-origin', 'sandboxed', 'not-loaded', 'no-answer']),
});
const childFrames = v.pipe(v.array(childFrame), v.maxLength(maxChildFrames + 1));
export type ChildFrame = v.InferOutput<typeof childFrame>;

/**
 * The depth and origin of a document, and of its parent; no page can change these. Documents without access
 * to each other know nothing more about their position.
 */
const lineage = v.object({ own: shortText, parent: shortText });
export type Lineage = v.InferOutput<typeof lineage>;

/** Content script → worker. A sighting's text comes with its first message only; `key` identifies it from then on. */
const frameMessage = v.union([
  /** The first message. `isAccessible`: the parent document can access this one. */
  v.object({
    type: v.literal('started'),
    url: shortText,
    isAccessible: v.boolean(),
    isQuirky: v.boolean(),
    /** The encoding of the document. */
    charset: shortText,
    lineage,
  }),
  v.object({
    type: v.literal('found'),
    sightings: v.pipe(
      v.array(
        v.object({
          key: index,
          text: v.optional(text),
          occurrences: v.pipe(v.array(frameOccurrence), v.maxLength(maxOccurrences)),
        }),
      ),
      v.maxLength(maxOccurrences),
      v.check((sightings) => new Set(sightings.map(({ key }) => key)).size === sightings.length),
    ),
  }),
  v.object({
    type: v.literal('unreachable'),
    unreachable: v.pipe(v.array(unreachable), v.maxLength(maxUnreachable)),
  }),
  /** Occurrences, by key and number, that left a watched page (a time in milliseconds) or came back (null). */
  v.object({
    type: v.literal('changed'),
    changes: v.pipe(
      v.array(v.object({ key: index, occurrence: index, removedAt: v.nullable(milliseconds) })),
      v.maxLength(maxChanges),
    ),
  }),
  /** Changes of occurrences, by key and number: their sight (null if there is none any longer), or their sheet's users. */
  v.object({
    type: v.literal('seen'),
    seen: v.pipe(
      v.array(
        v.pipe(
          v.object({
            key: index,
            occurrence: index,
            sight: v.exactOptional(v.nullable(v.picklist(sights))),
            users: v.exactOptional(count),
          }),
          v.check(({ sight, users }) => sight !== undefined || users !== undefined),
        ),
      ),
      v.maxLength(maxChanges),
    ),
  }),
  /** A policy that the document enforces, as its violations show. */
  v.object({ type: v.literal('policy'), text: shortText }),
  /** The document's current frames: one was added or has loaded another document. */
  v.object({ type: v.literal('frames'), frames: childFrames }),
  /** The page was hidden for too long to be watched any longer. */
  v.object({ type: v.literal('unwatched') }),
  /** Asks the worker to inject a part of the content script. */
  v.object({ type: v.literal('part'), name: v.picklist(partNames) }),
  /** Keeps the worker alive while its page is watched. */
  v.object({ type: v.literal('alive') }),
  /** The document has been walked. */
  v.object({
    type: v.literal('done'),
    title: shortText,
    frames: childFrames,
    /** The security policies of the document's meta elements. */
    policies: v.pipe(v.array(shortText), v.maxLength(maxPolicies)),
    scanMs: milliseconds,
    longestTaskMs: milliseconds,
  }),
  v.object({
    type: v.literal('answer'),
    request: index,
    value: v.nullable(
      v.union([text, index, v.boolean(), v.pipe(v.array(index), v.maxLength(maxSelected)), childFrames]),
    ),
  }),
]);
export type FrameMessage = v.InferOutput<typeof frameMessage>;
/** A frame's answer to a question; null without an answer. */
export type FrameAnswer = Extract<FrameMessage, { type: 'answer' }>['value'];
/** A text that a frame found, with its new occurrences. */
export type Sighting = Extract<FrameMessage, { type: 'found' }>['sightings'][number];

/** The message if it is one that a content script may send, else null. */
export function readFrameMessage(message: unknown): FrameMessage | null {
  const read = v.safeParse(frameMessage, message);
  return read.success ? read.output : null;
}

/** Worker → content script: numbered questions. `locate` asks for the keys of a URL as the browser resolved it. */
export type FrameCommand =
  | { type: 'text'; request: number; key: number }
  | { type: 'mark'; request: number; key: number; occurrence: number; name: string }
  /** The keys of the texts on the element that DevTools marked with this name. */
  | { type: 'marked'; request: number; name: string }
  | { type: 'locate'; request: number; url: string }
  /** The keys of the texts in the user's selection. */
  | { type: 'selected'; request: number }
  /** Asks for the document's current frames. */
  | { type: 'frames'; request: number }
  /** A part of the content script has been injected, or cannot be. */
  | { type: 'part'; request: number; name: PartName }
  /** Ends the walk of the document: the rest of it is not scanned. */
  | { type: 'stop'; request: number }
  /** Starts or stops watching the document once it has been walked. */
  | { type: 'watch'; request: number; on: boolean };
