import type { MarkupFacts } from '../payload/facts.ts';
import { isPassive, leadsTo, type Rule, runsIn, verdict } from './rule.ts';

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

/** Markup that runs something. */
export const activeContent: Rule = {
  id: 'active-content',
  category: 'security',
  severity: 'error',
  title: 'It holds scripts, or what runs them.',
  why: 'In a frame, an object or an embed the scripts of HTML and SVG run, without an address by which anyone could block them. In an image they do not run (SVG 2, 2.2: secure static mode), until somebody opens it by itself.',
  fix: 'Take the scripts, handlers and frames out, or show it by an img element.',
  messageIds: ['active-content', 'active-content-idle'],
  yieldsTo: () => ['phishing'],
  check(subject) {
    const facts = subject.inspection.payload?.facts;
    if (facts?.kind !== 'markup') return [];
    const scripts = scriptsOf(facts);
    if (isPassive(subject)) {
      // What SVG embeds as HTML is shown in a picture, and nothing more.
      return scripts.length > 0
        ? [verdict(subject, 'active-content-idle', { holds: scripts.join(', ') }, { severity: 'info' })]
        : [];
    }
    const all = [...scripts, ...embeddedOf(facts)];
    // Frames are what HTML is made of; in a picture they are a way in.
    if (facts.language === 'svg' ? all.length === 0 : scripts.length === 0) return [];
    const severity = runsIn(subject) ? 'error' : leadsTo(subject) ? 'warning' : 'info';
    return [verdict(subject, 'active-content', { holds: all.join(', ') }, { severity })];
  },
};
