import type { MarkupFacts } from '../payload/facts.ts';
import { isPassive, leadsTo, type Rule, runsIn, verdict } from './rule.ts';

const countsOf = ({ scripts, handlers, javascriptUrls }: MarkupFacts) => ({
  scripts: scripts.inline + scripts.loaded,
  handlers: handlers.count,
  urls: javascriptUrls,
});

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
    const { frames, foreignObjects, language } = facts;
    const counts = countsOf(facts);
    const scripted = counts.scripts + counts.handlers + counts.urls > 0;
    if (isPassive(subject)) {
      // What SVG embeds as HTML is shown in a picture, and nothing more.
      return scripted ? [verdict(subject, 'active-content-idle', counts, { severity: 'info' })] : [];
    }
    // Frames are what HTML is made of; in a picture they are a way in.
    const embeds = language === 'svg' && frames + foreignObjects > 0;
    if (!scripted && !embeds) return [];
    const severity = runsIn(subject) ? 'error' : leadsTo(subject) ? 'warning' : 'info';
    return [verdict(subject, 'active-content', { ...counts, frames, foreignObjects }, { severity })];
  },
};
