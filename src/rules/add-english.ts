/** Adds the English texts to a Report that was made without them. */
import type { DataUrl, Finding, Inspection, Report } from '../report/report.ts';
import { type MessageId, messageTexts } from './docs.ts';
import { messageText } from './texts.ts';

type Coded = { code: string } | { messageId: string };

/**
 * Sets `message` of the Report's findings, problems, and lints from their ids and arguments, including those of nested
 * data: URLs.
 */
export function addEnglish({ findings, dataUrls }: Pick<Report, 'findings' | 'dataUrls'>): void {
  findings.forEach(addText);
  dataUrls.forEach(addToDataUrl);
}

function addToDataUrl(dataUrl: DataUrl): void {
  dataUrl.findings.forEach(addText);
  addToInspection(dataUrl);
  dataUrl.nested.forEach(addToDataUrl);
}

function addToInspection({ problem, payload }: Pick<Inspection, 'problem' | 'payload'>): void {
  if (problem) addText(problem);
  payload?.lints.forEach(addText);
  for (const { inspection } of payload?.otherwise ?? []) if (inspection) addToInspection(inspection);
}

function addText(each: Coded & Pick<Finding, 'args' | 'message'>): void {
  const id = ('code' in each ? each.code : each.messageId) as MessageId;
  each.message ||= messageText(messageTexts, id, each.args);
}
