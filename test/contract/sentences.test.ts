/**
 * For each sentence about a URL, there must be an input that triggers it, and a similar one that does not. The inputs
 * for sentences about data: URLs that browsers parse are in the tests of problems, lints, causes, repairs, outcomes and
 * rules.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RfcProblemCode, readByRfc, rfcProblemCodes } from '../../src/data-url/read-by-rfc.ts';
import type { Production } from '../../src/data-url/rfc-grammar.ts';
import { checkData } from '../../src/payload/external-body/external-body-data.ts';
import { bodyParameters } from '../../src/payload/external-body/external-body-parameters.ts';
import { headerMistakeCodes } from '../../src/payload/external-body/header-mistake-codes.ts';
import { readExternalBody, refusalCodes } from '../../src/payload/external-body/message-external-body.ts';
import type { Problem } from '../../src/problem.ts';
import { type MailDetails, mailFor, mailProblems } from '../../src/references/external-body-form.ts';
import { draftQuestions, readByDraft } from '../../src/references/read-by-draft.ts';
import { changeNames, resolutionDifferences } from '../../src/references/resolve-differences.ts';
import { riskCodes, risks } from '../../src/references/risks.ts';
import { type Edition, uriParts } from '../../src/references/uri-parts.ts';

/** An input that triggers a sentence, and the most similar one that does not. */
type Pair<Input> = readonly [said: Input, neighbor: Input];

const maxDifference = 30;

/** Whether two inputs differ in only one short part. */
function isNear(one: string, other: string): boolean {
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start++;
  let same = 0;
  while (same < least - start && one.at(-1 - same) === other.at(-1 - same)) same++;
  return Math.max(one.length, other.length) - start - same <= maxDifference;
}

/** @param say returns the ids of all sentences about an input */
function sentences<Id extends string, Input>(
  about: string,
  ids: readonly Id[],
  say: (input: Input) => readonly string[],
  pairs: Readonly<Record<Id, Pair<Input>>>,
): void {
  test(`${about}: each sentence, and its nearest neighbor`, () => {
    assert.deepEqual(Object.keys(pairs).sort(), [...ids].sort());
    for (const [id, [said, neighbor]] of Object.entries<Pair<Input>>(pairs)) {
      assert.ok(say(said).includes(id), `${id}: not said of ${JSON.stringify(said)}`);
      assert.ok(!say(neighbor).includes(id), `${id}: said of ${JSON.stringify(neighbor)}`);
      assert.ok(isNear(JSON.stringify(said), JSON.stringify(neighbor)), `${id}: too far apart`);
    }
  });
}

const codesOf = (problems: readonly Pick<Problem, 'code'>[]): string[] => problems.map(({ code }) => code);

const byRfc: Record<RfcProblemCode, Pair<string>> = {
  scheme: ['dat:,x', 'data:,x'],
  comma: ['data:x', 'data:,x'],
  'media-type': ['data:text,x', 'data:text/x,x'],
  parameter: ['data:text/x;a,x', 'data:text/x;a=b,x'],
  character: ['data:,a b', 'data:,a%20b'],
  escape: ['data:,100%', 'data:,100%25'],
  'base64-character': ['data:;base64,QU-D', 'data:;base64,QU+D'],
  'base64-padding': ['data:;base64,QQ=', 'data:;base64,QQ=='],
};
sentences('RFC 2397', rfcProblemCodes, (url) => codesOf(readByRfc(url).problems), byRfc);

/** All productions except `data`, which is any number of `urlchar` and therefore cannot be violated itself. */
const productions: Record<Exclude<Production, 'data'>, Pair<string>> = {
  dataurl: byRfc.comma,
  mediatype: byRfc['media-type'],
  type: ['data:te(t/x,x', 'data:tet/x,x'],
  subtype: ['data:text/,x', 'data:text/x,x'],
  parameter: byRfc.parameter,
  attribute: ['data:text/x;=b,x', 'data:text/x;a=b,x'],
  value: ['data:text/x;a="b",x', 'data:text/x;a=%22b%22,x'],
  urlchar: byRfc.character,
  escaped: byRfc.escape,
};
sentences(
  'productions of RFC 2397',
  Object.keys(productions),
  (url) => readByRfc(url).problems.flatMap(({ production }) => production ?? []),
  productions,
);

const violated =
  (edition: Edition) =>
  (url: string): string[] =>
    uriParts(url, edition).flatMap(({ violations }) => violations.map(({ production }) => production));
const of2004: Record<string, Pair<string>> = {
  'pct-encoded': ['x:%2', 'x:%20'],
  'IP-literal': ['x://[::g]', 'x://[::1]'],
  'segment-nz-nc': ['1:x', './1:x'],
  pchar: ['x:a b', 'x:a%20b'],
  'reg-name': ['x://a b', 'x://a%20b'],
  userinfo: ['x://a b@h', 'x://a%20b@h'],
  port: ['x://h:8a', 'x://h:80'],
  query: ['x:?a b', 'x:?a%20b'],
  fragment: ['x:#a b', 'x:#a%20b'],
};
sentences('productions of RFC 3986', Object.keys(of2004), violated('2004'), of2004);

sentences(
  'open questions of the 2013 draft',
  Object.keys(draftQuestions) as (keyof typeof draftQuestions)[],
  (url: string) => readByDraft(url).open,
  {
    'comma-in-quotes': ['data:a/b;c="d,e",x', 'data:a/b;c="de",x'],
    'base64-case': ['data:a/b;Base64,QQ==', 'data:a/b;base64,QQ=='],
    'base64-whitespace': ['data:a/b; base64,QQ==', 'data:a/b;base64,QQ=='],
    'base64-escaped': ['data:a/b;%62ase64,QQ==', 'data:a/b;%61ase64,QQ=='],
    'invalid-base64': ['data:a/b;base64,QQ=', 'data:a/b;base64,QQ=='],
    'url-alphabet': ['data:a/b;base64,QU-D', 'data:a/b;base64,QU+D'],
    'mixed-alphabets': ['data:a/b;base64,Q+-D', 'data:a/b;base64,Q--D'],
    'ignored-bytes': ['data:a/b;base64,QQ!==', 'data:a/b;base64,QQ=='],
    padding: ['data:a/b;base64,QQ', 'data:a/b;base64,QQ=='],
    'default-type': ['data:,x', 'data:a/b,x'],
  },
);

sentences('risks', riskCodes, (url: string) => codesOf(risks(url)), {
  'uri-port-of-another': ['http://h:25/', 'http://h:26/'],
  'uri-encoded-line-end': ['http://h/%0a', 'http://h/%0b'],
  'uri-encoded-nul': ['http://h/%00', 'http://h/%01'],
  'uri-decoded-twice': ['http://h/%252e', 'http://h/%25.e'],
  'uri-device-name': ['http://h/con', 'http://h/cone'],
  'uri-rare-ipv4': ['http://127.1/', 'http://127.0.0.1/'],
  'uri-password': ['http://u:p@h/', 'http://u:@h/'],
  'uri-userinfo-looks-like-host': ['http://bank.example@h/', 'http://bank@h/'],
  'uri-host-differs': ['http://a\\@b/', 'http://a@b/'],
});

/** Codes for which surfaces have no group of texts, because the codes concern text that names no external body. */
const unnamed = ['external-body-type-missing', 'external-body-other-type'] as const;
const header = (parameters: string, inner = '') =>
  `Content-Type: message/external-body; access-type=URL; ${parameters}\n${inner}\n`;
const url = 'URL="data:,x"';
const md5 = (value: string) => header(url, `\nContent-MD5: ${value}\n`);
const md5OfLines = 'gQUbzCzxvt83giSwqT4odw==';
sentences(
  'message/external-body',
  [...refusalCodes, ...unnamed, ...headerMistakeCodes],
  (text: string) => {
    const read = readExternalBody(text);
    if (!read.ok) return [read.problem.code];
    return codesOf([
      ...read.problems,
      ...bodyParameters(read).problems,
      ...(checkData(read)?.problems ?? []),
    ]);
  },
  {
    'content-type-malformed': ['Content-Type: message', 'Content-Type: message/external-body'],
    'external-body-type-missing': [`X${header(url)}`, header(url)],
    'external-body-other-type': ['Content-Type: message/rfc822', 'Content-Type: message/external-body'],
    'external-body-access-missing': [header(url).replace('access-type=URL; ', ''), header(url)],
    'external-body-other-access': [header(url).replace('=URL', '=ftp'), header(url)],
    'external-body-url-missing': [header('X="data:,x"'), header(url)],
    'external-body-url-relative': [header('URL="data"'), header('URL="data:"')],
    'external-body-retrieves-nothing': [header('URL="mailto:a"'), header('URL="http:a"')],
    'header-line-malformed': [header(url, 'a b\n'), header(url, 'a: b\n')],
    'comment-not-closed': [header(`${url} (a`), header(`${url} (a)`)],
    'quoted-string-not-closed': [header('URL="data:,x'), header(url)],
    'parameter-malformed': [header(`${url};a`), header(`${url};a=b`)],
    'parameter-not-quoted': [header(`${url};a=b:c`), header(`${url};a="b:c"`)],
    'parameter-repeated': [header(`${url};a=b;A=c`), header(`${url};a=b;B=c`)],
    'parameter-part-missing': [header('URL*0="data:";URL*2=",x"'), header('URL*0="data:";URL*1=",x"')],
    'external-body-encoded': [
      header(url, 'Content-Transfer-Encoding: base64\n'),
      header(url, 'Content-Transfer-Encoding: 7bit\n'),
    ],
    'external-body-url-not-quoted': [header('URL=data:,x'), header(url)],
    'external-body-word-too-long': [
      header(`URL="data:,${'x'.repeat(35)}"`),
      header(`URL="data:,${'x'.repeat(34)}"`),
    ],
    'external-body-url-character': [header('URL="data:,é"'), header('URL="data:,%C3%A9"')],
    'external-body-size-malformed': [header(`${url};size=one`), header(`${url};size=1`)],
    'external-body-expiration-malformed': [
      header(`${url};expiration="Fri, 31 Jun 1991 19:13:14 -0400"`),
      header(`${url};expiration="Fri, 14 Jun 1991 19:13:14 -0400"`),
    ],
    'external-body-permission-unknown': [header(`${url};permission=write`), header(`${url};permission=read`)],
    'external-body-data-unreadable': [header('URL="data:x"'), header(url)],
    'external-body-data-encoded': [
      header(url, '\nContent-Transfer-Encoding: base64\n'),
      header(url, 'Content-Transfer-Encoding: base64\n'),
    ],
    'external-body-size-differs': [header(`${url};size=2`), header(`${url};size=1`)],
    'external-body-type-disagrees': [
      header(url, '\nContent-Type: text/html\n'),
      header(url, '\nContent-Type: text/plain\n'),
    ],
    'external-body-md5-malformed': [md5('x'), md5(md5OfLines)],
    'external-body-md5-not-canonical': [
      md5('aLMp2piT40CZx9itXLnJQA==').replace(',x', ',%0A'),
      md5(md5OfLines).replace(',x', ',%0A'),
    ],
    'external-body-md5-mismatch': [md5(md5OfLines), md5(md5OfLines).replace(',x', ',%0A')],
  },
);

sentences(
  'no message/external-body',
  mailProblems,
  ([written, details]: readonly [string, MailDetails?]) => {
    const form = mailFor(written, details);
    return form.ok ? [] : [form.problem];
  },
  {
    'no-scheme': [['a,b'], ['a:,b']],
    'retrieves-nothing': [['mailto:a'], ['http:a']],
    'no-type': [
      ['http:a', { type: 'a' }],
      ['http:a', { type: 'a/b' }],
    ],
    'no-date': [
      ['http:a', { expiration: 253_402_300_800_000 }],
      ['http:a', { expiration: 253_402_300_799_999 }],
    ],
    'data-rejected': [['data:a'], ['data:a,']],
    'not-alike': [['data:a/b;c="d e",x'], ['data:a/b;c="de",x']],
  },
);

sentences(
  'resolution in 1997 and 2004',
  changeNames,
  ([reference, base]: readonly [reference: string, base: string]) => {
    const differences = resolutionDifferences(reference, base);
    return differences.ok ? differences.changes : [];
  },
  {
    'same-document': [
      ['#f', 'http://h/a'],
      ['a#f', 'http://h/a'],
    ],
    'query-only': [
      ['?q', 'http://h/a'],
      ['a?q', 'http://h/a'],
    ],
    'absolute-dots': [
      ['/b/../c', 'http://h/a'],
      ['b/../c', 'http://h/a'],
    ],
    'excess-dots': [
      ['../b', 'http://h/a'],
      ['./b', 'http://h/a'],
    ],
    'rootless-dots': [
      ['b/../c', 'x:a'],
      ['b/../c', 'x:/a'],
    ],
    'double-slash': [
      ['.//x', 'x:/a'],
      ['./x', 'x:/a'],
    ],
    'scheme-syntax': [
      ['3a:x', 'http://h/a'],
      ['a3:x', 'http://h/a'],
    ],
    'query-dots': [
      ['a?/./b', 'http://h/a'],
      ['a?/.b', 'http://h/a'],
    ],
    'base-without-path': [
      ['x', 'http://h'],
      ['x', 'http://h/'],
    ],
    'same-scheme': [
      ['http:x', 'http://h/a'],
      ['https:x', 'http://h/a'],
    ],
  },
);
