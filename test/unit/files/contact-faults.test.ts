/** Tests what is a mistake around a data: URL in vCard and iCalendar, and what isn't. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactFaults } from '../../../src/files/contact-faults.ts';

const gif = 'data:image/gif;base64,R0lGODlhAQAB';
const rest = 'AIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const card = (lines: string) => `BEGIN:VCARD\r\nVERSION:3.0\r\n${lines}\r\nEND:VCARD\r\n`;
const calendar = (lines: string) => `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${lines}\nEND:VEVENT\nEND:VCALENDAR\n`;

for (const [text, faults] of [
  [card(`PHOTO:${gif}\r\n${rest}`), { unfolded: rest }],
  [card(`PHOTO:${gif}\r\n AIA\r\nAAA==`), { unfolded: 'AAA==' }],
  [calendar(`ATTACH:${gif}\n${rest}`), { unfolded: rest }],
  [card(`PHOTO;ENCODING=b:${gif}${rest}`), { encoded: 'PHOTO' }],
  [card(`item1.LOGO;TYPE=GIF;encoding=BASE64:${gif}`), { encoded: 'item1' }],
  [calendar(`ATTACH;ENCODING=BASE64;VALUE=BINARY:${gif}`), { encoded: 'ATTACH' }],
  [calendar('ATTACH:data:image/gif\\;base64\\,R0lG'), { escaped: 'ATTACH' }],
  [calendar('X-A;VALUE=uri:data:text/plain\\,a'), { escaped: 'X-A' }],
  [calendar('ATTACH;X-FILENAME="a:b;c.txt":data:text/plain\\,hi'), { escaped: 'ATTACH' }],
  [card(`PHOTO;TYPE="a";ENCODING="b":${gif}`), { encoded: 'PHOTO' }],
  [card(`PHOTO;ENCODING=b;\r\n TYPE=PNG:${gif}`), { encoded: 'PHOTO' }],
  [card(`PHOTO;BASE64:${gif}`), { encoded: 'PHOTO' }],
] as const)
  test(`a mistake: ${Object.keys(faults)} in ${text.slice(0, 60)}`, () => {
    const found = Object.entries(contactFaults(text));
    assert.deepEqual(
      found.map(([fault]) => fault),
      Object.keys(faults),
    );
    for (const [fault, at] of found)
      assert.ok(text.startsWith(faults[fault as keyof typeof faults] ?? '?', at), `${fault} at ${at}`);
  });

for (const text of [
  card(`PHOTO:${gif}\r\n ${rest}`),
  card(`PHOTO:${gif}\r\n\t${rest}\r\nNOTE:x`),
  card(`PHOTO;ENCODING=b;TYPE=GIF:${rest}`),
  card(`PHOTO;VALUE=uri:${gif}`),
  card(`PHOTO;X-ENCODING=b:${gif}`),
  card('PHOTO;ENCODING=QUOTED-PRINTABLE:data:text/plain,abc=\r\ndef=3D'),
  // RFC 6350, section 3.4: commas in values are escaped.
  card('PHOTO:data:image/gif\\;base64\\,R0lG'),
  calendar('ATTACH;FMTTYPE=image/gif:data:image/gif;base64,R0lG'),
  calendar('DESCRIPTION:data:text/plain\\,a\\;b'),
  calendar('ATTACH;VALUE=TEXT:data:text/plain\\,a'),
  '',
])
  test(`no mistake: ${text.slice(0, 60)}`, () => {
    assert.deepEqual(contactFaults(text), {});
  });
