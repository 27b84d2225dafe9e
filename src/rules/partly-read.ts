import { hasEnglish } from '../has-english.ts';
import { rule, verdict } from './rule.ts';
import { cwe } from './texts.ts';

export const partlyRead = rule({
  id: 'partly-read',
  category: 'security',
  effect: 'advice',
  texts: hasEnglish && {
    title: 'Partly analyzed content',
    why: 'Very large, deeply nested, damaged, or repeatedly compressed content may hide anything in the unanalyzed part.',
    fix: 'Save the content and examine it in a program that supports its type.',
    source: cwe(400),
    messages: {
      'partly-read-body': 'Partly analyzed: only the first {read} and the end of the {size} body.',
      'partly-read-inflated': 'Partly analyzed: only the first {read} of the decompressed data.',
      'partly-read-damaged':
        "Damaged compressed data: the scan couldn't decompress anything after the first {read}.",
      'partly-read-nested': {
        one: 'Not analyzed: {count} nested data: URL exceeds the depth or count limit.',
        other: 'Not analyzed: {count} nested data: URLs exceed the depth or count limit.',
      },
    },
    examples: {
      bad: '<a download href="data:application/octet-stream;base64,…">Firmware</a>',
      good: '<a download href="firmware.bin">Firmware</a>',
      left: { text: 'A', times: 6 << 20 },
    },
  },
  yieldsTo: () => ['bomb'],
  check(subject) {
    const { payload } = subject.inspection;
    if (!payload) return [];
    return [
      ...payload.unread.map(({ what, read, size }) => {
        if (what === 'body') return verdict(subject, 'partly-read-body', { read, size: size ?? 0 });
        return verdict(subject, `partly-read-${what}`, { read });
      }),
      ...(payload.nestedLeft > 0
        ? [verdict(subject, 'partly-read-nested', { count: payload.nestedLeft })]
        : []),
    ];
  },
});
