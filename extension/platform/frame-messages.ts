/**
 * Messages between content scripts and the worker. Messages from a page's process are checked on receipt, because a
 * hostile page may have taken over the process.
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
  maxPolicyLength,
  maxSelected,
  maxUnreachable,
} from './limits.ts';
import { count, index, milliseconds, readerOf, shortText, text } from './message-schemas.ts';

/**
 * Maximum number of sightings in a frame's message, and maximum number of occurrences in one sighting. Each sighting
 * and occurrence counts toward `batchLength`.
 */
export const maxOccurrences = 10_500;

const pageReasons = Object.keys(unreachableReasons) as UnreachableReason[];

/**
 * A part that could not be scanned. Elements are identified by selectors; for a style sheet, `at` is the element that
 * loads it, in case the worker can fetch the sheet.
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

/**
 * An Occurrence as reported by a content script. The frame is not included, because the browser reports it rather than
 * the page.
 */
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
  /** The size, in bytes, of the URL as spelled in the source text, if it differs from the size of the written URL. */
  bytes: v.exactOptional(count),
  /**
   * In CSS, the rules around the occurrence, outermost first. `line` and `column` are its position in the text, from 1.
   */
  rules: v.exactOptional(v.pipe(v.array(shortText), v.maxLength(16))),
  line: v.exactOptional(count),
  column: v.exactOptional(count),
  /** In CSS, the reason why browsers drop the URL. */
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
  /** The outcome that the content script observes on the element. */
  sight: v.exactOptional(v.picklist(sights)),
  /**
   * The style sheet that contains the occurrence, and the number of the occurrence among those with the same text and
   * use in the sheet.
   */
  sheet: v.exactOptional(v.object({ href: shortText, nth: count })),
  /**
   * Like `sheet`, for a data: style sheet, which is identified by the key of its text. The worker drops the occurrence
   * if the body of the sheet itself contains the URL at least `nth` times.
   */
  dataSheet: v.exactOptional(v.object({ key: index, nth: count })),
});

/**
 * A child frame as reported by its parent document. `reason` applies if the frame's own content script does not
 * connect. `isAccessible`: the parent can access the frame's document, and `url` is the URL of that document.
 */
const childFrame = v.object({
  url: shortText,
  isAccessible: v.boolean(),
  reason: v.picklist(['cross-origin', 'sandboxed', 'not-loaded', 'no-answer']),
});
const childFrames = v.pipe(v.array(childFrame), v.maxLength(maxChildFrames + 1));
export type ChildFrame = v.InferOutput<typeof childFrame>;

/**
 * The ids of a document's frame and of its parent's frame in Firefox; the depths and origins of both in Chromium, where
 * a document knows nothing else about the position of inaccessible documents. No page can change these.
 */
const lineage = v.object({ own: shortText, parent: shortText });
export type Lineage = v.InferOutput<typeof lineage>;

const policy = v.pipe(v.string(), v.maxLength(maxPolicyLength));

/**
 * Content script → worker. Only the first message about a sighting contains its text; after that, `key` identifies the
 * text.
 */
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
  /**
   * Occurrences, identified by key and number, that were removed from a watched page (with the time in milliseconds) or
   * added back (null).
   */
  v.object({
    type: v.literal('changed'),
    changes: v.pipe(
      v.array(v.object({ key: index, occurrence: index, removedAt: v.nullable(milliseconds) })),
      v.maxLength(maxChanges),
    ),
  }),
  /**
   * Changes of occurrences, identified by key and number: the outcome that is now observed (null if there is none), or
   * the number of users of their sheet.
   */
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
  /** A policy that the document enforces, known from a violation. */
  v.object({ type: v.literal('policy'), text: policy }),
  /** The current frames of the document. Sent when a frame was added or has loaded another document. */
  v.object({ type: v.literal('frames'), frames: childFrames }),
  /** The page was hidden for so long that it is no longer watched. */
  v.object({ type: v.literal('unwatched') }),
  /** Asks the worker to inject a part of the content script. */
  v.object({ type: v.literal('part'), name: v.picklist(partNames) }),
  /** Keeps the worker running while its page is watched. */
  v.object({ type: v.literal('alive') }),
  /** The whole document has been walked. */
  v.object({
    type: v.literal('done'),
    title: shortText,
    frames: childFrames,
    /** The security policies in the document's meta elements. */
    policies: v.pipe(v.array(policy), v.maxLength(maxPolicies)),
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
/** A frame's answer to a question; null if the frame has no answer. */
export type FrameAnswer = Extract<FrameMessage, { type: 'answer' }>['value'];
/** A text that a frame found, with its new occurrences. */
export type Sighting = Extract<FrameMessage, { type: 'found' }>['sightings'][number];

/** Returns a message if a content script may send it; otherwise null. */
export const readFrameMessage: (message: unknown) => FrameMessage | null = readerOf(frameMessage);

/** Worker → content script: numbered questions. `locate` asks for the keys of a URL as the browser resolved it. */
export type FrameCommand =
  | { type: 'text'; request: number; key: number }
  | { type: 'mark'; request: number; key: number; occurrence: number; name: string }
  /** Asks for the keys of the texts on the element that DevTools marked with this name. */
  | { type: 'marked'; request: number; name: string }
  | { type: 'locate'; request: number; url: string }
  /** Asks for the keys of the texts in the user's selection. */
  | { type: 'selected'; request: number }
  /** Asks for the document's current frames. */
  | { type: 'frames'; request: number }
  /** Reports that a part of the content script has been injected, or that it cannot be. */
  | { type: 'part'; request: number; name: PartName }
  /** Ends the walk of the document. The remaining part of the document is not scanned. */
  | { type: 'stop'; request: number }
  /** Starts or stops watching the document after it has been walked. */
  | { type: 'watch'; request: number; on: boolean };
