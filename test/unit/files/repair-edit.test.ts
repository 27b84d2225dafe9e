/**
 * Tests repairs as edits of a file: they must be as short as possible, and without characters that the file may have to
 * escape.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { repairEdit, repairInFile } from '../../../src/files/repair-edit.ts';
import { scanText } from '../../../src/files/scan-text.ts';
import { inspect } from '../../../src/inspect.ts';
import { repairDataUrl } from '../../../src/repair/repair.ts';

const editOf = async (written: string, messageIds = ['wrong-type', 'a']) => {
  const repair = repairInFile(written, { inspection: await inspect(written), occurrences: [] }, messageIds);
  return repair && repairEdit(written, repair);
};

const applied = async (written: string): Promise<string | null> => {
  const edit = await editOf(written);
  return edit && written.slice(0, edit.start) + edit.text + written.slice(edit.end);
};

const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

for (const written of [
  `data:image/gif;base64 ,${gif}`,
  `data:data:image/gif;base64,${gif}`,
  `data:image/gif;bas64,${gif}`,
  `data:image/gif;base64,${gif.slice(0, -1)}`,
  'data:text/plain;utf8,aaa',
])
  test(`an edit has the effect of the repair: ${written.slice(0, 40)}`, async () => {
    const repair = repairDataUrl(written);
    const edit = await editOf(written);
    if (!repair.ok) return assert.equal(edit, null);
    assert.equal(await applied(written), repair.url);
    assert.ok(edit && edit.removes.length > 0 && edit.text.length + edit.end - edit.start < written.length);
  });

test('what an edit removes has the names of findings', async () => {
  const safe = await editOf('data:image/svg+xml;base64,PHN2Zz4-Pj4_Pz88L3N2Zz4=');
  assert.deepEqual(safe?.removes, ['base64-character', 'base64-url-safe', 'url-safe-alphabet']);
});

test('lost bytes stay lost, whatever else an edit repairs', async () => {
  const lost = Buffer.from(Buffer.from(gif, 'base64').toString()).toString('base64');
  const edit = await editOf(`data:image/gif;charset=utf-8;base64,${lost}`);
  assert.deepEqual(edit?.removes, ['charset-on-binary']);
});

test('only the part that differs', async () => {
  const edit = await editOf(`data:image/gif;base64 ,${gif}`);
  assert.deepEqual({ ...edit, removes: [] }, { start: 21, end: 22, text: '', removes: [] });
});

test('an edit escapes only what has another meaning without an escape', async () => {
  const svg = (color: string, percent = '%25') =>
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><text fill='${color}'>50${percent} é \ud83d\ude00</text></svg>`;
  for (const [written, repaired] of [
    [`data:image/svg+xml,${svg('#f00', '%')}`, `data:image/svg+xml,${svg('%23f00')}`],
    [`data:image/svg+xml,${svg('#f00')}#icon`, `data:image/svg+xml,${svg('%23f00')}#icon`],
    [`data:image/svg+xml;utf8,${svg('red')}`, `data:image/svg+xml;charset=utf-8,${svg('red')}`],
    // The URL parser would remove the space at the end.
    ['data:text/plain;utf8,a b%20', 'data:text/plain;charset=utf-8,a b%20'],
  ] as const) {
    assert.equal(await applied(written), repaired);
    const repair = repairDataUrl(written);
    assert.deepEqual(decodeDataUrl(repaired), decodeDataUrl(repair.ok ? repair.url : ''));
  }
  const spaced = 'data:text/plain;utf8,a b';
  const edit = await editOf(spaced, ['space-in-body']);
  assert.equal(edit?.text, 'charset=utf-8,a%20');
  assert.ok(edit?.removes.includes('space-in-body'));
});

for (const type of ['image/png', 'None', '[object Object]'])
  test(`the type of the bytes in place of ${type}`, async () => {
    const written = `data:${type};base64,${gif}`;
    assert.equal(await applied(written), `data:image/gif;base64,${gif}`);
    assert.deepEqual((await editOf(written))?.removes.slice(-1), ['wrong-type']);
  });

test('nothing to repair, no repair, and too much text are no edit', async () => {
  for (const written of [
    'data:,x',
    'data:image/png;base64,AA*A',
    'no',
    '',
    `data:text/plain;utf8,${'a'.repeat(1 << 20)}`,
  ])
    assert.equal(await editOf(written), null);
});

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const html = btoa('<!doctype html><p>x');
const css = btoa('a{color:red}');

/** Returns the message of each finding, followed by the type in its fixed URL. */
const fixesOf = async (text: string) =>
  (await scanText(text, { name: 'a.html' })).findings.flatMap(({ messageId, start, fix }) => {
    const fixed = fix && text.slice(0, fix.start) + fix.text + text.slice(fix.end);
    return fixed ? [`${messageId} ${/^data:([^;,]*)/.exec(fixed.slice(start))?.[1]}`] : [];
  });

for (const [text, fixes] of [
  [`<object data="data:undefined;base64,${png}"></object>`, ['type-misspelled image/png']],
  [`<embed src="data:None;base64,${png}">`, ['type-misspelled image/png']],
  [`<object data="data:[object Object];base64,${png}"></object>`, ['type-misspelled image/png']],
  [`<video src="data:image/png;base64,${gif}"></video>`, []],
  [
    `<link rel=stylesheet href="data:image/png;base64,${gif}"><script type=module src="data:image/png;base64,${gif}"></script>`,
    ['wrong-type image/gif', 'wrong-type image/gif'],
  ],
  [`<link rel=stylesheet href="data:image/png;base64,${png}">`, []],
  [`<link rel=stylesheet href="data:text/html;base64,${png}">`, []],
  [`<script type=module src="data:image/png;base64,${html}"></script>`, []],
  [`<link rel=stylesheet href="data:text/plain;base64,${css}">`, ['unloadable-not-a-style-sheet text/css']],
] as const)
  test(`the type that fits the bytes at their places: ${text.slice(0, 60)}`, async () => {
    assert.deepEqual(await fixesOf(text), fixes);
  });
