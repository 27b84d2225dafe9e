/**
 * Tests decoding of a body in pieces: wherever the body is cut, the bytes and the problem must be those of the whole.
 * Also tests the size that is computed without decoding.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bodyDecoder,
  bytesOf,
  decodeDataUrl,
  decodedSize,
  padsBefore,
} from '../../../src/data-url/decode.ts';
import { base64Character } from '../../../src/data-url/problems.ts';
import { withAndWithoutNative } from '../../vectors/data-url-native.ts';

/** Returns the bytes of the text, cut at the given positions; or the problem with its position. */
function decoded(base64: boolean, text: string, cuts: number[] = []) {
  const decoder = bodyDecoder(base64);
  const ends = [...cuts, text.length];
  const chunks = ends.map((end, i) => decoder.write(text, ends[i - 1] ?? 0, end, 100, i === ends.length - 1));
  const problem = decoder.problem();
  return problem
    ? { code: problem.code, start: problem.start - 100, end: problem.end - 100 }
    : Buffer.concat(chunks);
}

const bytes = Uint8Array.from({ length: 251 }, (_, i) => (i * 2654435761) >>> 11);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const hex = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`;
const everyCut = (text: string) => Array.from({ length: text.length + 1 }, (_, i) => i);

test('base64, cut in two anywhere and into threes', () => {
  const plain = Buffer.from(bytes).toString('base64');
  withAndWithoutNative(() => {
    for (const text of [
      plain,
      plain.replace(/=+$/, ''),
      plain.replace(/(.{19})/g, '$1\r\n'),
      plain.replaceAll(/[+/=C]/g, (c) => hex(c.charCodeAt(0))),
      `${plain.slice(0, 7)}%0a${plain.slice(7)} \f`,
    ]) {
      for (const cut of everyCut(text)) {
        assert.deepEqual(decoded(true, text, [cut]), Buffer.from(bytes), `${text} at ${cut}`);
      }
      const threes = everyCut(text).filter((cut) => cut % 3 === 1);
      assert.deepEqual(decoded(true, text, threes), Buffer.from(bytes), text);
    }
  });
});

test('one escape among base64, cut in two anywhere', () => {
  const plain = 'QUJDQUJDQUJD';
  withAndWithoutNative(() => {
    for (let at = 0; at < plain.length; at++) {
      const text = plain.slice(0, at) + hex(plain.charCodeAt(at)) + plain.slice(at + 1);
      for (const cut of everyCut(text))
        assert.deepEqual(decoded(true, text, [cut]), Buffer.from('ABCABCABC'), `${text} at ${cut}`);
    }
  });
});

test('escapes, cut in two anywhere and into threes', () => {
  for (const [text, expected] of [
    [Array.from(bytes, hex).join(''), Buffer.from(bytes)],
    [Array.from(bytes, (byte) => `${hex(byte).toUpperCase()}x`).join(''), null],
    ['a%4\n1%\t42%\r\n4\n3%', Buffer.from('aABC%')],
    ['%4zz', Buffer.from('%4zz')],
    ['%4%4%4', Buffer.from('%4%4%4')],
    ['%zz', Buffer.from('%zz')],
    ['%%41%4%41%4g%g4%zz%4', Buffer.from('%A%4A%4g%g4%zz%4')],
    ['%41%42%43%4g%41%4%42%43%44', Buffer.from('ABC%4gA%4BCD')],
    ['%41%42x%43%44%45 %46%47%48%49', Buffer.from('ABxCDE FGHI')],
    ['abcd\tefgh\nijk\rlmnop\x0b\x0c\x0e\x7f', Buffer.from('abcdefghijklmnop\x0b\x0c\x0e\x7f')],
    ['é€xyzé%C3%A9', Buffer.from('é€xyzéé')],
  ] as const) {
    const whole = decoded(false, text);
    if (expected) assert.deepEqual(whole, expected, text);
    for (const cut of everyCut(text))
      assert.deepEqual(decoded(false, text, [cut]), whole, `${text} at ${cut}`);
    const threes = everyCut(text).filter((cut) => cut % 3 === 1);
    assert.deepEqual(decoded(false, text, threes), whole, text);
  }
});

test('every byte stands for itself or does not count', () => {
  for (let byte = 0; byte < 0x80; byte++) {
    const c = String.fromCharCode(byte);
    for (const text of [`${c}ghijklm`, `ghi${c}klmn`, `ghijkl${c}`]) {
      const expected = '\t\n\r'.includes(c) ? text.replace(c, '') : text;
      assert.deepEqual(decoded(false, text), Buffer.from(expected), text);
      assert.deepEqual(decoded(false, `%41${text}`), Buffer.from(`A${expected}`), text);
    }
  }
});

test('problems, cut in two anywhere', () => {
  const plain = 'QUJD'.repeat(20);
  withAndWithoutNative(() => {
    for (const [tail, code, start, end] of [
      ['QQ=', 'base64-padding-short', 2, 3],
      ['QQ=\n ', 'base64-padding-short', 2, 3],
      ['QQ%3d', 'base64-padding-short', 2, 5],
      ['QUJ==', 'base64-padding-excess', 4, 5],
      ['QQ===', 'base64-padding-excess', 4, 5],
      ['QUJD=', 'base64-padding-excess', 4, 5],
      ['=', 'base64-padding-excess', 0, 1],
      ['QQ==QUJD', 'base64-padding-misplaced', 2, 4],
      ['QQ=Q', 'base64-padding-misplaced', 2, 3],
      ['Q=Q=', 'base64-padding-misplaced', 1, 2],
      ['QUJD=QUJD', 'base64-padding-misplaced', 4, 5],
      ['=QQ=', 'base64-padding-misplaced', 0, 1],
      ['QQ===Q', 'base64-padding-misplaced', 2, 5],
      ['Q=', 'base64-length', 0, 1],
      ['Q===', 'base64-length', 0, 1],
      ['QQ==          QUJD', 'base64-padding-misplaced', 2, 4],
      ['Q', 'base64-length', 0, 1],
      ['Q\n ', 'base64-length', 0, 1],
      ['%51', 'base64-length', 0, 3],
      ['QU-D', 'base64-character', 2, 3],
      ['QU%2DD', 'base64-character', 2, 5],
      ['QU%', 'base64-character', 2, 3],
      ['QU%4', 'base64-character', 2, 3],
      ['QU%4gD', 'base64-character', 2, 3],
      ['QU%gD', 'base64-character', 2, 3],
      ['QUéD', 'base64-character', 2, 3],
      ['QU€D', 'base64-character', 2, 3],
      ['QU\x0bD', 'base64-character', 2, 3],
    ] as const) {
      const text = plain + tail;
      const expected = { code, start: plain.length + start, end: plain.length + end };
      for (const cut of everyCut(text)) {
        assert.deepEqual(decoded(true, text, [cut]), expected, `${JSON.stringify(text)} at ${cut}`);
      }
    }
    for (const cut of everyCut(plain)) {
      const expected = { code: 'base64-character', start: 80, end: 82 };
      assert.deepEqual(decoded(true, `${plain}😀`, [cut]), expected, `${cut}`);
      assert.deepEqual(decoded(true, `${plain.slice(0, cut)}😀`, [Math.floor(cut / 2)]), {
        ...expected,
        start: cut,
        end: cut + 2,
      });
    }
  });
});

test('every character of the alphabet as an escape, in both cases, in every place', () => {
  for (const c of alphabet) {
    for (const text of [`${c}QUJ`, `Q${c}UJ`, `QU${c}J`, `QUJ${c}`]) {
      const expected = Buffer.from(text, 'base64');
      assert.deepEqual(decoded(true, text.replace(c, hex(c.charCodeAt(0)))), expected, text);
      const upper = hex(c.charCodeAt(0)).toUpperCase();
      assert.deepEqual(decoded(true, text.replace(c, upper)), expected, text);
    }
  }
});

test('a piece ends where it ends, whatever stood there before', () => {
  decoded(true, 'QUJD'.repeat(1000));
  for (let groups = 15; groups < 32; groups++) {
    for (let spaces = 1; spaces < 5; spaces++) {
      const text = `${'QUJD'.repeat(groups)}${' '.repeat(spaces)}QUJD`;
      assert.deepEqual(decoded(true, text), Buffer.from('ABC'.repeat(groups + 1)), text);
      const later = ' '.repeat(spaces) + 'QUJD'.repeat(groups);
      assert.deepEqual(decoded(true, later), Buffer.from('ABC'.repeat(groups)), later);
    }
  }
});

test('an escape that the end cuts off is a "%" that is no base64', () => {
  for (const text of ['%', '%4', 'QUJD%', 'QQ%3']) {
    const at = text.indexOf('%');
    assert.deepEqual(whole(true, text).problem, base64Character(0x25, at, at + 1), text);
  }
});

test('each of 256 bytes in each place of four that are read at once', () => {
  const plain = 'QUJD'.repeat(20);
  for (let at = 0; at < 16; at++) {
    for (let byte = 0; byte < 0x80; byte++) {
      const c = String.fromCharCode(byte);
      const text = plain.slice(0, 32 + at) + c + plain.slice(33 + at);
      const result = decoded(true, text);
      if (/[A-Za-z0-9+/]/.test(c)) assert.deepEqual(result, Buffer.from(text, 'base64'), text);
      else if (!/[\t\n\f\r =%]/.test(c))
        assert.deepEqual(result, { code: 'base64-character', start: 32 + at, end: 33 + at }, text);
    }
  }
});

test('every two characters of the alphabet, and no others, as often as they are read at once', () => {
  withAndWithoutNative(() => {
    const pairs = [...alphabet].flatMap((a) => [...alphabet].map((b) => a + b));
    const text = pairs.map((pair) => `${pair.repeat(32)}  `).join('');
    assert.ok(Buffer.from(text, 'base64').equals(decoded(true, text) as Buffer));
    for (let byte = 0; byte < 0x80; byte++) {
      const c = String.fromCharCode(byte);
      if (`${alphabet}\t\n\f\r =%`.includes(c)) continue;
      for (const pair of [`A${c}`, `${c}A`, `${c}${c}`]) {
        const start = pair.indexOf(c);
        const expected = { code: 'base64-character', start, end: start + 1 };
        assert.deepEqual(decoded(true, pair.repeat(40)), expected, JSON.stringify(pair));
      }
    }
  });
});

test('whitespace of base64 counts no more where it is an escape', () => {
  for (const space of ['%09', '%0a', '%0A', '%0c', '%0d', '%20', '\t', '\n', '\f', '\r', ' '])
    assert.deepEqual(decoded(true, `QU${space}JD${space}`), Buffer.from('ABC'), JSON.stringify(space));
});

/** Returns the bytes of the whole text, and its problem. */
function whole(base64: boolean, text: string) {
  const decoder = bodyDecoder(base64);
  const bytes = decoder.write(text, 0, text.length, 0, true);
  return { bytes, problem: decoder.problem() };
}

test('which character is no base64', () => {
  for (const [character, codePoint, length] of [
    ['%', 0x25, 1],
    ['-', 0x2d, 1],
    ['\0', 0x00, 1],
    ['\x7f', 0x7f, 1],
    ['\x80', 0x80, 1],
    ['é', 0xe9, 1],
    ['\ufeff', 0xfeff, 1],
    ['\uffff', 0xffff, 1],
    ['\u{10000}', 0x10000, 2],
    ['😀', 0x1f600, 2],
    ['%00', 0x00, 3],
    ['%2d', 0x2d, 3],
    ['%7F', 0x7f, 3],
    ['%80', 0x80, 3],
    ['%E9', 0xe9, 3],
  ] as const) {
    for (const tail of ['', 'gQ']) {
      const { problem } = whole(true, `QU${character}${tail}`);
      assert.deepEqual(problem, base64Character(codePoint, 2, 2 + length), JSON.stringify(character));
    }
  }
});

test('nothing is decoded from a problem on', () => {
  withAndWithoutNative(() => {
    for (const [text, expected] of [
      ['QUJDQUJ=Q', 'ABC'],
      ['QUJD=QUJD', 'ABC'],
      ['QUJDQU-DQUJD', 'ABC'],
      ['QUJDQUJDéQUJD', 'ABCABC'],
      ['QUJD%QUJD', 'ABC'],
      ['QUJDQ', 'ABC'],
    ] as const) {
      const { bytes, problem } = whole(true, text);
      assert.notEqual(problem, null, text);
      assert.equal(Buffer.from(bytes).toString(), expected, text);
    }
  });
});

test('an array is as large as what is in it, however the body grows', () => {
  for (const [text, size] of [
    ['x'.repeat(200_000), 200_000],
    ['%41'.repeat(100_000), 100_000],
    [`${'%41'.repeat(40_000)}${'x'.repeat(200_000)}`, 240_000],
    [`${'x'.repeat(40_000)}${'%41'.repeat(40_000)}`, 80_000],
    [`${'%41'.repeat(1_500)}${'x'.repeat(28_268)}${'€'.repeat(32_768)}`, 128_072],
    ['é'.repeat(100_000), 200_000],
  ] as const) {
    const { bytes } = whole(false, text);
    assert.equal(bytes.length, size);
    assert.equal(Buffer.from(bytes).toString(), text.replaceAll('%41', 'A'));
    assert.equal(bytes.buffer.byteLength, size);
  }
});

test('how much base64 comes to', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(bytesOf), [0, 0, 1, 2, 3, 3]);
  for (const [text, start, end, pads] of [
    ['QQ==', 0, 4, 2],
    ['QQ==', 0, 3, 1],
    ['QQ==', 3, 4, 1],
    ['====', 0, 4, 2],
    ['QQ', 0, 2, 0],
    ['=', 1, 1, 0],
    ['=A', 0, 2, 0],
  ] as const) {
    assert.equal(padsBefore(text, start, end), pads, text);
  }
});

test('the size alone: as large as decoding makes it', () => {
  const piece = 1 << 18;
  for (const written of [
    'data:;base64,QUJD#  ',
    'data:;base64,QUI=#%',
    'data:;base64,QU I=',
    'data:;base64,Q\nUI\f=',
    'data:;base64,%51UI=',
    'data:,a\tb%41%4',
    'data:/,a/b/../c%41',
    'data:/;base64,QU/./JDA',
    'data:/;base64,%51UI/.',
    'data:/,./\ud800',
    'data:,a\ud800',
    ...[0, 1, 2, 3].map((shift) => `data:,${'a'.repeat(piece - shift)}😀😀${'b'.repeat(piece)}`),
    `data:,${'a'.repeat(piece - 1)}\ud83d😀`,
    ...[0, 1, 2, 3].map((shift) => `data:,${'a'.repeat(piece - shift)}%41\ud800%42`),
  ]) {
    const decoded = decodeDataUrl(written);
    assert.ok(decoded.ok);
    assert.equal(decodedSize(written), decoded.body.length, written.slice(0, 40));
  }
  assert.equal(decodedSize('data:x'), null);
  assert.equal(decodedSize('data:;base64, Q'), null);
  // A body without whitespace is only measured. Trimmed characters don't count.
  assert.equal(decodedSize('data:;base64,-- '), 1);
});
