import { isInGroup, parseMimeType } from '../mime/mime-type.ts';
import type { MarkupFacts, PdfFacts } from '../payload/facts.ts';
import type { Reading } from '../report/report.ts';
import {
  isPassive,
  isUsedAs,
  leadsTo,
  type Rule,
  runsIn,
  type Subject,
  type Verdict,
  verdict,
} from './rule.ts';

/** What runs, how often, in the words of markup: they are the same in every language. */
const scriptsOf = ({ scripts, handlers, javascriptUrls }: MarkupFacts): string[] =>
  counted({
    script: scripts.inline + scripts.loaded,
    'on*': handlers.count,
    'javascript:': javascriptUrls,
  });

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

/** Types of unknown content, in which Firefox looks for HTML. */
const sniffed = new Set(['*/*', 'application/x-unknown-content-type']);

/** Whether it stands where a browser makes a document of it; in an iframe, by its declared type alone. */
function runsHere(subject: Subject): boolean {
  const type = parseMimeType(subject.inspection.essence ?? '');
  const isMarkup =
    type !== null &&
    (isInGroup(type, 'html') ||
      isInGroup(type, 'xml') ||
      type.essence === 'text/xsl' ||
      sniffed.has(type.essence));
  return isUsedAs(subject, 'object', 'embed') || (isMarkup && isUsedAs(subject, 'iframe', 'frame'));
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
  const severity = runsIn(subject) ? 'error' : leadsTo(subject) ? 'warning' : 'info';
  const named = counted(Object.fromEntries(pdfActions.map((name) => [name, actions[name] ?? 0])));
  if (named.length > 0)
    return [verdict(subject, 'active-content', { holds: named.join(', ') }, { severity })];
  return unreadStreams > 0
    ? [verdict(subject, 'active-content-unread', { count: unreadStreams }, { severity: 'warning' })]
    : [];
}

/** Markup and documents that run something. */
export const activeContent: Rule = {
  id: 'active-content',
  category: 'security',
  severity: 'error',
  title: 'It holds scripts, or what runs them.',
  why: 'In a frame, an object or an embed the scripts of HTML and SVG run, without an address by which anyone could block them. In an image they do not run (SVG 2, 2.2: secure static mode), until somebody opens it by itself.',
  fix: 'Take the scripts, handlers and frames out, or show it by an img element.',
  messageIds: ['active-content', 'active-content-idle', 'active-content-possible', 'active-content-unread'],
  yieldsTo: () => ['phishing'],
  check(subject) {
    const { payload } = subject.inspection;
    const facts = payload?.facts;
    if (facts?.kind === 'pdf') return ofPdf(subject, facts);
    if (!payload || facts?.kind !== 'markup') return [];
    const scripts = scriptsOf(facts);
    const unfollowed = unfollowedIn(facts, payload);
    const runs = runsHere(subject);
    if (scripts.length === 0 && unfollowed.length > 0) {
      const severity = runs ? 'warning' : 'info';
      return [verdict(subject, 'active-content-possible', { by: unfollowed.join(', ') }, { severity })];
    }
    if (isPassive(subject) || (runsIn(subject) && !runs && !leadsTo(subject))) {
      // What SVG embeds as HTML is shown in a picture, and nothing more.
      return scripts.length > 0
        ? [verdict(subject, 'active-content-idle', { holds: scripts.join(', ') }, { severity: 'info' })]
        : [];
    }
    const all = [...scripts, ...embeddedOf(facts)];
    // Frames are what HTML is made of; in a picture they are a way in.
    if (facts.language === 'svg' ? all.length === 0 : scripts.length === 0) return [];
    const severity = runs ? 'error' : leadsTo(subject) ? 'warning' : 'info';
    return [verdict(subject, 'active-content', { holds: all.join(', ') }, { severity })];
  },
};
