/**
 * Owns the written texts of one scan and posts them to the worker: each distinct text once, its occurrences
 * as they are found, small texts in the message and large ones as a Blob. On a watched page it also posts
 * which occurrences were removed.
 */

import { makeBlob } from '../../src/data-url/blob-of.ts';
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { truncate } from '../../src/truncate.ts';
import type { Label } from '../../src/vocabulary.ts';
import type { FrameMessage } from '../platform/frame-messages.ts';
import {
  batchLength,
  inlineLength,
  largeOccurrences,
  maxAdded,
  maxChanges,
  maxPerScan,
  maxUnreachable,
} from '../platform/limits.ts';
import { attribute, localName, ownGlobal, urlOf } from './dom.ts';
import type { Found } from './finder.ts';
import { labelOf } from './labels.ts';
import { maxMenuUrlLength, maxQuietTime, maxTextLength } from './limits.ts';
import { selectedOf } from './selection.ts';
import { sightOf } from './sights.ts';
import type { At, Listener, Source } from './walk.ts';

type SightingMessage = Extract<FrameMessage, { type: 'found' }>['sightings'][number];
type Seen = Extract<FrameMessage, { type: 'seen' }>['seen'][number];
type Change = Extract<FrameMessage, { type: 'changed' }>['changes'][number];

interface Owned {
  key: number;
  written: string;
  elements: WeakRef<Element>[];
}

/** An occurrence that was posted. */
interface Posted {
  owned: Owned;
  /** Its index among the occurrences of its text. */
  index: number;
  /** Distinguishes it from others at its source. */
  signature: string;
  hasGone: boolean;
  /** The last sight of the element, as posted. */
  sight: Seen['sight'];
}

/** The occurrences of one source that were posted. */
interface Known {
  posted: Posted[];
  /** The number of the walk that last visited the source. */
  walk: number;
  /**
   * The latest caller that reads the source. An earlier caller may have paused for long and must not post
   * outdated findings.
   */
  turn: object | null;
}

/** Facts about the element of a source, determined once for all its URLs. */
interface Described {
  selector: string;
  label: Label | undefined;
}

export interface Carrier extends Pick<Listener, 'found' | 'knows' | 'unreachable'> {
  /** Sends everything collected since the last call; large texts wait for `sendLarge`. */
  flush(): void;
  /** Makes and sends the large texts. @yields where it may be paused */
  sendLarge(): Generator<void, void, void>;
  /** Looks again at pending sights. @yields where it may be paused @returns whether some are still pending */
  lookAgain(): Generator<void, boolean, void>;
  /** Posts that a source was removed, with all its occurrences. @yields where it may be paused */
  gone(source: Source): Generator<void, void, void>;
  /** Begins another walk of the whole document. Sources that it does not visit count as removed. */
  startWalk(): void;
  endWalk(): Generator<void, void, void>;
  /** A text as it is sent: a string, or a Blob of its UTF-8. @yields while a large one is made */
  text(key: number): Generator<void, string | Blob | null, void>;
  element(key: number, occurrence: number): Element | null;
  /** The keys of the texts in the user's selection. */
  selected(): number[];
  /** The keys of the texts on an element. */
  standingOn(element: Element): number[];
  /**
   * The key of the data: URL that the browser resolved to this href; for '', of the image whose menu event had no URL.
   */
  locate(href: string): number | null;
}

/** Selectors and names come from the page and have no length limit of their own. */
const inMessage = (text: string) => truncate(text, maxTextLength).text;

/** Data: URLs of one source between two places where posting them may pause. */
const stride = 64;

/** A page does not use data: URLs in comments and texts. */
const isUnused = ({ place }: Found) => place === 'comment' || place === 'text';

export function createCarrier(send: (message: FrameMessage) => void): Carrier {
  const byText = new Map<string, Owned>();
  /** The document's own address is kept apart: the worker may drop it, but not other occurrences with the same text. */
  const byAddress = new Map<string, Owned>();
  const textsOf = ({ place }: Found) => (place === 'location' ? byAddress : byText);
  const byKey: Owned[] = [];
  const bySource = new WeakMap<Source, Known>();
  /** All values of `bySource`. */
  const allKnown = new Set<Known>();
  /** Walks since watching began. */
  let walk = 0;
  let quota: { occurrences: number; length: number; dataUrls: number } = { ...maxPerScan };
  /** Unreachable parts that may still be reported. */
  let unreachableQuota = maxUnreachable;
  let pending = new Map<number, SightingMessage>();
  /** Texts whose Blob is still to be made. */
  const large = new Map<number, SightingMessage>();
  let pendingLength = 0;
  let changes: Change[] = [];
  let seen: Seen[] = [];
  /** Occurrences whose sight is pending. */
  const pendingSights = new Map<Posted, { element: WeakRef<Element>; found: Found }>();
  let unreachable: Extract<FrameMessage, { type: 'unreachable' }>['unreachable'] = [];

  let lastSent = performance.now();
  const flush = () => {
    const isSilent = pending.size + changes.length + seen.length + unreachable.length === 0;
    if (!isSilent) lastSent = performance.now();
    else if (walk === 0 && performance.now() - lastSent > maxQuietTime) {
      // A page may be walked for long without finding a data: URL.
      lastSent = performance.now();
      send({ type: 'alive' });
    }
    if (pending.size > 0) send({ type: 'found', sightings: [...pending.values()] });
    if (changes.length > 0) send({ type: 'changed', changes });
    if (seen.length > 0) send({ type: 'seen', seen });
    if (unreachable.length > 0) send({ type: 'unreachable', unreachable });
    pending = new Map();
    pendingLength = 0;
    changes = [];
    seen = [];
    unreachable = [];
  };

  const own = (texts: Map<string, Owned>, written: string): Owned => {
    const known = texts.get(written);
    if (known) return known;
    const owned = { key: byKey.length, written, elements: [] };
    texts.set(written, owned);
    byKey.push(owned);
    return owned;
  };

  /** The last data: style sheet and its key: comparing its text, which may be long, for each of its URLs takes time. */
  let last = { href: '', key: -1 };
  /** The data: style sheet of a rule, whose body only the worker decodes: it drops what is in there anyway. */
  const dataSheetOf = ({ sheet }: Found): { key: number; nth: number } | undefined => {
    if (!sheet || !isDataUrl(sheet.href)) return undefined;
    const { href, nth } = sheet;
    if (last.href !== href) last = { href, key: own(byText, href).key };
    return { key: last.key, nth };
  };

  const signatureOf = ({ key }: Owned, found: Found) => {
    const { place, name } = found;
    const dataSheet = dataSheetOf(found);
    return `${key} ${place} ${name}${dataSheet ? ` ${dataSheet.key} ${dataSheet.nth}` : ''}`;
  };

  const sayUnreachable = (item: (typeof unreachable)[number]) => {
    // The worker keeps no more than this either, and reports that there are more.
    if (unreachableQuota-- < 0) return;
    unreachable.push(item);
    if (unreachable.length === maxUnreachable) flush();
  };

  const isQuotaUsedUp = () => Object.values(quota).some((remaining) => remaining <= 0);
  /**
   * Takes one occurrence from the quota, which spares memory here; the worker accepts no more either.
   *
   * @param length code units of the text if it is new, else 0
   * @returns whether it may be posted
   */
  const consume = (length: number): boolean => {
    if (isQuotaUsedUp()) return false;
    quota.occurrences--;
    if (length > 0) quota.dataUrls--;
    // During the first walk a large text takes no quota: the page itself holds it in memory.
    if (walk > 0 || length <= inlineLength) quota.length -= length;
    if (isQuotaUsedUp()) {
      const reason = walk === 0 ? 'beyond-limit' : 'watched-limit';
      unreachable.push({ kind: 'page', url: inMessage(urlOf(document)), reason, at: null });
    }
    return true;
  };

  /** The current sight of an element; kept for later checks if it is pending. */
  const look = (posted: Posted, element: Element, found: Found): Seen['sight'] => {
    const sight = sightOf(element, found) ?? null;
    posted.sight = sight;
    if (sight === 'pending') pendingSights.set(posted, { element: new WeakRef(element), found });
    else pendingSights.delete(posted);
    return sight;
  };

  const lookOnce = (posted: Posted, element: Element, found: Found) => {
    const before = posted.sight;
    const sight = look(posted, element, found);
    if (sight !== before) seen.push({ key: posted.owned.key, occurrence: posted.index, sight });
    if (seen.length >= maxChanges) flush();
  };

  /** Posts a new occurrence. */
  const add = (
    owned: Owned,
    at: At,
    found: Found,
    { selector, label }: Described,
    signature: string,
  ): Posted => {
    const index = owned.elements.push(new WeakRef(at.element)) - 1;
    const isLarge = owned.written.length > inlineLength;
    let message = large.get(owned.key) ?? pending.get(owned.key);
    if (!message) {
      message = { key: owned.key, occurrences: [] };
      (index === 0 && isLarge ? large : pending).set(owned.key, message);
    }
    if (index === 0 && !isLarge) {
      message.text = owned.written;
      pendingLength += owned.written.length;
    }
    const fileName =
      found.destination === 'download' ? inMessage(attribute(at.element, 'download') ?? '') : '';
    const tag = localName(at.element);
    const isScript = tag === 'script';
    const isUsed = isScript || tag === 'link';
    const use = isUsed ? inMessage(attribute(at.element, isScript ? 'type' : 'rel') ?? '') : '';
    // HTML 4.12.1.1, "prepare the script element", step 18: `nomodule` on a non-module is for old browsers.
    const isOld = isScript && use !== 'module' && attribute(at.element, 'nomodule') !== null;
    const posted: Posted = { owned, index, signature, hasGone: false, sight: null };
    const sight = at.inert ? null : look(posted, at.element, found);
    const dataSheet = dataSheetOf(found);
    const occurrence: SightingMessage['occurrences'][number] = {
      place: found.place,
      element: inMessage(tag),
      name: inMessage(found.name),
      selector,
      destination: found.destination,
      inert: at.inert || isUnused(found) || isOld,
      ...(found.face && { face: inMessage(found.face) }),
      ...(fileName && { fileName }),
      ...(use && { use }),
      ...(label && found.place !== 'stylesheet' && { label }),
      ...(found.bytes && { bytes: found.bytes }),
      ...(sight && { sight }),
      ...(found.rules && { rules: found.rules.map(inMessage) }),
      ...(found.line && found.place !== 'attribute' && { line: found.line, column: found.column }),
      ...(dataSheet
        ? { dataSheet }
        : found.sheet && { sheet: { ...found.sheet, href: inMessage(found.sheet.href) } }),
    };
    message.occurrences.push(occurrence);
    pendingLength += 100 + JSON.stringify(occurrence).length;
    if (pendingLength > batchLength) flush();
    return posted;
  };

  const change = (posted: Posted, hasGone: boolean) => {
    if (posted.hasGone === hasGone) return;
    posted.hasGone = hasGone;
    changes.push({ key: posted.owned.key, occurrence: posted.index, goneAt: hasGone ? Date.now() : null });
    if (changes.length >= maxChanges) flush();
  };

  function* goneAll(known: Known): Generator<void, void, void> {
    const turn = {};
    known.turn = turn;
    yield* changeAll(known, known.posted, turn);
  }

  /** Posts occurrences as removed, until another caller begins to read the source. */
  function* changeAll(known: Known, all: Iterable<Posted>, turn: object): Generator<void, void, void> {
    let count = 0;
    for (const posted of all) {
      change(posted, true);
      if (++count % stride === 0) yield;
      if (known.turn !== turn) return;
    }
  }

  const keysOn = (elements: readonly Element[]): number[] => {
    const wanted = new Set<Element | undefined>(elements);
    return byKey.flatMap((owned) =>
      owned.elements.some((each) => wanted.has(each.deref())) ? [owned.key] : [],
    );
  };

  return {
    *found(at, urls) {
      const turn = {};
      const known: Known = bySource.get(at.source) ?? { posted: [], walk, turn };
      known.walk = walk;
      known.turn = turn;
      if (known.posted.length > 0 || urls.length > 0) bySource.set(at.source, known);
      // The same text, place and name at a source is the earlier occurrence: it stayed, or was added again.
      const before = new Map<string, Posted[]>();
      let count = 0;
      for (const posted of known.posted) {
        const same = before.get(posted.signature);
        if (same) same.push(posted);
        else before.set(posted.signature, [posted]);
        if (++count % stride === 0) yield;
        if (known.turn !== turn) return;
      }
      let described: Described | undefined;
      for (const found of urls) {
        const owned = textsOf(found).get(found.written);
        const same = owned && before.get(signatureOf(owned, found))?.pop();
        if (same) {
          change(same, false);
          if (!at.inert) lookOnce(same, at.element, found);
        } else {
          if (!described) {
            described = {
              selector: inMessage(yield* at.selector()),
              label: labelOf(at.element),
            };
            if (known.turn !== turn) return;
          }
          if (consume(owned ? 0 : found.written.length)) {
            const mine = own(textsOf(found), found.written);
            const signature = signatureOf(mine, found);
            known.posted.push(add(mine, at, found, described, signature));
          }
        }
        if (++count % stride === 0) yield;
        if (known.turn !== turn) return;
      }
      yield* changeAll(known, [...before.values()].flat(), turn);
      if (known.posted.length === 0) bySource.delete(at.source);
      else allKnown.add(known);
    },
    knows: (source) => bySource.has(source),
    unreachable(item, at) {
      sayUnreachable({
        ...item,
        url: inMessage(item.url),
        at: at ? { element: inMessage(at.element), selector: inMessage(at.selector) } : null,
      });
    },
    *lookAgain() {
      let count = 0;
      for (const [posted, { element, found }] of pendingSights) {
        const there = element.deref();
        if (there) lookOnce(posted, there, found);
        else pendingSights.delete(posted);
        if (++count % stride === 0) yield;
      }
      return pendingSights.size > 0;
    },
    *gone(source) {
      const known = bySource.get(source);
      if (known) yield* goneAll(known);
    },
    startWalk() {
      if (walk++ === 0) quota = { ...maxAdded, dataUrls: maxAdded.occurrences };
    },
    *endWalk() {
      let count = 0;
      for (const known of allKnown) {
        if (known.walk !== walk) yield* goneAll(known);
        else if (++count % stride === 0) yield;
      }
    },
    flush,
    *sendLarge() {
      for (const [key, message] of large) {
        const text = yield* makeBlob(byKey[key]?.written ?? '');
        large.delete(key);
        const { occurrences } = message;
        for (let first = 0; first < occurrences.length; first += largeOccurrences) {
          const some = occurrences.slice(first, first + largeOccurrences);
          send({ type: 'found', sightings: [{ key, ...(first === 0 && { text }), occurrences: some }] });
        }
      }
    },
    *text(key) {
      const written = byKey[key]?.written ?? null;
      return written !== null && written.length > inlineLength ? yield* makeBlob(written) : written;
    },
    element(key, occurrence) {
      return byKey[key]?.elements[occurrence]?.deref() ?? null;
    },
    selected: () =>
      keysOn(selectedOf(byKey.flatMap(({ elements }) => elements.flatMap((each) => each.deref() ?? [])))),
    standingOn: (element) => keysOn([element]),
    locate(href) {
      const found = href === '' ? largeImage(byKey) : byKey.find(({ written }) => resolvesTo(written, href));
      return found?.key ?? null;
    },
  };
}

const resolvesTo = (written: string, href: string) => written === href || URL.parse(written)?.href === href;

/** Of the URLs too long for a menu event, that of the element under the pointer, else the first. */
function largeImage(all: Owned[]): Owned | undefined {
  const large = all.filter(({ written }) => written.length > maxMenuUrlLength);
  const hovered = ownGlobal('dataUrlInspectorHovered')?.deref();
  return large.find(({ elements }) => elements.some((element) => element.deref() === hovered)) ?? large[0];
}

declare global {
  /** The element that was under the pointer when the menu was clicked. */
  var dataUrlInspectorHovered: WeakRef<Element> | undefined;
}
