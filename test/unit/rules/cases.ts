/** Declares test cases of a rule: written data: URLs in their places, inspected and judged like those of a page. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../../src/inspect.ts';
import { defaultPolicy } from '../../../src/policy/policy.ts';
import type { Policy } from '../../../src/policy/policy-types.ts';
import type { Finding } from '../../../src/report/report.ts';
import { argumentNames, type MessageId, ruleDocs } from '../../../src/rules/docs.ts';
import { judge } from '../../../src/rules/index.ts';
import type { Destination, Occurrence, Severity } from '../../../src/vocabulary.ts';
import { occurrence } from './subject.ts';

/** Returns a data: URL with the given type and body. */
export const url = (
  type: string,
  body: Uint8Array | string,
  encoding: 'base64' | 'percent' = 'base64',
): string =>
  encoding === 'base64'
    ? `data:${type};base64,${Buffer.from(body).toString('base64')}`
    : `data:${type},${encodeURIComponent(Buffer.from(body).toString())}`;

export const markup = (type: string, text: string): string => `data:${type},${text.replace(/[%#]/g, escape)}`;

export const svg = (inner: string, attributes = ''): string =>
  markup(
    'image/svg+xml',
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'${attributes}>${inner}</svg>`,
  );
export const html = (inner: string): string => markup('text/html', `<!doctype html><title>T</title>${inner}`);

/** The place of a case: a destination, or several properties of an occurrence. */
export type Where = Destination | Partial<Occurrence>;

export const place = (where: Where): Occurrence =>
  typeof where === 'string' ? occurrence(where) : { ...occurrence('image'), ...where };

export const inCss: Partial<Occurrence> = {
  place: 'stylesheet',
  element: 'style',
  name: 'background-image',
  destination: 'image',
};
export const fontInCss: Partial<Occurrence> = { ...inCss, name: 'src', destination: 'font' };
export const inTemplate = (destination: Destination): Partial<Occurrence> => ({ destination, inert: true });
export const quoted: Partial<Occurrence> = { place: 'script', element: 'script', destination: 'none' };

export async function findingsOf(
  written: string | Blob,
  where: readonly Where[],
  policy: Policy = defaultPolicy,
): Promise<Finding[]> {
  const inspection = await inspect(written);
  const { findings } = judge({ inspection, occurrences: where.map(place), policy });
  for (const { start, end, rule, messageId, args } of findings) {
    assert.ok(0 <= start && start <= end && end <= inspection.length, `${rule}: ${start}–${end}`);
    assert.deepEqual(
      Object.keys(args).sort(),
      argumentNames(messageId as MessageId),
      `the arguments of ${messageId}`,
    );
  }
  return findings;
}

export interface Case {
  written: string | Blob;
  /** The places of the URL. Default: an image. */
  where?: Where | readonly Where[];
  severity: Severity;
  messageId: string;
  args?: Finding['args'];
  /** The rule's further messages. Default: none */
  also?: string[];
  /**
   * Ids of the rules that report other findings, most severe first. Default: none, because one cause should lead to
   * only one finding.
   */
  besides?: string[];
}
export type Innocent = Pick<Case, 'written' | 'where' | 'besides'>;

const listOf = (where: Case['where'] = 'image'): readonly Where[] =>
  Array.isArray(where) ? where : [where as Where];

/** Declares a test for each case of a rule. */
export function cases(
  rule: string,
  positive: Record<string, Case>,
  innocent: Record<string, Innocent>,
): void {
  const docs = ruleDocs.find(({ id }) => id === rule);
  assert.ok(docs, rule);
  for (const [name, { written, where, severity, messageId, args, also = [], besides = [] }] of Object.entries(
    positive,
  )) {
    test(name, async () => {
      const findings = await findingsOf(written, listOf(where));
      assert.deepEqual(
        findings.filter((each) => each.rule !== rule).map((each) => each.rule),
        besides,
      );
      const own = findings.filter((each) => each.rule === rule);
      assert.deepEqual(
        own.map((each) => [each.severity, each.messageId, each.category]),
        [messageId, ...also].map((id) => [severity, id, docs?.category]),
      );
      if (args) assert.deepEqual(own[0]?.args, args);
    });
  }
  for (const [name, { written, where, besides = [] }] of Object.entries(innocent)) {
    test(`innocent: ${name}`, async () => {
      const findings = await findingsOf(written, listOf(where));
      assert.deepEqual(
        findings.map((each) => each.rule),
        besides,
      );
    });
  }
  test('every message of the rule has a case, and the rule a neighbor', () => {
    assert.ok(Object.keys(innocent).length > 0);
    const reported = new Set(Object.values(positive).map(({ messageId }) => messageId));
    assert.deepEqual(
      Object.keys(docs.messages).filter((id) => !reported.has(id)),
      [],
    );
  });
}
