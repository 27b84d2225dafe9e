/** Tests the data: URLs that are found in pasted text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPasted, findPastedIn, type Pasted } from '../../../src/pasted/pasted.ts';

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const writtenIn = (text: string) => findPasted(text).map(({ written }) => written);

test('a text that is one data: URL is that one, as it is written', () => {
  for (const url of [
    gif,
    'data:',
    ' da\tta:text/html,<p class="a">two words</p>\n',
    'data:text/plain;base64,QUJD\nREVG\nR0hJ',
  ]) {
    assert.deepEqual(findPasted(url), [
      {
        ...{ written: url, start: 0, end: url.length, undone: [] },
        ...{ isCutOff: false, otherReadings: [], externalBody: null },
      },
    ]);
  }
});

test('those in a text are found with its escapes undone', () => {
  const text = [
    `GET "${gif}" 200`,
    String.raw`{"page": "data:text\/html,\u003cp>"}`,
    'a { background: url(data:image/svg+xml,%3Csvg/%3E) }',
    '<img alt="" src="data:text/plain,a&amp;b">',
  ].join('\n');
  assert.deepEqual(
    findPasted(text).map(({ written, undone }) => [written, undone]),
    [
      [gif, []],
      ['data:text/html,<p>', ['js']],
      ['data:image/svg+xml,%3Csvg/%3E', []],
      ['data:text/plain,a&b', ['html']],
    ],
  );
  for (const { written, undone, start, end } of findPasted(text)) {
    if (undone.length === 0) assert.equal(text.slice(start, end), written);
  }
  assert.deepEqual(writtenIn('data:,one\ndata:,two'), ['data:,one', 'data:,two']);
  assert.deepEqual(writtenIn('data:;base64,AA\ndata:text/plain'), ['data:;base64,AA', 'data:text/plain']);
  assert.deepEqual(writtenIn('about data: and mailto:a@b and https://example.com/'), []);
});

test('behind a blank in base64, which has no colon, another begins; any other body may hold one', async () => {
  const two = `${gif} and (data:;base64,E+)`;
  assert.deepEqual(writtenIn(two), [gif, 'data:;base64,E+']);
  for (const one of [
    `data:text/html,<img src= ${gif}>`,
    'data:text/plain,a and data:,b',
    'data:text/plain;base64,AA AA\tAA\nAA',
    'data:text/plain;name=" data:";base64,AA',
    'data:text/plain;base64,AA and data: beside',
  ]) {
    assert.deepEqual(writtenIn(one), [one]);
  }
  const { found } = await findPastedIn(new Blob([two]), { onProgress() {}, maxCount: 10 });
  assert.deepEqual(
    found.map((each) => 'written' in each && each.written),
    [gif, 'data:;base64,E+'],
  );
});

test('a message/external-body names its URL, and is held against its data', () => {
  const entity = (type: string) =>
    [
      'Subject: it',
      '',
      '--b',
      'Content-ID: <x@y>',
      'Content-Type: message/external-body; access-type=URL;',
      ' URL="data:text/plain;charset=utf-8,',
      ' Hello"',
      '',
      `Content-Type: ${type}`,
      '',
      `phantom data:,beside`,
      '--b--',
    ].join('\r\n');
  const [body, beside] = findPasted(entity('text/plain; charset=utf-8')) as [Pasted, Pasted];
  assert.equal(body.written, 'data:text/plain;charset=utf-8,Hello');
  assert.deepEqual(body.externalBody?.problems, []);
  assert.equal(body.externalBody?.check?.type, 'agrees');
  assert.equal(beside.written, 'data:,beside');

  const text = entity('text/html');
  const [other] = findPasted(text);
  assert.equal(other?.externalBody?.check?.type, 'disagrees');
  const [problem] = other?.externalBody?.problems ?? [];
  assert.equal(problem?.code, 'external-body-type-disagrees');
  assert.equal(text.slice(problem?.start, problem?.end).trim(), 'Content-Type: text/html');

  const [elsewhere] = findPasted(
    'Content-Type: message/external-body; access-type=URL; URL="http://example.com/"\n\n',
  );
  assert.equal(elsewhere?.written, 'http://example.com/');
  assert.equal(elsewhere?.externalBody?.check, null);
});

test('a large text is searched in windows, across their ends', async () => {
  const filler = 'log line\n'.repeat(450_000);
  const long = `data:image/png;base64,${'A'.repeat(9_000_000)}`;
  const text = `${filler}"${gif}" ${filler.slice(0, 300_000)}"${long}" ${filler} <data:,end>`;
  const shares: number[] = [];
  const { found } = await findPastedIn(new Blob([text]), {
    onProgress: (share) => shares.push(share),
    maxCount: 10,
  });
  assert.deepEqual(
    found.map((each) => ('whole' in each ? null : [each.start, each.written.length])),
    [gif, long, 'data:,end'].map((url) => [text.indexOf(url), url.length]),
  );
  assert.ok(shares.length > 3 && shares.at(-1) === 1);
  assert.deepEqual([...shares].sort(), shares);

  const limited = await findPastedIn(new Blob([`x ${gif} `.repeat(1000)]), { onProgress() {}, maxCount: 10 });
  assert.equal(limited.found.length, 10);
  const whole = new Blob([long]);
  const alone = await findPastedIn(whole, { onProgress() {}, maxCount: 10 });
  assert.deepEqual(alone.found, [{ whole }]);
});
