/** Messages from surfaces to the worker. They are checked on receipt, like those of content scripts. */
import * as v from 'valibot';
import { parsePattern } from '../../src/mime/patterns.ts';
import { ruleSettings } from '../../src/policy/policy.ts';
import { isSite } from '../../src/policy/read-policy.ts';
import { destinations } from '../../src/vocabulary.ts';
import { inlineLength, maxFrames, maxHeaderLength, maxPolicies, maxSightings } from './limits.ts';
import { index, readerOf, shortText, text } from './message-schemas.ts';
import { outlines } from './show-messages.ts';

/** Maximum depth of nested data: URLs that can be requested. */
const maxPathDepth = 5;

/** A policy's text. The maximum length is large, because servers send policies of any length. */
const policyText = v.pipe(v.string(), v.maxLength(inlineLength));
const headerText = v.pipe(v.string(), v.maxLength(maxHeaderLength));

const ruleId = v.pipe(v.string(), v.maxLength(100), v.regex(/^[a-z][a-z0-9-]*$/));
const mediaTypePattern = v.pipe(
  v.string(),
  v.maxLength(300),
  v.check((pattern) => parsePattern(pattern) !== null),
);
const site = v.nullable(v.pipe(v.string(), v.maxLength(300), v.check(isSite)));

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** Identifies a data: URL of the page or, by a path of ids, a data: URL that is nested in its body. */
const address = { id: sha256, path: v.optional(v.pipe(v.array(sha256), v.maxLength(maxPathDepth))) };
export interface Address {
  id: string;
  path?: string[] | undefined;
}

/**
 * Which of a page's requests DevTools reports: all, some, or, if the page was loaded before DevTools was opened, only
 * some of the later ones.
 */
const coverage = v.picklist(['whole', 'some', 'late']);
export type Coverage = v.InferOutput<typeof coverage>;

/** A random name, which no page can guess. */
const markName = v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/));

const request = v.object({
  destination: v.picklist(destinations),
  status: index,
  error: v.nullable(shortText),
  initiator: v.nullable(shortText),
  startedAt: shortText,
});

/** Popup, panel, or inspector tab → worker. */
const surfaceMessage = v.union([
  /**
   * Joins a tab. `scan: 'now'` scans the page even if it was scanned before. `byAction`: the user has clicked the
   * toolbar button on that tab, which grants access to any page that extensions may access at all.
   */
  v.object({
    type: v.literal('open'),
    tabId: index,
    scan: v.picklist(['if-needed', 'now']),
    byAction: v.boolean(),
  }),
  /** DevTools: follows the tab to every document that it shows. */
  v.object({ type: v.literal('follow') }),
  v.object({ type: v.literal('detail'), request: index, ...address }),
  v.object({ type: v.literal('body'), request: index, ...address }),
  v.object({ type: v.literal('anatomy'), request: index, ...address }),
  v.object({ type: v.literal('written'), request: index, ...address }),
  v.object({ type: v.literal('show'), request: index, id: sha256, occurrence: index, outlines }),
  /** Asks for the source of the document that contains an occurrence, from DevTools or the browser's cache. */
  v.object({ type: v.literal('source'), request: index, id: sha256, occurrence: index }),
  /** Marks the element of an occurrence with this name in the content script's own world, where DevTools finds it. */
  v.object({ type: v.literal('mark'), request: index, id: sha256, occurrence: index, name: markName }),
  /**
   * Asks for the ids of the data: URLs on the element that DevTools marked with this name in the content script's own
   * world.
   */
  v.object({ type: v.literal('marked'), request: index, name: markName }),
  /** Asks for the policies of the top document, one per line. */
  v.object({ type: v.literal('csp'), request: index }),
  /** Asks for the whole Report as JSON. Surfaces convert it to all other formats. */
  v.object({ type: v.literal('report'), request: index }),
  /** The user sets the severity of a rule's findings, on a site or everywhere; null resets the severity. */
  v.object({
    type: v.literal('severity'),
    request: v.optional(index),
    rule: ruleId,
    site,
    severity: v.nullable(v.picklist(ruleSettings)),
  }),
  /**
   * The user allows a disallowed media type for some or all uses, on a site or everywhere, or revokes this exception.
   */
  v.object({
    type: v.literal('allow'),
    request: v.optional(index),
    pattern: mediaTypePattern,
    destinations: v.optional(
      v.pipe(
        v.array(v.picklist(destinations)),
        v.check(({ length }) => length > 0),
      ),
    ),
    site,
    on: v.boolean(),
  }),
  /** Stops the running scan. The results so far are kept. */
  v.object({ type: v.literal('stop') }),
  /** Starts or stops watching the tab's page or, from now on, every page of its site. */
  v.object({ type: v.literal('watch'), what: v.picklist(['page', 'site']), on: v.boolean() }),
  /**
   * The user requests the server's CSP header, immediately or when access to its site is granted, or cancels the
   * request.
   */
  v.object({ type: v.literal('csp-request'), on: v.boolean() }),
  /** DevTools panel: from now on, removed occurrences stay in the list ("Preserve log"). */
  v.object({ type: v.literal('keep-log') }),
  /** DevTools panel: the page has navigated, so earlier requests do not belong to the new page. */
  v.object({
    type: v.literal('navigated'),
    /** Whether earlier data: URLs stay in the list, marked as removed. */
    keep: v.boolean(),
  }),
  /**
   * DevTools panel: the Content Security Policies in the page's headers, and the links in the headers of each document.
   */
  v.object({
    type: v.literal('headers'),
    policies: v.pipe(
      v.array(v.object({ text: policyText, reportOnly: v.boolean() })),
      v.maxLength(maxPolicies),
    ),
    links: v.pipe(v.array(v.object({ url: headerText, text: headerText })), v.maxLength(maxFrames)),
  }),
  /** DevTools panel: DevTools has loaded the text of a linked or imported style sheet. */
  v.object({ type: v.literal('sheet-loaded'), url: shortText }),
  /**
   * DevTools panel: data: URLs that the DevTools APIs reported. Only the first message about a sighting contains its
   * text; from then on, `key` identifies the sighting. `coverage`: which of the page's requests up to now have been
   * reported; null if more messages follow.
   */
  v.object({
    type: v.literal('network'),
    coverage: v.nullable(coverage),
    sightings: v.pipe(
      v.array(
        v.object({
          key: index,
          text: v.optional(text),
          request: v.nullable(request),
          /**
           * The number of the request among those that have the same key and started in the same millisecond, from 0.
           */
          nth: index,
          destination: v.picklist(destinations),
          /** The URL of the script or style sheet whose source map this URL is; null for a request. */
          file: v.nullable(shortText),
        }),
      ),
      v.maxLength(maxSightings),
    ),
  }),
]);
export type SurfaceMessage = v.InferOutput<typeof surfaceMessage>;
/** The relevant headers of a page's response and of its documents. `text` is a `Link` field; '' if there is none. */
export type PageHeaders = Omit<Extract<SurfaceMessage, { type: 'headers' }>, 'type'>;
export type NetworkSighting = Extract<SurfaceMessage, { type: 'network' }>['sightings'][number];

/** Returns a message if a surface may send it; otherwise null. */
export const readSurfaceMessage: (message: unknown) => SurfaceMessage | null = readerOf(surfaceMessage);
