/**
 * Posts the data: URLs of one scan to the worker: each distinct text once, and the occurrences as they are found. Small
 * texts are part of the message; large ones are sent as Blobs. On a watched page, also posts which occurrences were
 * removed.
 */
import { elementUse } from '../../src/elements.ts';
import type { ObservedOutcome } from '../../src/outcome/state-words.ts';
import { truncate } from '../../src/truncate.ts';
import type { Label } from '../../src/vocabulary.ts';
import type { FrameMessage, Sighting } from '../platform/frame-messages.ts';
import { inlineLength, maxAdded, maxPerScan } from '../platform/limits.ts';
import { createBatches, type Seen } from './batches.ts';
import { attribute, localName, urlOf } from './dom.ts';
import type { Found } from './finder.ts';
import { labelOf } from './labels.ts';
import { maxTextLength } from './limits.ts';
import type { At, Listener, Source } from './listener.ts';
import { observeOutcome } from './observed-outcomes.ts';
import { createOwnedTexts, type OwnedText, type OwnedTexts } from './owned-texts.ts';

/** An occurrence that was posted. */
interface Posted {
  owned: OwnedText;
  /** The number of the occurrence among those of its text, from 0. */
  index: number;
  /** Distinguishes the occurrence from other occurrences at its source. */
  signature: string;
  hasGone: boolean;
  /** The outcome that was last posted for the occurrence. */
  sight: ObservedOutcome | null;
  /** The style sheet that contains the occurrence, and the number of the sheet's users as last posted. */
  sheet: string | undefined;
  users: number;
}

/** The occurrences of one source that were posted. */
interface Known {
  posted: Posted[];
  /** The number of the walk that last visited the source. */
  walk: number;
  /**
   * Identifies the latest caller that reads the source. An earlier caller may have paused for long and must not post
   * outdated findings.
   */
  turn: object | null;
}

/** Facts about the element of a source. They are determined once for all URLs at the source. */
interface Described {
  selector: string;
  label: Label | undefined;
}

export interface TextSender
  extends Pick<Listener, 'found' | 'knows' | 'shared' | 'unreachable'>,
    Pick<OwnedTexts, 'text' | 'element' | 'all'> {
  /** Sends everything that was collected since the last call. Large texts wait for `sendLarge`. */
  flush(): void;
  /** Makes the Blobs of the large texts and sends them. @yields undefined wherever the caller may pause */
  sendLarge(): Generator<void, void, void>;
  /**
   * Checks pending outcomes again. @yields undefined wherever the caller may pause @returns whether some are still
   * pending
   */
  lookAgain(): Generator<void, boolean, void>;
  /** Posts that a source was removed with all its occurrences. @yields undefined wherever the caller may pause */
  gone(source: Source): Generator<void, void, void>;
  /** Begins another walk of the whole document. Sources that the walk does not visit count as removed. */
  startWalk(): void;
  endWalk(): Generator<void, void, void>;
}

/** Truncates a name for a message, because names come from the page and may be of any length. */
const inMessage = (text: string) => truncate(text, maxTextLength);

/** Number of a source's data: URLs after which posting them may pause. */
const stride = 64;

/** Whether the page cannot use a data: URL because it is in a comment or text. */
const isUnused = ({ place }: Found) => place === 'comment' || place === 'text';

type ReportedOccurrence = Sighting['occurrences'][number];

/** An occurrence in the form in which it is posted. */
function occurrenceOf(
  { element, inert }: Pick<At, 'element' | 'inert'>,
  found: Found,
  { selector, label }: Described,
  dataSheet: ReportedOccurrence['dataSheet'],
): ReportedOccurrence {
  const fileName = found.destination === 'download' ? inMessage(attribute(element, 'download') ?? '') : '';
  const tag = localName(element);
  const use = inMessage(found.use ?? elementUse(tag, (name) => attribute(element, name)));
  // For a script that isn't a module, `nomodule` means that only old browsers run it (HTML 4.12.1.1, "prepare the
  // script element", step 18).
  const isOld = tag === 'script' && use !== 'module' && attribute(element, 'nomodule') !== null;
  return {
    place: found.place,
    element: inMessage(tag),
    name: inMessage(found.name),
    selector,
    destination: found.destination,
    inert: inert || isUnused(found) || isOld,
    ...present({
      face: found.face && inMessage(found.face),
      fileName,
      use,
      label: found.place !== 'stylesheet' && label,
      bytes: found.bytes,
      rules: found.rules?.map(inMessage),
      dropped: found.dropped,
      dataSheet,
      sheet: !dataSheet && found.sheet && { ...found.sheet, href: inMessage(found.sheet.href) },
    }),
    ...(found.place !== 'attribute' && present({ line: found.line, column: found.column })),
  };
}

type Present<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined | false> };

/** Removes the members with falsy values. */
const present = <Members extends object>(members: Members) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value)) as Present<Members>;

/**
 * Limits the number of occurrences, code units and texts that a scan posts. The limit saves memory in the page; the
 * worker would not accept more anyway.
 */
function createPageQuota() {
  let remaining: { occurrences: number; length: number; dataUrls: number } = { ...maxPerScan };
  let isFirstWalk = true;
  const isUsedUp = () => Object.values(remaining).some((each) => each <= 0);
  return {
    /** From now on, only additions to the page count. */
    startWatching() {
      isFirstWalk = false;
      remaining = { ...maxAdded, dataUrls: maxAdded.occurrences };
    },
    /**
     * Subtracts one occurrence.
     *
     * @param length number of code units of the text if it is new; otherwise 0
     * @returns whether the occurrence may be posted, and whether it is the last one
     */
    consume(length: number): 'fits' | 'last' | 'beyond' {
      if (isUsedUp()) return 'beyond';
      remaining.occurrences--;
      if (length > 0) remaining.dataUrls--;
      // During the first walk, a large text doesn't count, because the page itself keeps it in memory.
      if (!isFirstWalk || length <= inlineLength) remaining.length -= length;
      return isUsedUp() ? 'last' : 'fits';
    },
  };
}

/** Posts the observed outcomes of elements' data: URLs: each once, and again whenever it changes. */
function createOutcomePosts(post: (seen: Seen) => void) {
  /** The occurrences whose outcome is pending. */
  const pending = new Map<Posted, { element: WeakRef<Element>; found: Found }>();
  /** Observes the current outcome of an element, and marks it for later checks if it is pending. */
  const look = (posted: Posted, element: Element, found: Found): Posted['sight'] => {
    const sight = observeOutcome(element, found) ?? null;
    posted.sight = sight;
    if (sight === 'pending') pending.set(posted, { element: new WeakRef(element), found });
    else pending.delete(posted);
    return sight;
  };
  const lookOnce = (posted: Posted, element: Element, found: Found) => {
    const before = posted.sight;
    const sight = look(posted, element, found);
    if (sight !== before) post({ key: posted.owned.key, occurrence: posted.index, sight });
  };
  function* lookAgain(): Generator<void, boolean, void> {
    let count = 0;
    for (const [posted, { element, found }] of pending) {
      const there = element.deref();
      if (there) lookOnce(posted, there, found);
      else pending.delete(posted);
      if (++count % stride === 0) yield;
    }
    return pending.size > 0;
  }
  return { look, lookOnce, lookAgain };
}

export function createTextSender(send: (message: FrameMessage) => void): TextSender {
  const texts = createOwnedTexts();
  const batches = createBatches(send, texts);
  const quota = createPageQuota();
  const sights = createOutcomePosts(batches.seen);
  const bySource = new WeakMap<Source, Known>();
  /** All values in `bySource`, which cannot be iterated. */
  const allKnown = new Set<Known>();
  /** The sheets and elements whose hidden values were reported. Each walk of a watched page finds them again. */
  const unread = new Set<string>();
  /** The number of walks since watching began. */
  let walk = 0;

  const signatureOf = ({ key }: OwnedText, found: Found) => {
    const dataSheet = texts.dataSheetOf(found);
    return `${key} ${found.place} ${found.name}${dataSheet ? ` ${dataSheet.key} ${dataSheet.nth}` : ''}`;
  };

  /** Posts a new occurrence if the quota allows it. */
  const add = (at: At, found: Found, described: Described): Posted | null => {
    const outcome = quota.consume(texts.known(found) ? 0 : found.written.length);
    if (outcome === 'beyond') return null;
    if (outcome === 'last') {
      const reason = walk === 0 ? 'beyond-limit' : 'watched-limit';
      batches.unreachable({ kind: 'page', url: inMessage(urlOf(document)), reason, at: null });
    }
    const owned = texts.own(found);
    const index = owned.elements.push(new WeakRef(at.element)) - 1;
    const signature = signatureOf(owned, found);
    const sheet = found.sheet?.href;
    const posted: Posted = { owned, index, signature, hasGone: false, sight: null, sheet, users: 1 };
    const sight = at.inert ? null : sights.look(posted, at.element, found);
    const occurrence = occurrenceOf(at, found, described, texts.dataSheetOf(found));
    batches.found(owned, index === 0, { ...occurrence, ...(sight && { sight }) });
    return posted;
  };

  const change = (posted: Posted, hasGone: boolean) => {
    if (posted.hasGone === hasGone) return;
    posted.hasGone = hasGone;
    batches.changed({
      key: posted.owned.key,
      occurrence: posted.index,
      removedAt: hasGone ? Date.now() : null,
    });
  };

  /** Posts that occurrences were removed. Stops as soon as another caller begins to read the source. */
  function* removeAll(known: Known, all: Iterable<Posted>, turn: object): Generator<void, void, void> {
    let count = 0;
    for (const posted of all) {
      change(posted, true);
      if (++count % stride === 0) yield;
      if (known.turn !== turn) return;
    }
  }

  function* removeSource(known: Known): Generator<void, void, void> {
    const turn = {};
    known.turn = turn;
    yield* removeAll(known, known.posted, turn);
  }

  return {
    ...texts,
    *found(at, urls) {
      const turn = {};
      const known: Known = bySource.get(at.source) ?? { posted: [], walk, turn };
      known.walk = walk;
      known.turn = turn;
      if (known.posted.length > 0 || urls.length > 0) bySource.set(at.source, known);
      // The known occurrences by signature. A finding with the same text, place, and name at the source is an earlier
      // occurrence, which either stayed or was added back.
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
        const owned = texts.known(found);
        const same = owned && before.get(signatureOf(owned, found))?.pop();
        if (same) {
          change(same, false);
          if (!at.inert) sights.lookOnce(same, at.element, found);
        } else {
          if (!described) {
            described = { selector: yield* at.selector(), label: labelOf(at.element) };
            if (known.turn !== turn) return;
          }
          const posted = add(at, found, described);
          if (posted) known.posted.push(posted);
        }
        if (++count % stride === 0) yield;
        if (known.turn !== turn) return;
      }
      yield* removeAll(known, [...before.values()].flat(), turn);
      if (known.posted.length === 0) bySource.delete(at.source);
      else allKnown.add(known);
    },
    knows: (source) => bySource.has(source),
    shared(source, href, users) {
      for (const posted of bySource.get(source)?.posted ?? []) {
        if (posted.sheet !== href || posted.users === users) continue;
        posted.users = users;
        batches.seen({ key: posted.owned.key, occurrence: posted.index, users });
      }
    },
    unreachable(item, at) {
      const url = inMessage(item.url);
      const isHiding = item.reason === 'unread-values';
      if (isHiding && unread.size === unread.add(url + at?.selector).size) return;
      batches.unreachable({
        ...item,
        url,
        at: at ? { element: inMessage(at.element), selector: at.selector } : null,
      });
    },
    lookAgain: sights.lookAgain,
    *gone(source) {
      const known = bySource.get(source);
      if (known) yield* removeSource(known);
    },
    startWalk() {
      if (walk++ === 0) quota.startWatching();
    },
    *endWalk() {
      let count = 0;
      for (const known of allKnown) {
        if (++count % stride === 0) yield;
        if (known.walk === walk) continue;
        yield* removeSource(known);
        // `found` may have returned the source in the meantime.
        if (known.walk !== walk) allKnown.delete(known);
      }
    },
    flush: () => batches.flush(walk === 0),
    sendLarge: batches.sendLarge,
  };
}
