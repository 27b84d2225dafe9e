/** Parses the comments in files that suppress findings of a rule, each with its reason. */
import type { Suppression } from '../report/report.ts';
import { ruleIds } from '../rules/index.ts';
import type { FileKind } from './file-kind.ts';
import type { Position } from './line-positions.ts';

/** Occurs in every such comment, so a file without this text contains no such comment. */
export const suppressionMark = 'data-url-inspector-ignore-';

/** The beginnings and ends of comments on a line. Comments without an end extend to the end of the line. */
const comments: Readonly<Record<string, string>> = {
  '<!--': '-->',
  '/*': '*/',
  '//': '',
  '#': '',
  '--': '',
  ';': '',
  '%': '',
  '{#': '#}',
  '{{!--': '--}}',
  '{{--': '--}}',
  '<%--': '--%>',
  '@*': '*@',
};

const markup = ['<!--'];
const program = ['//', '/*'];
/** The beginnings of comments in each kind of file. HTML files may also contain styles, scripts, and templates. */
const beginnings: Readonly<Record<FileKind, readonly string[]>> = {
  html: [...markup, ...program, '{#', '{{!--', '{{--', '<%--', '@*'],
  xml: markup,
  css: program,
  script: program,
  json: program,
  markdown: markup,
  mail: [],
  contact: [],
  properties: ['#'],
  patch: [],
  text: [...markup, ...program, '#', '--', ';', '%'],
};

const comment = new RegExp(`${suppressionMark}(next-line|file)(?![\\w-])([^\\r\\n]*)`, 'g');

/** Maximum length, in code units, of a reason. */
const maxReasonLength = 500;

/** A comment that suppresses nothing because of a mistake, which `problem` states in a few words. */
export interface WrongSuppression extends Position {
  problem: string;
  /** The unknown name of the rule, if there is no such rule. */
  unknown?: string;
}

/**
 * Parses the suppressions in a file: `data-url-inspector-ignore-next-line RULE: reason` in a one-line comment, for the
 * findings on the next line, or `data-url-inspector-ignore-file RULE: reason`, for those in the whole file.
 *
 * @param onWrong called with each suppression that contains a mistake
 * @returns the property of a Report; an empty object if there are no suppressions
 */
export function suppressionsIn(
  kind: FileKind,
  text: string,
  positionOf: (offset: number) => Position,
  onWrong: (wrong: WrongSuppression) => void,
): { suppressions?: Suppression[] } {
  const suppressions: Suppression[] = [];
  const rules = ruleIds();
  for (const { index, 1: scope, 2: rest = '' } of text.matchAll(comment)) {
    const before = text.slice(Math.max(0, index - 8), index).trimEnd();
    const begin = beginnings[kind].find((each) => before.endsWith(each));
    if (begin === undefined) continue;
    const position = positionOf(index);
    const end = comments[begin] ?? '';
    const length = end === '' ? rest.length : rest.indexOf(end);
    const [, rule = '', reason = ''] =
      /^\s*([\w-]*)\s*:?(.*)$/.exec(rest.slice(0, Math.max(0, length))) ?? [];
    if (length < 0) onWrong({ ...position, problem: `the comment doesn't end in its line with "${end}"` });
    else if (!rules.includes(rule))
      onWrong({ ...position, problem: `there is no rule "${rule}"`, unknown: rule });
    else if (reason.trim() === '') onWrong({ ...position, problem: 'the reason is missing: "RULE: reason"' });
    else
      suppressions.push({
        ...position,
        rule,
        reason: reason.trim().slice(0, maxReasonLength).toWellFormed(),
        ...(scope === 'next-line' && { of: position.line + 1 }),
      });
  }
  return suppressions.length > 0 ? { suppressions } : {};
}
