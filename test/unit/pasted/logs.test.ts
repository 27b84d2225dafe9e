/** Tests data: URLs in logs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPasted } from '../../../src/pasted/pasted.ts';

const raw = String.raw;
const all = (text: string) => findPasted(text).map(({ written }) => written);

test('in an address or a form: as a form parser ends it, with the other readings', () => {
  const [found] = findPasted('GET https://h/p?a=1&key=data:text/plain,hello+you%21&x=1 200');
  assert.equal(found?.written, 'data:text/plain,hello+you%21');
  assert.deepEqual(found?.otherReadings, ['data:text/plain,hello you!', 'data:text/plain,hello+you%21&x=1']);
  assert.deepEqual(all('https://h/p?key=data:image/png;base64,iVBORw0KGgo=&x=1#y'), [
    'data:image/png;base64,iVBORw0KGgo=',
  ]);
});

test('in an address, with single quotes of its own or around the address', () => {
  const svg = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E";
  for (const [line, url] of [
    [`ref=https://shop.example/p?icon=${svg}&x=1`, svg],
    [`GET /p?icon=${svg} 200`, svg],
    [`it's /p?icon=${svg} here`, svg],
    ["fetch('https://h/p?k=data:,a')", 'data:,a'],
    ["['https://h/p?k=data:,a','b']", 'data:,a'],
    ["in 'the page /p?k=data:,a'", 'data:,a'],
  ] as const)
    assert.equal(findPasted(line)[0]?.written, url, line);
  assert.deepEqual(findPasted(`fetch('https://h/p?icon=${svg}')`)[0]?.otherReadings.includes(svg), true);
});

test('in shell commands, by the rules of their quotes', () => {
  for (const [line, url] of [
    [raw`$ curl -d 'img=data:text/plain,a b' http://h/`, 'data:text/plain,a b'],
    [raw`curl data:text/plain,a\&b\ c http://x`, 'data:text/plain,a&b c'],
    [raw`curl 'data:text/plain,it'\''s' -o x`, "data:text/plain,it's"],
    [raw`curl "data:text/plain,\$a\"b\n"`, raw`data:text/plain,$a"b\n`],
    [raw`echo $'data:text/plain,a\x41\'b'`, "data:text/plain,aA'b"],
    ['wget data:text/plain,a\\\nb', 'data:text/plain,ab'],
  ] as const) {
    const [found, ...others] = findPasted(line);
    assert.deepEqual([found?.written, others.length], [url, 0], line);
    assert.deepEqual(found?.undone, ['shell']);
    assert.match(line.slice(found?.start), /^["']?data:/);
  }
});

test('in dumps of bytes', () => {
  for (const dump of [
    '00000000  64 61 74 61 3a 74 65 78  74 2f 70 6c 61 69 6e 2c  |data:text/plain,|\n00000010  68 65 6c 6c 6f                                    |hello|\n00000015',
    '00000000: 6461 7461 3a74 6578 742f 706c 6169 6e2c  data:text/plain,\n00000010: 6865 6c6c 6f                             hello',
    '0000000 64 61 74 61 3a 74 65 78 74 2f 70 6c 61 69 6e 2c\n0000020 68 65 6c 6c 6f\n0000025',
    'body 646174613a746578742f706c61696e2c68656c6c6f end',
  ])
    assert.deepEqual(all(dump), ['data:text/plain,hello'], dump);
  assert.deepEqual(all('00000000: 6461 7461 3a2c 61'), ['data:,a']);
  assert.deepEqual(all('2026-11-23 10:00 64 61 74'), []);
});

test('long ones take time in proportion', () => {
  for (const text of ['curl ', "curl '", '00000000  64 61\n', '?a=data:', 'curl \\', '646174613a'].map(
    (unit) => unit.repeat(50_000),
  ))
    findPasted(text);
});
