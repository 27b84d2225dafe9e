/**
 * Every message between the extension's parts, by the pair that exchanges them. What a page's process or a surface
 * sends is checked here on receipt, since a hostile page may have taken over the process that sends it.
 */
import * as v from 'valibot';
import type { CspWhatIf } from '../../src/csp-what-if.ts';
import type { Anatomy } from '../../src/data-url/anatomy.ts';
import { parsePattern } from '../../src/mime/patterns.ts';
import type { Picture } from '../../src/picture.ts';
import { isSite } from '../../src/policy/read-policy.ts';
import { type Policy, ruleSettings } from '../../src/policy.ts';
import { copyForms } from '../../src/report/copy-forms.ts';
import type { Mark } from '../../src/report/marks.ts';
import type { DataUrl, DataUrlRequest, Reading, Report, Unreachable } from '../../src/report/report.ts';
import type { Weight } from '../../src/report/totals.ts';
import { destinations, type Occurrence, places } from '../../src/vocabulary.ts';
import {
  exportFormats,
  inlineLength,
  maxChanges,
  maxChildFrames,
  maxOccurrences,
  maxPathDepth,
  maxPolicies,
  maxSelected,
  maxSightings,
  maxUnreachable,
} from './limits.ts';

const shortText = v.pipe(v.string(), v.maxLength(4096));
const text = v.union([v.pipe(v.string(), v.maxLength(inlineLength)), v.instance(Blob)]);
/** Of any length that servers send. */
const policyText = v.pipe(v.string(), v.maxLength(inlineLength));
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const milliseconds = v.pipe(v.number(), v.finite(), v.minValue(0));

/** A style sheet says which element brings it, in case it can be read in another way. */
const unreachable = v.object({
  at: v.nullable(v.object({ element: shortText, selector: shortText })),
  kind: v.picklist(['page', 'frame', 'stylesheet', 'shadow-root', 'network', 'csp-header']),
  url: shortText,
  reason: shortText,
});

/** An Occurrence as a content script tells it; the frame is the browser's word, not the page's. */
const frameOccurrence = v.object({
  place: v.picklist(places),
  element: shortText,
  name: shortText,
  selector: shortText,
  destination: v.picklist(destinations),
  inert: v.boolean(),
  face: v.exactOptional(shortText),
  fileName: v.exactOptional(shortText),
  /** Bytes of its spelling in the source text, where that is another. */
  bytes: v.exactOptional(count),
  /** The style sheet that holds it, and its number among its like in there. */
  sheet: v.exactOptional(v.object({ href: shortText, nth: count })),
});

/**
 * A frame that a document holds: what its holder knows of it, and why it would not be looked into if no content script
 * of its own connects. `seen`: the holder may look into its document, and `url` is that document's address.
 */
const childFrame = v.object({
  url: shortText,
  seen: v.boolean(),
  reason: v.picklist(['cross-origin', 'sandboxed', 'not-loaded', 'no-answer']),
});
const childFrames = v.pipe(v.array(childFrame), v.maxLength(maxChildFrames + 1));
export type ChildFrame = v.InferOutput<typeof childFrame>;

/**
 * How deep a document is within others and what its origin is, and the same of the one that holds it: no page can
 * change either. Documents that may not look into each other know no more of where they stand.
 */
const lineage = v.object({ own: shortText, parent: shortText });
export type Lineage = v.InferOutput<typeof lineage>;

/** Content script → worker. A sighting's text comes with its first message only; `key` names it from then on. */
const frameMessage = v.variant('type', [
  /** The first message. `seen`: the document that holds it may look into it. */
  v.object({ type: v.literal('started'), url: shortText, seen: v.boolean(), lineage }),
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
  /** Occurrences, by key and number, that left a watched page (at a time, in milliseconds) or came back (null). */
  v.object({
    type: v.literal('changed'),
    changes: v.pipe(
      v.array(v.object({ key: index, occurrence: index, goneAt: v.nullable(milliseconds) })),
      v.maxLength(maxChanges),
    ),
  }),
  /** The frames that the document holds now: one came or loaded another document. */
  v.object({ type: v.literal('frames'), frames: childFrames }),
  /** The page was hidden for too long to go on watching it. */
  v.object({ type: v.literal('unwatched') }),
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

/** Worker → content script: questions by request number. `locate` asks for the key of a URL as the browser resolved it. */
export type FrameCommand =
  | { type: 'text'; request: number; key: number }
  | { type: 'show'; request: number; key: number; occurrence: number }
  | { type: 'mark'; request: number; key: number; occurrence: number; name: string }
  /** The keys of what stands on the element that DevTools left by this name. */
  | { type: 'marked'; request: number; name: string }
  | { type: 'locate'; request: number; url: string }
  /** The keys of what stands in the person's selection. */
  | { type: 'selected'; request: number }
  /** Asks for the frames that the document holds now. */
  | { type: 'frames'; request: number }
  /** Begins or ends to watch the document once it has been walked. */
  | { type: 'watch'; request: number; on: boolean };

const ruleId = v.pipe(v.string(), v.maxLength(100), v.regex(/^[a-z][a-z0-9-]*$/));
const mediaTypePattern = v.pipe(
  v.string(),
  v.maxLength(300),
  v.check((pattern) => parsePattern(pattern) !== null),
);
const site = v.nullable(v.pipe(v.string(), v.maxLength(300), v.check(isSite)));

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** A data: URL of the page, or along a path of ids one within its body. */
const address = { id: sha256, path: v.optional(v.pipe(v.array(sha256), v.maxLength(maxPathDepth))) };
export interface Address {
  id: string;
  path?: string[] | undefined;
}

/** Nothing that a page could guess. */
const markName = v.pipe(v.string(), v.uuid());

const request = v.object({
  destination: v.picklist(destinations),
  status: index,
  error: v.nullable(shortText),
  initiator: v.nullable(shortText),
  startedAt: shortText,
});

/** Popup, panel or tab → worker. */
const surfaceMessage = v.variant('type', [
  /**
   * Joins a tab's session. `scan: 'now'` reads the page again, also when it was read before; `byAction` says that the
   * toolbar button was clicked on that tab, which opens every page that extensions may read at all.
   */
  v.object({
    type: v.literal('open'),
    tabId: index,
    scan: v.picklist(['if-needed', 'now']),
    byAction: v.boolean(),
  }),
  /** DevTools: shows whatever document comes to the tab. */
  v.object({ type: v.literal('follow') }),
  v.object({ type: v.literal('detail'), request: index, ...address }),
  v.object({ type: v.literal('body'), request: index, ...address }),
  v.object({ type: v.literal('anatomy'), request: index, ...address }),
  v.object({ type: v.literal('copy'), request: index, ...address, form: v.picklist(copyForms) }),
  v.object({ type: v.literal('show'), request: index, id: sha256, occurrence: index }),
  /** Leaves the element of an occurrence where DevTools find it by this name, in the content script's own world. */
  v.object({ type: v.literal('mark'), request: index, id: sha256, occurrence: index, name: markName }),
  /** The ids of what stands on the element that DevTools left by this name, in the content script's own world. */
  v.object({ type: v.literal('marked'), request: index, name: markName }),
  /** What policies would say of the page's data: URLs: these, or with null its own. */
  v.object({ type: v.literal('csp'), request: index, text: v.nullable(policyText) }),
  v.object({ type: v.literal('report'), request: index, format: v.optional(v.picklist(exportFormats)) }),
  /** The user does not want to hear of a rule any more, on a site or everywhere; or does again. */
  v.object({ type: v.literal('mute'), rule: ruleId, site, on: v.boolean() }),
  /** The user finds a rule's findings as grave as this; null: as it was. */
  v.object({
    type: v.literal('severity'),
    rule: ruleId,
    site,
    severity: v.nullable(v.picklist(ruleSettings)),
  }),
  /** The user means a media type that is disallowed, on a site or everywhere; or does no more. */
  v.object({ type: v.literal('allow'), pattern: mediaTypePattern, site, on: v.boolean() }),
  /** Begins or ends to watch the tab's page, or every page of its site from now on. */
  v.object({ type: v.literal('watch'), what: v.picklist(['page', 'site']), on: v.boolean() }),
  /** The page's server is to be asked for its policy, now or once its site is granted; or not any more. */
  v.object({ type: v.literal('server'), on: v.boolean() }),
  /** DevTools panel: the page has gone to another address, and what was requested before is not its own. */
  v.object({
    type: v.literal('navigated'),
    /** It is listed all the same, as what has gone. */
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
   * DevTools panel: data: URLs that its own APIs told. A sighting's text comes with its first message only; `key`
   * names it from then on. `isWhole`: with these, all that the page requested so far was told.
   */
  v.object({
    type: v.literal('network'),
    isWhole: v.boolean(),
    seen: v.pipe(
      v.array(
        v.object({
          key: index,
          text: v.optional(text),
          request: v.nullable(request),
          /** Tells it from the others of the same key that started in the same millisecond: counted from 0. */
          nth: index,
          destination: v.picklist(destinations),
          /** URL of the script or style sheet that names it as its source map; null: it was requested. */
          file: v.nullable(shortText),
        }),
      ),
      v.maxLength(maxSightings),
    ),
  }),
]);
export type SurfaceMessage = v.InferOutput<typeof surfaceMessage>;
export type NetworkSighting = Extract<SurfaceMessage, { type: 'network' }>['seen'][number];

/** Why a page cannot be read; the key of the text that says so. */
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

/** Where a session stands. */
export type SessionState =
  | { kind: 'reading' }
  | { kind: 'done'; at: number }
  /** `detail` is the browser's own word. */
  | { kind: 'failed'; failure: Failure; detail: string };

/**
 * Whether the page is watched, only for as long as the panel is there (`isLive`), and on every page of its site; `site`
 * is null where that can't be.
 */
export type Watching = { page: boolean; isLive: boolean; site: boolean | null };

/** What the page's server says of its policy when it is asked anew; null where a person has not had it asked. */
export type ServerState = { kind: 'asking' } | { kind: 'answered'; policies: number } | null;

/** What is said of rules on the page's site, as the policy names it, and who said it. */
export type PagePolicy = Pick<Policy, 'rules' | 'ruledBy'> & { site: string | null };

/** What a list shows of one data: URL; the rest is asked for by id. */
export interface Row extends Omit<DataUrl, 'occurrences' | 'nested' | 'payload' | 'requests'> {
  occurrenceCount: number;
  /** What all of its occurrences cost. */
  weight: Weight;
  requestCount: number;
  /** When it was first requested, as far as DevTools tells: ISO 8601. */
  requestedAt: string | null;
  /** The page requested it, but has it in no place of its documents that would. */
  isRequestedOnly: boolean;
  nestedCount: number;
  /** Where it stands; of many places only the first. */
  places: readonly Pick<Occurrence, 'frame' | 'place' | 'element' | 'name' | 'selector' | 'destination'>[];
  /** What a font is called: by the page, else by itself; null for what is none, or has no name. */
  fontName: string | null;
  /** How it may be drawn; null for what is no picture, and for what would take too much. */
  picture: Picture | null;
  /** The page only quotes it: see `isWeak`. */
  isWeak: boolean;
  /** When it left a watched page altogether, else null. */
  goneAt: string | null;
}

/** All of a Report but its list. */
export type Overview = Omit<Report, 'dataUrls' | 'version'>;

/** A data: URL with what a list does not show. Of very many places only the first; an export has all. */
export interface Detail extends Row {
  occurrences: readonly Occurrence[];
  requests: readonly DataUrlRequest[];
  /** What reading told; null where the URL is rejected. */
  payload: Reading | null;
  /** The data: URLs inside of it. */
  nested: readonly Row[];
}

/** Worker → surface. `rows` replace those of the same id; those of `gone` stand nowhere any more. */
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
  /** A person asked for these from outside the surface; none: there was nothing to be found. */
  | ({ type: 'select' } & Asked)
  /** The browser did not keep what was said of the policy or of a site; in its own words, why. */
  | { type: 'unsaved'; why: string }
  | { type: 'answer'; request: number; value: Answer };

/** A row that is there no more, and the one that it was merged into. */
export interface Gone {
  id: string;
  into: string | null;
}

/** What was asked for on the page itself. */
export interface Asked {
  ids: string[];
  /** By what the selection holds, not by a click on one thing: nothing else is to be listed. */
  isSelection: boolean;
}

/** What became of the wish to be shown an element on the page. */
export const shownWords = ['shown', 'not-drawn', 'gone'] as const;
export type Shown = (typeof shownWords)[number];

/** The text was at hand, and there is no such form of it, or no body. */
export const none = 'none';
export type None = typeof none;

/** What a surface's question is answered with; null where the page no longer has the text, or does not answer. */
export type Answer = Detail | MarkedAnatomy | CspWhatIf | string[] | Blob | Shown | None | boolean | null;

/** A written URL taken apart; runs name what is `marked` by its number. */
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

/** The message if it is one that a content script may send, else null. */
export const readFrameMessage = reader(frameMessage);
/** The message if it is one that a surface may send, else null. */
export const readSurfaceMessage = reader(surfaceMessage);
