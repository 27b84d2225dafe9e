import { hasEnglish } from '../has-english.ts';
import { isCutByFragment, rule, verdict } from './rule.ts';
import { png } from './texts.ts';

export const cutOffFile = rule({
  id: 'cut-off-file',
  category: 'correctness',
  effect: 'not-shown',
  isCertain: false,
  isRefusal: true,
  texts: hasEnglish && {
    title: 'Incomplete or invalid file',
    why: 'Browsers show only part of an incomplete file, or nothing, and reject an invalid file.',
    fix: 'Embed the whole file again.',
    source: { name: 'PNG (Third Edition)', url: 'https://www.w3.org/TR/png-3/' },
    messages: {
      'cut-off-file': 'Incomplete file: the end of this {type} file is missing or damaged.',
      'cut-off-bare': 'No pixels: this {type} file ends without image data.',
      'cut-off-invalid':
        '{part} missing or invalid at byte {offset}: Chromium and Firefox reject this {type} file.',
      'cut-off-longer':
        'Longer than its header says: {size} after byte {offset}. Chromium and Firefox reject this {type} file.',
      'cut-off-by-quote':
        'Cut off after {attribute}= by a quote of the same kind as those around the URL. Use the other kind, or %22.',
      'short-buffer': 'Incomplete buffer of {size}: "byteLength" is {byteLength}.',
    },
    examples: {
      bad: '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAPBUlEQVR42u3b">',
      good: `<img src="data:image/png;base64,${png}">`,
    },
  },
  // A polyglot file may be incomplete. In CSS, a quote that cuts off the file also makes browsers drop the declaration.
  yieldsTo: () => ['damaged-url', 'polyglot', 'dropped-css'],
  check(subject) {
    const { payload, size } = subject.inspection;
    const expected = subject.occurrences.reduce((most, each) => Math.max(most, each.expectedSize ?? 0), 0);
    if (size !== null && expected > size)
      return [verdict(subject, 'short-buffer', { size, byteLength: expected })];
    if (isCutByFragment(subject.inspection)) return [];
    if (payload?.facts?.kind === 'markup' && payload.facts.endsAt !== null) {
      const at = { start: subject.inspection.length - 1 };
      return [verdict(subject, 'cut-off-by-quote', { attribute: payload.facts.endsAt }, at)];
    }
    const { facts, detectedType: type, cutOff, invalid } = payload ?? {};
    const args = { type: type ?? '' };
    if (invalid) {
      const { part, offset } = invalid;
      const longer = (size ?? 0) - offset;
      if (part !== 'length') return [verdict(subject, 'cut-off-invalid', { part, offset, ...args })];
      return longer < 0
        ? [verdict(subject, 'cut-off-file', args)]
        : [verdict(subject, 'cut-off-longer', { size: longer, offset, ...args })];
    }
    if (!cutOff) return [];
    // Pages use a one-pixel image that is truncated, or a GIF without frames, as an empty picture.
    const mayLoad = cutOff !== 'bare' || type === 'image/gif';
    if (mayLoad && facts?.kind === 'image' && (facts.width ?? 0) * (facts.height ?? 0) === 1) return [];
    // Browsers show the pixels that a partial image contains.
    const own = cutOff === 'partial' ? ({ effect: 'advice' } as const) : {};
    const id = cutOff === 'bare' ? 'cut-off-bare' : 'cut-off-file';
    return [verdict(subject, id, args, own)];
  },
});
