/**
 * Answers the requests of components as the worker does, but from the workbench's own texts. These never leave this
 * page, and are gone when it closes.
 */
import type { PolicyEdit } from '../../src/policy/edit.ts';
import type { DataUrl } from '../../src/report/report.ts';
import { anatomyFor, bodyOf, dataUrlIn, decisionOn, detailFor, writtenIn } from '../platform/answers.ts';
import { editUserPolicy, loadPolicies } from '../platform/settings.ts';
import type { Answer } from '../platform/surface-updates.ts';
import type { Question, ReportClient } from '../ui/report-client.ts';

export interface Held {
  written: string | Blob;
  dataUrl: DataUrl;
}

/**
 * Creates the client of the workbench.
 *
 * @param heldAt returns the text that currently has an id
 * @param onMuted called with a rule that a person has turned off, and with the edit that turns it on again
 */
export function benchClient(
  heldAt: (id: string) => Held | undefined,
  onMuted: (rule: string, undo: PolicyEdit) => void,
): ReportClient {
  const nothing = () => undefined;
  return {
    ask: (question) => answer(heldAt, question).catch(() => null),
    async mute(rule, site) {
      const undo = await editUserPolicy({ type: 'severity', rule, site, severity: 'off' });
      if (undo) onMuted(rule, undo);
    },
    // Exceptions apply to sites, but pasted text has no site.
    allow: nothing,
    undo: nothing,
    closeRuling: nothing,
    rescan: nothing,
    stop: nothing,
    follow: nothing,
    watch: nothing,
    fetchCspHeader: nothing,
    reportSightings: nothing,
    keepLog: nothing,
    navigated: nothing,
    reportHeaders: nothing,
    reportSheet: nothing,
    close: nothing,
  };
}

async function answer(heldAt: (id: string) => Held | undefined, question: Question): Promise<Answer> {
  switch (question.type) {
    // Pasted text belongs to no page.
    case 'show':
    case 'source':
    case 'mark':
    case 'marked':
    case 'csp':
    case 'report':
    // The client's own functions edit the policy.
    case 'severity':
    case 'allow':
      return null;
  }
  const held = heldAt(question.id);
  const dataUrl = held && dataUrlIn(held.dataUrl, question);
  if (!held || !dataUrl) return null;
  if (question.type === 'detail') return detailFor(dataUrl, decisionOn(dataUrl, await loadPolicies(), null));
  const written = await writtenIn(held.written, question);
  if (written === null) return null;
  switch (question.type) {
    case 'anatomy':
      return anatomyFor(dataUrl, written);
    case 'body':
      return bodyOf(written);
    case 'written':
      return new Blob([written], { type: 'text/plain' });
  }
}
