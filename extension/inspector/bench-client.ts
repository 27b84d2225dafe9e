/**
 * Answers requests of components as the worker does, from texts that the workbench itself holds. None of
 * these leaves this page, and none is kept when it closes.
 */
import { setRule } from '../../src/policy/edit.ts';
import type { DataUrl } from '../../src/report/report.ts';
import { anatomyFor, bodyOf, dataUrlIn, detailFor, writtenIn } from '../platform/answers.ts';
import { changeUserPolicy } from '../platform/settings.ts';
import type { Address } from '../platform/surface-messages.ts';
import type { Answer } from '../platform/surface-updates.ts';
import type { Question, ReportClient } from '../ui/report-client.ts';

export interface Held {
  written: string | Blob;
  dataUrl: DataUrl;
}

/**
 * @param heldAt returns the text that is held under an id now
 * @param onMuted called with a rule that a person has turned off, and a function that undoes it
 */
export function benchClient(
  heldAt: (id: string) => Held | undefined,
  onMuted: (rule: string, undo: () => void) => void,
): ReportClient {
  const nothing = () => undefined;
  return {
    ask: (question) => answer(heldAt, question).catch(() => null),
    async mute(rule, site) {
      // This page, like all others, gets the change as an event.
      const { before } = await changeUserPolicy((own) => setRule(own, { rule, site }, 'off'));
      const setting = before.rules?.[rule] ?? null;
      onMuted(rule, () => void changeUserPolicy((own) => setRule(own, { rule, site }, setting)));
    },
    // Exceptions are for sites, and pasted text has none.
    allow: nothing,
    undo: nothing,
    rescan: nothing,
    follow: nothing,
    watch: nothing,
    askServer: nothing,
    reportSeen: nothing,
    navigated: nothing,
    reportPolicies: nothing,
    close: nothing,
  };
}

async function answer(heldAt: (id: string) => Held | undefined, question: Question): Promise<Answer> {
  if (!('id' in question)) return null;
  const held = heldAt(question.id);
  const address: Address = question;
  const dataUrl = held && dataUrlIn(held.dataUrl, address);
  if (!held || !dataUrl) return null;
  if (question.type === 'detail') return detailFor(dataUrl);
  const written = await writtenIn(held.written, address);
  if (written === null) return null;
  switch (question.type) {
    case 'anatomy':
      return anatomyFor(dataUrl, written);
    case 'body':
      return bodyOf(written);
    case 'written':
      return new Blob([written], { type: 'text/plain' });
    default:
      return null;
  }
}
