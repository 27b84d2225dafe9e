/** Every example in the five documents, pasted as it appears there, must give the result that the document states. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailEntities } from '../../src/pasted/mail.ts';
import { baseLayers } from '../../src/references/base-layers.ts';
import { compare } from '../../src/references/compare-references.ts';
import { partsByRfc } from '../../src/references/normal-forms.ts';
import { resolve } from '../../src/references/resolve.ts';
import { resolutionDifferences } from '../../src/references/resolve-differences.ts';
import { percentDecode } from '../../src/uri/characters.ts';
import { normalizeSyntax } from '../../src/uri/normalize.ts';
import {
  appendixB,
  base1997,
  decoded,
  type Example,
  equal,
  external,
  found,
  isGrammatical,
  larry,
  resolved1997,
  urls,
} from './document-answers.ts';
import { examples2004 } from './document-examples-2004.ts';
import { between, type Document, hasSeeds, layouts, mailLayouts, seed } from './seeds.ts';

const examples: Record<Document, Example[]> = {
  'RFC 2397': [
    ['2: the form, which is no URL', 'data:[<mediatype>]', 'The <mediatype>', found()],
    [
      '4: a brief note',
      'The URL data:,A',
      'The HTML',
      decoded('text/plain;charset=US-ASCII', 'A brief note'),
    ],
    [
      '4: Larry',
      '<IMG SRC=',
      '(The embedded',
      decoded('image/gif', Buffer.from(larry, 'base64').toString('latin1')),
    ],
    ['4: Greek', 'A data URL scheme', 'EID 2009', decoded('text/plain;charset=iso-8859-7', '\xbe\xd3\xbe')],
    [
      'erratum 2009: the original text, whose “%fg” is no escape',
      'Original Text:\n\ndata:',
      'Corrected',
      decoded('text/plain;charset=iso-8859-7', '\xbe%fg\xbe'),
    ],
    [
      'erratum 2009: the corrected text',
      'Corrected Text:\n\ndata:',
      'Notes',
      decoded('text/plain;charset=iso-8859-7', '\xbe\xd3\xbe'),
    ],
    [
      '4: a vendor’s type, broken at its hyphen',
      'A URL of the form:',
      '5. History',
      decoded('application/vnd-xxx-query', 'select_vcount,fcol_from_fieldtable/local'),
    ],
  ],
  'the draft of 2013': [
    [
      '2, step 4: a comma in quotes',
      'What if the comma',
      '  5. Let data',
      decoded('text/plain;foo=bar', 'baz";charset=utf8,body'),
    ],
  ],
  'RFC 2017': [
    [
      '2: mailto retrieves nothing',
      'This access type is only',
      '3. Definition',
      () => {
        const [entity] = mailEntities(
          'Content-type: message/external-body; access-type=URL; URL="mailto:a@b.example"\n\n',
        );
        assert.equal(!entity?.ok && entity?.problem.code, 'external-body-retrieves-nothing');
      },
    ],
    [
      '3',
      'Content-type: message',
      'Freed, et. al. Standards Track [Page 2]',
      external('http://www.foo.com/file'),
    ],
    [
      '3, with the page break behind it',
      'For example, the following message',
      '3.1. Syntax',
      external('http://www.foo.com/file'),
    ],
    [
      '3.1',
      'The following example shows how',
      'Some URLs may',
      external('ftp://ftp.deepdirs.org/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/20/21/file.html'),
    ],
  ],
  'the draft of 1997': [
    [
      '1.3',
      '1.3. Example URLs',
      'Many URL schemes',
      (text) => {
        assert.deepEqual(urls(text), [
          'ftp://ftp.is.co.za/rfc/rfc1808.txt',
          'gopher://spinaltap.micro.umn.edu/00/Weather/California/Los%20Angeles',
          'http://www.math.uio.no/faq/compression-faq/part1.html',
          'mailto:mduerst@ifi.unizh.ch',
          'news:comp.infosystems.www.servers.unix',
          'telnet://melvyl.ucop.edu/',
        ]);
        isGrammatical(text, '1997');
      },
    ],
    [
      '2.4.1: %20',
      'For example, "%20"',
      'escaped = ',
      (text) => assert.equal(percentDecode(/%[0-9]+/.exec(text)?.[0] ?? ''), ' '),
    ],
    [
      '2.4.2: %7e is ~',
      'For example, "%7e"',
      'Because the percent',
      (text) => {
        const [escaped = '', plain = ''] = [...text.matchAll(/"([^"]+)"/g)].map(([, quoted]) => quoted);
        assert.equal(normalizeSyntax(`http://h/${escaped}`), `http://h/${plain}`);
      },
    ],
    [
      '4.3.1: user names and passwords that are empty',
      'E.g., <ftp://@host',
      'The use of passwords',
      (text) => {
        const all = urls(text);
        assert.deepEqual(
          all.map((url) => partsByRfc(url).userinfo),
          ['', null, 'foo:'],
        );
        assert.deepEqual(
          all.map((url) => new Set(all.map((other) => compare(url, other))).size),
          [2, 2, 2],
        );
        isGrammatical(text, '1997');
      },
    ],
    [
      '5: a colon in the first segment',
      'Authors should be aware',
      'It is not necessary',
      (text) => {
        const [scheme = '', relative = ''] = [...text.matchAll(/"([^"]+)"/g)].map(([, quoted]) => quoted);
        assert.deepEqual([partsByRfc(scheme).scheme, partsByRfc(relative).scheme], ['this', null]);
        const result = resolve(relative, base1997);
        assert.equal(result.ok && result.uri, 'http://a/b/c/this:that');
      },
    ],
    [
      '5.1.1: the header field',
      'Content-Base: http://www.ics',
      ' would indicate',
      (text) => {
        const { base } = baseLayers({ message: text });
        assert.equal(base.ok && base.uri, 'http://www.ics.uci.edu/Test/a/b/c');
      },
    ],
    ['6: hosts in any case', '<http://www.XEROX', 'In general, the rules', equal('syntax')],
    ['B', 'matching the above expression to http:', 'results in the', appendixB],
    [
      'C: its base',
      'Content-Base: http://a/b',
      ' the relative URLs',
      (text) => {
        const { base } = baseLayers({ document: text });
        assert.equal(base.ok && base.uri, base1997);
      },
    ],
    ['C.1', 'g:h = g:h', 'C.2. Abnormal', resolved1997(22)],
    ['C.2: the empty reference', '<> = (current', 'Parsers must', resolved1997(1)],
    ['C.2: more ".." than levels', '../../../g = http', 'Similarly', resolved1997(2)],
    ['C.2: dots that are no segments', '/./g = http', 'Less likely', resolved1997(6)],
    ['C.2: dots in odd places', './../g = http://a/b', 'Some parsers', resolved1997(10)],
    ['C.2: the base’s own scheme', 'http:g = http:g', 'Some parsers', resolved1997(2)],
    [
      'C.2: leading dots, which are kept',
      'http://a/../b/c =',
      'D. Embedding',
      (text) => {
        const [reference = '', stripped] = urls(text);
        const result = resolutionDifferences(reference, base1997);
        assert.ok(result.ok);
        // The document calls the other interpretation inappropriate, but it became the rule in RFC 3986 (5.2.2).
        assert.deepEqual([result.url1997, result.strict], [reference, stripped]);
      },
    ],
    [
      'D',
      '<!doctype html public',
      'A parser reading',
      (text) => {
        const { base } = baseLayers({ document: text });
        assert.ok(base.ok);
        const [, reference = ''] = /<A\s+href="([^"]*)"/.exec(text) ?? [];
        const result = resolutionDifferences(reference, base.uri);
        assert.ok(result.ok);
        assert.deepEqual(
          [result.url1997, result.strict],
          ['http://www.ics.uci.edu/Test/a/x', 'http://www.ics.uci.edu/Test/a/x'],
        );
      },
    ],
    [
      'E: the ways to delimit',
      'In practice, URLs are delimited',
      'These wrappers',
      found('http://test.com/', 'http://test.com/', 'http://test.com/'),
    ],
    [
      'E: the example',
      'Yes, Jim, I found',
      'F. Summary',
      found(
        'http://www.w3.org/pub/WWW/',
        'ftp://ds.internic.net/rfc/',
        'http://ds.internic.net/instructions/overview.html#WARNING',
      ),
    ],
    [
      'F.2: a slash that makes a difference',
      '<foo:/bar>',
      'without either',
      (text) => {
        const [slash = '', none = ''] = [...text.matchAll(/<([^>]*)>/g)].map(([, url]) => url);
        assert.deepEqual([partsByRfc(slash).path, partsByRfc(none).path], ['/bar', 'bar']);
        assert.equal(compare(slash, none), 'different');
      },
    ],
  ],
  'the draft of 2004': examples2004,
};

for (const [document, sections] of Object.entries(examples) as [Document, Example[]][]) {
  for (const [section, from, to, answer] of sections) {
    if (!hasSeeds) continue;
    test(`${document}, section ${section}`, () => {
      const laidOut = document === 'RFC 2017' ? mailLayouts : layouts;
      for (const text of laidOut(between(seed(document), from, to))) answer(text);
    });
  }
}
