import type { Browser } from '../mime/documents.ts';
import type { MarkupFacts, PdfFacts } from '../payload/facts.ts';
import type { Reading } from '../report/report.ts';
import { type Severity, severityRank } from '../vocabulary.ts';
import {
  type AsRead,
  asRead,
  isPassive,
  isUsedAs,
  leadsTo,
  type Rule,
  runsIn,
  type Subject,
  type Verdict,
  verdict,
} from './rule.ts';

/**
 * What runs, how often, in the words of markup: they are the same in every language.
 *
 * @param runBy where one browser alone makes a document of it, that one
 */
function scriptsOf(
  { scripts, ownScripts, handlers, javascriptUrls }: MarkupFacts,
  runBy: readonly Browser[],
): string[] {
  const { Chromium = 0, Firefox = 0 } = ownScripts;
  const [own, ...others] = runBy;
  const inBoth = scripts.inline + scripts.loaded - Chromium - Firefox;
  const isAlone = own !== undefined && others.length === 0;
  return counted({
    script: inBoth + (isAlone ? (ownScripts[own] ?? 0) : 0),
    'script (Chromium)': isAlone ? 0 : Chromium,
    'script (Firefox)': isAlone ? 0 : Firefox,
    'on*': handlers.count,
    'javascript:': javascriptUrls,
  });
}

const embeddedOf = ({ frames, foreignObjects }: MarkupFacts): string[] =>
  counted({ iframe: frames, foreignObject: foreignObjects });

const counted = (counts: Record<string, number>): string[] =>
  Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} × ${name}`] : []));

/** Destinations that make a document of what they refer to. */
const documents = new Set(['iframe', 'frame', 'object', 'embed', 'document']);

/** What was not followed and may run scripts, in the words of markup. */
function unfollowedIn({ unfollowed }: MarkupFacts, { nestedLeft, references }: Reading): string[] {
  const hasDocument = references?.first.some(
    ({ kind, when, destination }) => kind === 'data' && when === 'view' && documents.has(destination),
  );
  return nestedLeft > 0 && hasDocument ? [...new Set([...unfollowed, 'data:'])] : unfollowed;
}

/** How grave it is where a document is made of it, where that may come to be, and elsewhere. */
function severityIn({ subject, runBy, isOwn }: AsRead): Severity {
  if (runBy.length > 0 && runsIn(subject)) {
    // An object takes this from Chromium's own reading only if its type attribute says so, too.
    return isOwn && runBy[0] === 'Chromium' && !isUsedAs(subject, 'iframe', 'frame') ? 'warning' : 'error';
  }
  return leadsTo(subject) ? 'warning' : 'info';
}

/** What acts by itself, or leaves the viewer; links, attachments and the page to begin with are what documents have. */
const pdfActions = [
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'Rendition',
  'RichMedia',
  'XFA',
] as const;

/** Of a PDF file, which no picture shows. */
function ofPdf(subject: Subject, { actions, unreadStreams }: PdfFacts): Verdict[] {
  if (isPassive(subject)) return [];
  // Under another type no browser shows it as a PDF file.
  const runs = runsIn(subject) && subject.inspection.payload?.pdf === null;
  const severity = runs ? 'error' : leadsTo(subject) ? 'warning' : 'info';
  const named = counted(Object.fromEntries(pdfActions.map((name) => [name, actions[name] ?? 0])));
  if (named.length > 0)
    return [verdict(subject, 'active-content', { holds: named.join(', ') }, { severity })];
  return unreadStreams > 0
    ? [verdict(subject, 'active-content-unread', { count: unreadStreams }, { severity: 'warning' })]
    : [];
}

const rankOf = ({ severity = 'error' }: Verdict): number => severityRank[severity];

/** Of what does not run where it stands: by itself it may be a document, in some browsers or in none. */
function idle({ subject, runBy }: AsRead, holds: string): Verdict {
  const severity = { severity: 'info' } as const;
  const [browser, ...others] = runBy;
  if (browser === undefined) return verdict(subject, 'active-content-inert', { holds }, severity);
  return others.length === 0
    ? verdict(subject, 'active-content-idle-in', { browser, holds }, severity)
    : verdict(subject, 'active-content-idle', { holds }, severity);
}

/** Of markup, as the standards or one browser read it. */
function ofMarkup(read: AsRead): Verdict[] {
  const { subject, runBy, isOwn } = read;
  const { payload, essence } = subject.inspection;
  const facts = payload?.facts;
  if (!payload || facts?.kind !== 'markup') return [];
  const scripts = scriptsOf(facts, runBy);
  const unfollowed = unfollowedIn(facts, payload);
  const runs = runBy.length > 0 && runsIn(subject);
  const [browser] = runBy;
  /** Where one browser alone makes a document of it. */
  const only = browser && runBy.length === 1 && !isPassive(subject) ? { browser, type: essence ?? '' } : null;
  if (scripts.length === 0 && unfollowed.length > 0) {
    const by = unfollowed.join(', ');
    const severity = { severity: runs ? 'warning' : 'info' } as const;
    return only
      ? [verdict(subject, 'active-content-possible-in', { ...only, by }, severity)]
      : [verdict(subject, 'active-content-possible', { by }, severity)];
  }
  if (isPassive(subject) || (runsIn(subject) && !runs && !leadsTo(subject))) {
    // What SVG embeds as HTML is shown in a picture, and nothing more.
    return scripts.length > 0 && !isOwn ? [idle(read, scripts.join(', '))] : [];
  }
  const all = [...scripts, ...embeddedOf(facts)];
  // Frames are what HTML is made of; in a picture they are a way in.
  if (facts.language === 'svg' ? all.length === 0 : scripts.length === 0) return [];
  const holds = all.join(', ');
  const severity = { severity: severityIn(read) };
  return only
    ? [verdict(subject, 'active-content-in', { ...only, holds }, severity)]
    : [verdict(subject, 'active-content', { holds }, severity)];
}

/** Markup and documents that run something. */
export const activeContent: Rule = {
  id: 'active-content',
  category: 'security',
  severity: 'error',
  title: 'It holds scripts, or what runs them.',
  why: 'In a frame, an object or an embed the scripts of HTML and SVG can run, and have no address by which a filter could block them. In an image they do not run (SVG 2, 2.2: the secure modes), until somebody opens it by itself.',
  fix: 'Take the scripts, handlers and frames out, or show it by an img element.',
  messageIds: [
    ...['active-content', 'active-content-in', 'active-content-idle', 'active-content-idle-in'],
    ...['active-content-inert', 'active-content-possible', 'active-content-possible-in'],
    'active-content-unread',
  ],
  yieldsTo: () => ['phishing', 'sends-page-data'],
  check(subject) {
    const { facts, pdf } = subject.inspection.payload ?? {};
    if (facts?.kind === 'pdf') return ofPdf(subject, facts);
    const verdicts = asRead(subject).flatMap(ofMarkup);
    if (pdf) verdicts.push(...ofPdf(subject, pdf));
    // What runs in one browser says more than that it does not in another.
    return verdicts.toSorted((a, b) => rankOf(b) - rankOf(a)).slice(0, 1);
  },
};
