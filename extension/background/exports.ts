/** A session's Report in each form that it can be saved in, in parts: a string has a longest length. */
import { csvOf } from '../../src/report/csv.ts';
import { markdownOf } from '../../src/report/markdown.ts';
import { sarifOf } from '../../src/report/sarif.ts';
import { zipOf } from '../../src/report/zip.ts';
import { ruleDocs } from '../../src/rules/index.ts';
import { turn } from '../../src/turns.ts';
import { browser } from '../platform/browser.ts';
import type { ExportFormat } from '../platform/limits.ts';
import { none } from '../platform/messages.ts';
import { bodyAt } from './details.ts';
import { reportJson, reportOf } from './overview.ts';
import type { Session } from './session.ts';

/** Strings that a Blob is made of at once: many small ones cost more than they hold. */
const partLength = 1 << 18;

function* gathered(texts: Iterable<string>): Generator<string> {
  let part = '';
  for (const text of texts) {
    part += text;
    if (part.length < partLength) continue;
    yield part;
    part = '';
  }
  yield part;
}

async function blobOf(texts: Iterable<string>, type: string): Promise<Blob> {
  const parts: string[] = [];
  for (const part of gathered(texts)) {
    parts.push(part);
    await turn();
  }
  return new Blob(parts, { type });
}

export async function exportOf(session: Session, format: ExportFormat): Promise<Blob> {
  switch (format) {
    case 'json':
      return reportJson(session);
    case 'markdown':
      return blobOf(markdownOf([reportOf(session)]), 'text/markdown;charset=utf-8');
    case 'csv':
      return blobOf(csvOf([reportOf(session)]), 'text/csv;charset=utf-8;header=present');
    case 'sarif': {
      const { version } = browser.runtime.getManifest();
      return blobOf(sarifOf([reportOf(session)], { rules: ruleDocs, version }), 'application/sarif+json');
    }
    case 'zip':
      return zipOf(reportOf(session), async ({ sha256 }) => {
        const body = await bodyAt(session, { id: sha256 });
        return body === none ? null : body;
      });
  }
}
