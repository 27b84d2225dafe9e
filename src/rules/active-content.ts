import { hasEnglish } from '../has-english.ts';
import type { Browser } from '../mime/documents.ts';
import type { MarkupFacts, PdfFacts } from '../payload/facts.ts';
import { dangerOf } from '../policy/defaults.ts';
import type { Reading } from '../report/report.ts';
import { framed, severityRank } from '../vocabulary.ts';
import { mayRun, reportedByDefault } from './disallowed.ts';
import {
  type AsRead,
  asRead,
  isPassive,
  isUsedAs,
  leadsTo,
  rule,
  runsIn,
  type Subject,
  type Verdict,
  verdict,
} from './rule.ts';
import { type Impact, severityOf } from './severity.ts';

/**
 * The kinds of active content, by their names in markup; `finding-text.ts` translates the other words.
 *
 * @param runBy the browsers that load the markup as a document
 */
function scriptsOf(
  { scripts, ownScripts, handlers, javascriptUrls }: MarkupFacts,
  runBy: readonly Browser[],
): string[] {
  const { Chromium = 0, Firefox = 0 } = ownScripts;
  const [own, ...others] = runBy;
  const inBoth = scripts.inline + scripts.loaded - Chromium - Firefox;
  const isAlone = own !== undefined && others.length === 0;
  return named({
    script: inBoth + (isAlone ? (ownScripts[own] ?? 0) : 0),
    'script (Chromium)': isAlone ? 0 : Chromium,
    'script (Firefox)': isAlone ? 0 : Firefox,
    // Each name is listed once, without its element: `svg onload` becomes `onload`.
    ...Object.fromEntries(handlers.first.map((each) => [`${each.replace(/.* /, '')} handler`, 1])),
    'javascript: URL': javascriptUrls,
  });
}

const embeddedOf = ({ frames, foreignObjects }: MarkupFacts): string[] =>
  named({ iframe: frames, foreignObject: foreignObjects });

/** The names whose counts are not zero. */
const named = (counts: Record<string, number>): string[] =>
  Object.keys(counts).filter((name) => counts[name]! > 0);

/** Destinations for which browsers load a URL as a document. */
const documents: ReadonlySet<string> = new Set([...framed, 'document']);

/** Parts that were not examined and may run scripts, by their names in markup. */
function unfollowedIn({ unfollowed }: MarkupFacts, { nestedLeft, references }: Reading): string[] {
  const hasDocument =
    nestedLeft > 0 &&
    references?.first.some(
      ({ kind, when, destination }) => kind === 'data' && when === 'view' && documents.has(destination),
    );
  return hasDocument ? [...new Set([...unfollowed, 'data:'])] : unfollowed;
}

type Id =
  `active-content${'' | '-in' | '-idle' | '-idle-in' | '-inert' | '-possible' | '-possible-in' | '-unread'}`;

const now = { effect: 'can-run', isCertain: true } as const;
/**
 * possibly: the effect of content that runs when it is opened or clicked. never: the effect of content that never runs.
 */
const possibly = { effect: 'can-run', isCertain: false } as const;
const never = { effect: 'advice' } as const;

/** The effect of active content, depending on whether browsers load it as a document, may do so, or never do so. */
function effectIn({ subject, runBy, isOwn }: AsRead): Partial<Impact> {
  if (runBy.length > 0 && runsIn(subject)) {
    // When an object uses Chromium's own reading, it also needs a matching type attribute, so the script may not run.
    return isOwn && runBy[0] === 'Chromium' && !isUsedAs(subject, 'iframe', 'frame') ? possibly : now;
  }
  return leadsTo(subject) ? possibly : never;
}

/**
 * Actions that run automatically or leave the viewer. Links, attachments, and the initial page are not included,
 * because they are usual in documents.
 */
const pdfActions = [
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'Rendition',
  'RichMedia',
  'XFA',
] as const;

/** The verdict on a PDF file, which browsers never load as a picture. */
function ofPdf(subject: Subject, { actions, unreadStreams }: PdfFacts): Verdict<Id>[] {
  if (isPassive(subject)) return [];
  // If another type is declared, browsers don't show the PDF file.
  const runs = runsIn(subject) && subject.inspection.payload?.pdf === null;
  const effect = runs ? now : leadsTo(subject) ? possibly : never;
  const holds = pdfActions.filter((name) => actions[name]);
  if (holds.length > 0) return [verdict(subject, 'active-content', { holds: holds.join(', ') }, effect)];
  return unreadStreams > 0
    ? [verdict(subject, 'active-content-unread', { count: unreadStreams }, possibly)]
    : [];
}

/**
 * The verdict on a URL that a page runs as a script. That is only a note, because the policy was asked about scripts,
 * and has a finding of its own if it disallows them. The finding about a default gives way to this one.
 */
function ofScript(subject: Subject): Verdict<Id>[] {
  const { inspection, occurrences } = subject;
  const runs = occurrences.some((each) => mayRun(inspection, each));
  const byDefault = reportedByDefault(subject);
  const isSaid = byDefault && dangerOf(byDefault) === 'runs';
  if (!runs || inspection.size === 0 || isSaid) return [];
  const policySeverity = byDefault?.severity ?? 'info';
  return [verdict(subject, 'active-content', { holds: 'script' }, { ...now, policySeverity })];
}

const rankOf = (each: Verdict): number => severityRank[severityOf({ effect: 'can-run', ...each })];

/**
 * The verdict on content that does not run where it is used. Some browsers may load it as a document if it is opened
 * directly.
 */
function idle({ subject, runBy }: AsRead, holds: string): Verdict<Id> {
  const [browser, ...others] = runBy;
  if (browser !== undefined && others.length === 0)
    return verdict(subject, 'active-content-idle-in', { browser, holds }, never);
  return verdict(subject, `active-content-${browser ? 'idle' : 'inert'}`, { holds }, never);
}

/** The verdict on markup, as read according to the standards or by one browser. */
function ofMarkup(read: AsRead): Verdict<Id>[] {
  const { subject, runBy, isOwn } = read;
  const { payload, essence } = subject.inspection;
  const facts = payload?.facts;
  if (!payload || facts?.kind !== 'markup') return [];
  const scripts = scriptsOf(facts, runBy);
  const unfollowed = unfollowedIn(facts, payload);
  const runs = runBy.length > 0 && runsIn(subject);
  const [browser] = runBy;
  /** A verdict that names the browser if only one browser loads the URL as a document. */
  const said = (
    id: 'active-content' | 'active-content-possible',
    args: Verdict['args'],
    effect: Partial<Impact>,
  ): Verdict<Id>[] =>
    browser && runBy.length === 1 && !isPassive(subject)
      ? [verdict(subject, `${id}-in`, { browser, type: essence ?? '', ...args }, effect)]
      : [verdict(subject, id, args, effect)];
  if (scripts.length === 0 && unfollowed.length > 0)
    return said('active-content-possible', { by: unfollowed.join(', ') }, runs ? possibly : never);
  if (isPassive(subject) || (isUsedAs(subject, ...framed) && !runs && !leadsTo(subject))) {
    // In a picture, HTML inside SVG is only drawn.
    return scripts.length > 0 && !isOwn ? [idle(read, scripts.join(', '))] : [];
  }
  const all = [...scripts, ...embeddedOf(facts)];
  // Frames are normal in HTML, but suspicious in SVG.
  if (facts.language === 'svg' ? all.length === 0 : scripts.length === 0) return [];
  return said('active-content', { holds: all.join(', ') }, effectIn(read));
}

/** Reports markup and documents that run something. */
export const activeContent = rule({
  id: 'active-content',
  category: 'security',
  effect: 'can-run',
  texts: hasEnglish && {
    title: 'Active content',
    why: 'In iframe, object, and embed elements, HTML and SVG can run scripts, and filters have no address to block.',
    fix: "Remove scripts, event handlers, and iframes. Show images in an img element, which doesn't run scripts.",
    source: {
      name: 'SVG 2 §2.2',
      url: 'https://www.w3.org/TR/SVG2/conform.html#processing-modes',
    },
    messages: {
      'active-content': 'Active content: {holds}.',
      'active-content-in':
        'Active content: {holds}. Scripts run only in {browser}, which parses the type as {type}.',
      'active-content-idle': 'Active content: {holds}. Scripts run only when a user opens the URL directly.',
      'active-content-idle-in':
        'Active content: {holds}. Scripts run only in {browser}, and only when a user opens the URL directly.',
      'active-content-inert': "Active content: {holds}. Browsers don't run scripts in this media type.",
      'active-content-possible': "May run scripts: the scan didn't follow {by}.",
      'active-content-possible-in':
        "May run scripts in {browser}, which parses the type as {type}. The scan didn't follow {by}.",
      'active-content-unread': {
        one: "May contain scripts in {count} compressed object that the scan couldn't decompress.",
        other: "May contain scripts in {count} compressed objects that the scan couldn't decompress.",
      },
    },
    examples: {
      bad: '<iframe src="data:text/html,<script>start()</script>"></iframe>',
      good: '<iframe src="widget.html"></iframe>',
    },
  },
  check(subject) {
    const { facts, pdf } = subject.inspection.payload ?? {};
    const verdicts = ofScript(subject);
    if (facts?.kind === 'pdf') verdicts.push(...ofPdf(subject, facts));
    else verdicts.push(...asRead(subject).flatMap(ofMarkup));
    if (pdf) verdicts.push(...ofPdf(subject, pdf));
    // The most severe verdict is returned, because running in one browser matters more than not running in another.
    return verdicts.toSorted((a, b) => rankOf(b) - rankOf(a)).slice(0, 1);
  },
});
