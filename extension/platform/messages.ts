/**
 * Every message between the extension's parts, by the pair that exchanges them. Messages from a page's process or a
 * surface are checked here on receipt, since a hostile page may have taken over the process that sends them.
 */
import * as v from 'valibot';
import type { Anatomy } from '../../src/data-url/anatomy.ts';
import { parsePattern } from '../../src/mime/patterns.ts';
import { sights } from '../../src/outcome/state-words.ts';
import type { Picture } from '../../src/picture.ts';
import { isSite } from '../../src/policy/read-policy.ts';
import { type Policy, ruleSettings } from '../../src/policy.ts';
import type { Mark } from '../../src/report/marks.ts';
import type {
  DataUrl,
  DataUrlRequest,
  EngineReading,
  Name,
  Reading,
  Report,
  Unreachable,
} from '../../src/report/report.ts';
import type { Weight } from '../../src/report/totals.ts';
import {
  destinations,
  labelSources,
  type Occurrence,
  places,
  type State,
  type StateKind,
} from '../../src/vocabulary.ts';
import { type PartName, partNames } from './content-scripts.ts';
import {
  inlineLength,
  maxChanges,
  maxChildFrames,
  maxLabelLength,
  maxOccurrences,
  maxPathDepth,
  maxPolicies,
  maxSelected,
  maxSightings,
  maxUnreachable,
  type none,
} from './limits.ts';

const shortText = v.pipe(v.string(), v.maxLength(4096));
const text = v.union([v.pipe(v.string(), v.maxLength(inlineLength)), v.instance(Blob)]);
/** Servers send policies of any length. */
const policyText = v.pipe(v.string(), v.maxLength(inlineLength));
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const milliseconds = v.pipe(v.number(), v.finite(), v.minValue(0));

/** A style sheet is reported with the element that loads it, in case the worker can fetch it. */
const unreachable = v.object({
  at: v.nullable(v.object({ element: shortText, selector: shortText })),
  kind: v.picklist(['page', 'frame', 'stylesheet', 'shadow-root', 'network', 'csp-header']),
  url: shortText,
  reason: shortText,
});

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
  /** How the content script sees it on the element. */
  sight: v.exactOptional(v.picklist(sights)),
  /** The style sheet that contains it, and its number there among occurrences of the same text and use. */
  sheet: v.exactOptional(v.object({ href: shortText, nth: count })),
});

/**
 * A child frame, as its parent document reports it; `reason` is reported if the frame's own content script
 * does not connect. `seen`: the parent can access the frame's document, and `url` is that document's address.
 */
const childFrame = v.object({
  url: shortText,
  seen: v.boolean(),
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
const frameMessage = v.variant('type', [
  /** The first message. `seen`: the parent document can access this one. */
  v.object({
    type: v.literal('started'),
    url: shortText,
    seen: v.boolean(),
    isQuirky: v.boolean(),
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
      v.array(v.object({ key: index, occurrence: index, goneAt: v.nullable(milliseconds) })),
      v.maxLength(maxChanges),
    ),
  }),
  /** Changed sights of occurrences, by key and number; null if there is none any longer. */
  v.object({
    type: v.literal('seen'),
    seen: v.pipe(
      v.array(v.object({ key: index, occurrence: index, sight: v.nullable(v.picklist(sights)) })),
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

/** Worker → content script: numbered questions. `locate` asks for the key of a URL as the browser resolved it. */
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
  /** Starts or stops watching the document once it has been walked. */
  | { type: 'watch'; request: number; on: boolean };

const ruleId = v.pipe(v.string(), v.maxLength(100), v.regex(/^[a-z][a-z0-9-]*$/));
const mediaTypePattern = v.pipe(
  v.string(),
  v.maxLength(300),
  v.check((pattern) => parsePattern(pattern) !== null),
);
const site = v.nullable(v.pipe(v.string(), v.maxLength(300), v.check(isSite)));

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** A data: URL of the page, or, along a path of ids, one nested in its body. */
const address = { id: sha256, path: v.optional(v.pipe(v.array(sha256), v.maxLength(maxPathDepth))) };
export interface Address {
  id: string;
  path?: string[] | undefined;
}

/**
 * Which of a page's requests DevTools report: all, some, or of these only those since DevTools opened, on a page that
 * was loaded before.
 */
const coverage = v.picklist(['whole', 'some', 'late']);
export type Coverage = v.InferOutput<typeof coverage>;

/** A random name, which no page can guess. */
const markName = v.pipe(v.string(), v.uuid());

/** Whether to outline what is found, instead of earlier outlines or beside them; with `none` it is only counted. */
const outlines = v.picklist(['none', 'instead', 'beside']);
export type Outlines = v.InferOutput<typeof outlines>;

const request = v.object({
  destination: v.picklist(destinations),
  status: index,
  error: v.nullable(shortText),
  initiator: v.nullable(shortText),
  startedAt: shortText,
});

/** Popup, panel or inspector tab → worker. */
const surfaceMessage = v.variant('type', [
  /**
   * Joins a tab. `scan: 'now'` scans the page even if it was scanned before; `byAction`: the toolbar button was clicked
   * on that tab, which grants access to every page that extensions may read at all.
   */
  v.object({
    type: v.literal('open'),
    tabId: index,
    scan: v.picklist(['if-needed', 'now']),
    byAction: v.boolean(),
  }),
  /** DevTools: shows every document of the tab. */
  v.object({ type: v.literal('follow') }),
  v.object({ type: v.literal('detail'), request: index, ...address }),
  v.object({ type: v.literal('body'), request: index, ...address }),
  v.object({ type: v.literal('anatomy'), request: index, ...address }),
  v.object({ type: v.literal('written'), request: index, ...address }),
  v.object({ type: v.literal('show'), request: index, id: sha256, occurrence: index, outlines }),
  /** The text of the style sheet of an occurrence, as the browser's cache has it. */
  v.object({ type: v.literal('sheet'), request: index, id: sha256, occurrence: index }),
  /** Marks the element of an occurrence with this name in the content script's own world, where DevTools find it. */
  v.object({ type: v.literal('mark'), request: index, id: sha256, occurrence: index, name: markName }),
  /** The ids of the data: URLs on the element that DevTools marked with this name in the content script's own world. */
  v.object({ type: v.literal('marked'), request: index, name: markName }),
  /** The policies of the top document, one per line. */
  v.object({ type: v.literal('csp'), request: index }),
  /** The whole Report as JSON, from which surfaces make its other forms. */
  v.object({ type: v.literal('report'), request: index }),
  /** The user turns a rule off (or on again), on a site or everywhere. */
  v.object({ type: v.literal('mute'), rule: ruleId, site, on: v.boolean() }),
  /** The user sets the severity of a rule's findings; null resets it. */
  v.object({
    type: v.literal('severity'),
    rule: ruleId,
    site,
    severity: v.nullable(v.picklist(ruleSettings)),
  }),
  /** The user allows a disallowed media type, on a site or everywhere, or revokes that. */
  v.object({ type: v.literal('allow'), pattern: mediaTypePattern, site, on: v.boolean() }),
  /** Starts or stops watching the tab's page, or every page of its site from now on. */
  v.object({ type: v.literal('watch'), what: v.picklist(['page', 'site']), on: v.boolean() }),
  /** The user requests the server's CSP header, now or once its site is granted, or cancels the request. */
  v.object({ type: v.literal('server'), on: v.boolean() }),
  /** DevTools panel: the page has navigated, so earlier requests do not belong to the new page. */
  v.object({
    type: v.literal('navigated'),
    /** They stay in the list, marked as removed ("Preserve log"). */
    keep: v.boolean(),
  }),
  /** DevTools panel: the page's Content Security Policies as its server sent them. */
  v.object({
    type: v.literal('policies'),
    policies: v.pipe(
      v.array(v.object({ text: policyText, reportOnly: v.boolean() })),
      v.maxLength(maxPolicies),
    ),
  }),
  /**
   * DevTools panel: data: URLs that DevTools' APIs reported. A sighting's text comes with its first message only; `key`
   * identifies it from then on. `coverage`: which of the page's requests so far are included; null where the rest
   * follows.
   */
  v.object({
    type: v.literal('network'),
    coverage: v.nullable(coverage),
    seen: v.pipe(
      v.array(
        v.object({
          key: index,
          text: v.optional(text),
          request: v.nullable(request),
          /** Its number among requests of the same key that started in the same millisecond, from 0. */
          nth: index,
          destination: v.picklist(destinations),
          /** URL of the script or style sheet whose source map it is; null for a request. */
          file: v.nullable(shortText),
        }),
      ),
      v.maxLength(maxSightings),
    ),
  }),
]);
export type SurfaceMessage = v.InferOutput<typeof surfaceMessage>;
export type NetworkSighting = Extract<SurfaceMessage, { type: 'network' }>['seen'][number];

/** Why a page cannot be scanned: the key of the text that explains it. */
export type Failure =
  | 'browser-page'
  | 'store'
  | 'data-page'
  | 'restricted'
  | 'file-access'
  | 'needs-click'
  | 'page-gone'
  | 'no-answer'
  | 'name-taken'
  | 'unknown';

/** The state of a scan. */
export type SessionState =
  | { kind: 'reading' }
  | { kind: 'done'; at: number }
  /** `detail` is the browser's error message. */
  | { kind: 'failed'; failure: Failure; detail: string };

/**
 * Whether the page is watched, whether only while the panel is open (`isLive`), and whether every page of its
 * site is watched; `site` is null if the page has no site.
 */
export type Watching = { page: boolean; isLive: boolean; site: boolean | null };

/** The state of the request for the server's CSP header; null without one: see `serverStateOf`. */
export type ServerState = { kind: 'asking' } | { kind: 'answered'; policies: number } | null;

/** The rule settings that apply to the page's site, whose they are, and the site's name in the policy. */
export type PagePolicy = Pick<Policy, 'rules' | 'ruledBy'> & { site: string | null };

/** The parts of a data: URL that a list shows; the rest is requested by id. */
export interface Row
  extends Omit<DataUrl, 'occurrences' | 'nested' | 'payload' | 'engines' | 'requests' | 'name'> {
  occurrenceCount: number;
  /** The cost of all its occurrences. */
  weight: Weight;
  requestCount: number;
  /** When it was first requested, as far as DevTools reported: ISO 8601. */
  requestedAt: string | null;
  /** The cause of the first request: an address followed by a line number. */
  initiator: string | null;
  /** The page requested it, but no occurrence in its documents explains that. */
  isRequestedOnly: boolean;
  nestedCount: number;
  /** Its occurrences; of many only the first. */
  places: readonly Pick<
    Occurrence,
    'frame' | 'place' | 'element' | 'name' | 'selector' | 'destination' | 'rule' | 'sheet' | 'line'
  >[];
  /** Its name in the page's own words; null where there is none. */
  name: Name | null;
  /** How it may be drawn; null if it is not a picture, or drawing it would take too much time or memory. */
  picture: Picture | null;
  /** The page only quotes it: see `isWeak`. */
  isWeak: boolean;
  /** Its most severe state; null if unknown. */
  state: State | null;
  /** The states of its occurrences, each kind once. */
  states: readonly StateKind[];
  /** When its last occurrence left a watched page, else null. */
  goneAt: string | null;
}

/** The Report without its list. */
export type Overview = Omit<Report, 'dataUrls' | 'version'>;

/** A data: URL with the parts that a list does not show. Of very many occurrences only the first; an export has all. */
export interface Detail extends Row {
  occurrences: readonly Occurrence[];
  requests: readonly DataUrlRequest[];
  /** The facts about its body; null where the URL is rejected. */
  payload: Reading | null;
  /** The readings of browsers that differ from the standards. */
  engines: EngineReading[];
  /** The data: URLs nested in its body. */
  nested: readonly Row[];
}

/** Worker → surface. `rows` replace those of the same id; those in `gone` are removed from the list. */
export type SurfaceUpdate =
  | { type: 'reset' }
  | { type: 'rows'; rows: Row[]; gone: Gone[] }
  | {
      type: 'state';
      state: SessionState;
      overview: Overview;
      origin: string;
      watching: Watching;
      policy: PagePolicy;
      server: ServerState;
    }
  /** A user's choice outside the surface; an empty list: nothing was found. */
  | ({ type: 'select' } & Asked)
  /** The browser did not store a change of the policy or the watch list; `why` is its error message. */
  | { type: 'unsaved'; why: string }
  | { type: 'answer'; request: number; value: Answer };

/** A row that was removed, and the one that it was merged into, if any. */
export interface Gone {
  id: string;
  into: string | null;
}

/** The data: URLs that a user chose on the page itself. */
export interface Asked {
  ids: string[];
  /** The ids are those of a selection, not of a clicked element: the list shows only these. */
  isSelection: boolean;
}

/** A question to the script that shows elements: `extension/content/show.ts`. */
export interface ShowRequest {
  /** The name with which the element was marked. */
  name: string;
  /** The selector of the element where none is marked. */
  selector: string;
  /** The rules around it, from the outermost. */
  rules: string[];
  /** For a font, the family, weight and style of its rule; else ''. */
  face: string;
  outlines: Outlines;
  /** Whether to measure the element: its picture is the data: URL. */
  measures: boolean;
}

/** The result of showing an element, or the elements that a rule matches. The page's process may have made it. */
const shown = v.object({
  kind: v.picklist([
    'shown',
    'not-drawn',
    'gone',
    /** The rule matches nothing now; `reason`: a condition that is false, or the states that it requires. */
    'no-match',
    /** The selector matches elements, but a condition around the rule is false: `reason`. */
    'off',
    /** Only the beginning of the selector is known, or a font was compared with the first elements alone. */
    'cut',
    /** A rule without a selector, as `@font-face`. */
    'no-selector',
    /** The browser does not know the selector. */
    'unsupported',
  ]),
  matched: index,
  outlined: index,
  reason: shortText,
  /** CSS pixels of the content box of a picture that is rendered. */
  box: v.nullable(v.object({ width: index, height: index })),
});
export type Shown = v.InferOutput<typeof shown>;

export type None = typeof none;

/** The answer to a surface's question; null where the page no longer has the text, or does not answer. */
export type Answer = Detail | MarkedAnatomy | string | string[] | Blob | Shown | None | boolean | null;

/** A written URL split into parts; runs refer to the items of `marked` by number. */
export type MarkedAnatomy = Anatomy & { marked: readonly Mark[] };

export type { DataUrl, DataUrlRequest, Occurrence, Unreachable };

function reader<Schema extends v.GenericSchema>(
  schema: Schema,
): (message: unknown) => v.InferOutput<Schema> | null {
  return (message) => {
    const result = v.safeParse(schema, message);
    return result.success ? result.output : null;
  };
}

/** The result of showing, if it is valid, else null. */
export const readShown = reader(shown);
/** The message if it is one that a content script may send, else null. */
export const readFrameMessage = reader(frameMessage);
/** The message if it is one that a surface may send, else null. */
export const readSurfaceMessage = reader(surfaceMessage);
