import { hasEnglish } from '../../has-english.ts';
import { isUnused } from '../../report/states.ts';
import { weightOf } from '../../report/weights.ts';
import { worthSaving } from '../limits.ts';
import { costOfEach, pageRule, pageVerdict, whereText } from './page-rule.ts';

/** A minute in milliseconds. */
const minute = 60_000;

export const unused = pageRule({
  id: 'unused',
  category: 'performance',
  effect: 'costs',
  texts: hasEnglish && {
    title: 'Unused data: URL',
    why: 'A data: URL always downloads with the page, but browsers load a file only when the page uses it.',
    fix: 'Remove content that the page never uses. Serve the rest as files: printing, other screen sizes, or later actions may need it.',
    source: {
      name: 'CSS Fonts Module Level 4, Font loading guidelines',
      url: 'https://www.w3.org/TR/css-fonts-4/#font-face-loading',
    },
    messages: {
      unused: {
        one: '{cost} in {count} data: URL is unused now: {where}.',
        other: '{cost} in {count} data: URLs is unused now: {where}.',
      },
      'unused-watched': {
        one: "{cost} in {count} data: URL wasn't used in {milliseconds} of watching: {where}.",
        other: "{cost} in {count} data: URLs wasn't used in {milliseconds} of watching: {where}.",
      },
    },
    examples: {
      bad: '<style>@media print { b { background: url("data:text/plain;base64,…") } }</style>',
      good: '<style>@media print { b { background: url("b.png") } }</style>',
      left: { text: 'A', times: 9000 },
    },
  },
  *check({ dataUrls, watchedMs }) {
    const { cost, of } = yield* costOfEach(dataUrls, ({ occurrences }) =>
      isUnused(occurrences) ? weightOf(occurrences).cost : 0,
    );
    if (cost < worthSaving) return [];
    // The time is rounded down to whole minutes.
    const milliseconds = watchedMs - (watchedMs % minute);
    const args = { cost, count: of.length, where: whereText(of), ...(milliseconds > 0 && { milliseconds }) };
    return [pageVerdict(milliseconds > 0 ? 'unused-watched' : 'unused', args, { bytes: cost, of })];
  },
});
