/** Tests examples from the documents, pasted with their indentation and line breaks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeDataUrl } from '../../src/data-url/decode.ts';
import { mailEntities } from '../../src/pasted/mail.ts';
import { findPasted } from '../../src/pasted/pasted.ts';
import { delimit } from '../../src/uri/delimit.ts';

const urls = (text: string) => delimit(text).map((each) => each.text);
const larry = `   <IMG
   SRC="data:image/gif;base64,R0lGODdhMAAwAPAAAAAAAP///ywAAAAAMAAw
   AAAC8IyPqcvt3wCcDkiLc7C0qwyGHhSWpjQu5yqmCYsapyuvUUlvONmOZtfzgFz
   ByTB10QgxOR0TqBQejhRNzOfkVJ+5YiUqrXF5Y5lKh/DeuNcP5yLWGsEbtLiOSp
   a/TPg7JpJHxyendzWTBfX0cxOnKPjgBzi4diinWGdkF8kjdfnycQZXZeYGejmJl
   ZeGl9i2icVqaNVailT6F5iJ90m6mvuTS4OK05M0vDk0Q4XUtwvKOzrcd3iq9uis
   F81M1OIcR7lEewwcLp7tuNNkM3uNna3F2JQFo97Vriy/Xl4/f1cf5VWzXyym7PH
   hhx4dbgYKAAA7"
   ALT="Larry">`;

const decoded = (text: string): [type: string, size: number] => {
  const [found, ...others] = findPasted(text);
  assert.ok(found && others.length === 0, text);
  const result = decodeDataUrl(found.written);
  assert.ok(result.ok, found.written);
  return [result.mimeType, result.body.length];
};

const cases: Record<string, () => void> = {
  'RFC 2397 section 4: a brief note': () =>
    assert.deepEqual(decoded('\n                          data:,A%20brief%20note\n'), [
      'text/plain;charset=US-ASCII',
      12,
    ]),
  'RFC 2397 section 4: Larry': () => {
    assert.deepEqual(decoded(larry), ['image/gif', 273]);
    assert.deepEqual(decoded(larry.replace(/\n +/g, ' ')), ['image/gif', 273]);
  },
  'RFC 2397 section 4 and erratum 2009: Greek': () => {
    assert.deepEqual(decoded('   data:text/plain;charset=iso-8859-7,%be%d3%be'), [
      'text/plain;charset=iso-8859-7',
      3,
    ]);
    assert.deepEqual(decoded('   data:text/plain;charset=iso-8859-7,%be%fg%be'), [
      'text/plain;charset=iso-8859-7',
      5,
    ]);
  },
  'RFC 2397 section 4: a vendor’s type, broken at its hyphen': () => {
    const [found] = findPasted(
      '   data:application/vnd-xxx-\n   query,select_vcount,fcol_from_fieldtable/local\n',
    );
    const readings = [found?.written, ...(found?.otherReadings ?? [])];
    assert.ok(readings.includes('data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local'));
  },
  'the draft of 2013, step 4: a comma in quotes': () =>
    assert.deepEqual(
      decoded('    data:text/plain;foo="bar,baz";charset=utf8,body').at(0),
      'text/plain;foo=bar',
    ),
  'the draft of 2013, step 4: quotes in the media type, in a sentence': () => {
    for (const [text, url] of [
      [
        'See data:text/plain;foo="bar, baz";charset=utf8,body, which',
        'data:text/plain;foo="bar, baz";charset=utf8,body',
      ],
      ['(data:a/b;x=1;y="2;3",z)', 'data:a/b;x=1;y="2;3",z'],
      ['data:text/plain;foo="bar baz, and data:,x', 'data:,x'],
      ['say "data:text/plain;charset=" or "data:,x"', 'data:,x'],
    ])
      assert.equal(urls(text ?? '').at(-1), url);
  },
  'RFC 2397 section 4: no type is joined across words of a sentence': () => {
    for (const text of [
      'The data:image/png- query, which',
      'See data:text- query,x',
      'See data:image/ query,x',
    ])
      assert.ok(!findPasted(text).some(({ written }) => written.includes('query')));
  },
  'RFC 2017 section 3': () => {
    const [entity] = mailEntities(
      '     Content-type: message/external-body; access-type=URL;\n                   URL="http://www.foo.com/file"\n\n     Content-type: text/html\n     Content-Transfer-Encoding: binary\n\n     THIS IS NOT REALLY THE BODY!\n\nFreed, et. al.              Standards Track                     [Page 2]\n\fRFC 2017                    URL Access-Type                 October 1996\n',
    );
    assert.ok(entity?.ok);
    assert.equal(entity.url, 'http://www.foo.com/file');
  },
  '1997, Appendix E': () =>
    assert.deepEqual(
      urls(
        '      Yes, Jim, I found it under "http://www.w3.org/pub/WWW/",\n      but you can probably pick it up from <ftp://ds.internic.\n      net/rfc/>.  Note the warning in <http://ds.internic.net/\n      instructions/overview.html#WARNING>.\n',
      ),
      [
        'http://www.w3.org/pub/WWW/',
        'ftp://ds.internic.net/rfc/',
        'http://ds.internic.net/instructions/overview.html#WARNING',
      ],
    ),
  '2004, section 1.1.2': () =>
    assert.deepEqual(
      urls(
        '      ftp://ftp.is.co.za/rfc/rfc1808.txt\n\n      http://www.ietf.org/rfc/rfc2396.txt\n\n      ldap://[2001:db8::7]/c=GB?objectClass?one\n\n      mailto:John.Doe@example.com\n\n      news:comp.infosystems.www.servers.unix\n\n      tel:+1-816-555-1212\n\n      telnet://192.0.2.16:80/\n\n      urn:oasis:names:specification:docbook:dtd:xml:4.1.2\n',
      ).length,
      8,
    ),
  '2004, Appendix C': () =>
    assert.deepEqual(
      urls(
        '      Yes, Jim, I found it under "http://www.w3.org/Addressing/",\n      but you can probably pick it up from <ftp://foo.example.\n      com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/\n      ietf/uri/historical.html#WARNING>.\n',
      ),
      [
        'http://www.w3.org/Addressing/',
        'ftp://foo.example.com/rfc/',
        'http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING',
      ],
    ),
};

for (const [name, holds] of Object.entries(cases)) test(name, holds);
