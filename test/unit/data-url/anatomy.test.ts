import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Anatomy, anatomyOf } from '../../../src/data-url/anatomy.ts';
import { runs } from '../../support/seed.ts';

const shown = ({ runs }: Anatomy) => runs.map(({ kind, text }) => `${kind} ${text ?? '…'}`);
const parts = (written: string) => shown(anatomyOf(written, []));

test('every part is named, with what stands between them', () => {
  assert.deepEqual(parts(' data:text/html;charset="utf-8";x=y;base64,PGI+#top \n'), [
    'trimmed  ',
    'scheme data',
    'delimiter :',
    'type text/html',
    'delimiter ;',
    'name charset',
    'delimiter ="',
    'value utf-8',
    'delimiter ";',
    'name x',
    'delimiter =',
    'value y',
    'base64 ;base64',
    'comma ,',
    'body PGI+',
    'delimiter #',
    'fragment top',
    'trimmed  \n',
  ]);
});

test('what no browser reads is one part behind its scheme', () => {
  assert.deepEqual(parts('data:text/plain'), ['scheme data', 'delimiter :', 'unread text/plain']);
  assert.deepEqual(parts('http://x'), ['unread http://x']);
  assert.deepEqual(parts(''), []);
});

test('marks cut the parts, and an empty one marks the character behind it', () => {
  const written = 'data:,abcdef';
  const { runs } = anatomyOf(written, [
    { start: 7, end: 9 },
    { start: 8, end: 8 },
    { start: 12, end: 12 },
  ]);
  assert.deepEqual(
    runs.filter(({ kind }) => kind === 'body').map(({ text, marks }) => [text, marks]),
    [
      ['a', []],
      ['b', [0]],
      ['c', [0, 1]],
      ['de', []],
      ['f', [2]],
    ],
  );
});

test('of megabytes the middle is left out, but not what is marked in it', () => {
  const written = `data:;base64,${'A'.repeat(3_000_000)}*${'B'.repeat(9_000_000)}#end`;
  const at = written.indexOf('*');
  const marks = [{ start: at, end: at + 1 }];
  const whole = anatomyOf(written, marks);
  assert.deepEqual(
    whole.runs.map(({ kind, text, marks }) => `${kind} ${text?.length ?? '…'} ${marks.join()}`),
    [
      'scheme 4 ',
      'delimiter 1 ',
      'base64 7 ',
      'comma 1 ',
      'body 687 ',
      'body … ',
      'body 40 ',
      'body 1 0',
      'body 40 ',
      'body … ',
      'body 196 ',
      'delimiter 1 ',
      'fragment 3 ',
    ],
  );
});

/** Returns the displayed ranges of a URL with the given length and marks. */
const shownPlaces = (length: number, marks: { start: number; end: number }[] = []) =>
  anatomyOf('data:,'.padEnd(length, 'x'), marks)
    .runs.filter(({ text }) => text !== null)
    .reduce<[number, number][]>((all, { start, end }) => {
      const last = all.at(-1);
      if (last?.[1] === start) last[1] = end;
      else all.push([start, end]);
      return all;
    }, []);

test('shown are 700 of the beginning, 200 of the end, and gaps of up to 100', () => {
  assert.deepEqual(shownPlaces(1000), [[0, 1000]]);
  assert.deepEqual(shownPlaces(1001), [
    [0, 700],
    [801, 1001],
  ]);
});

test('shown are 120 of a mark and 40 around it, of eight marks', () => {
  const edges = [
    [0, 700],
    [99_800, 100_000],
  ];
  const [head, tail] = edges;
  assert.deepEqual(shownPlaces(100_000, [{ start: 2000, end: 2120 }]), [head, [1960, 2160], tail]);
  assert.deepEqual(shownPlaces(100_000, [{ start: 2000, end: 2200 }]), [head, [1960, 2160], tail]);
  assert.deepEqual(shownPlaces(100_000, [{ start: 2000, end: 2010 }]), [head, [1960, 2050], tail]);
  assert.deepEqual(shownPlaces(100_000, [{ start: 10, end: 99_990 }]), edges);
  const marks = Array.from({ length: 9 }, (_, i) => ({ start: 2000 * (i + 1), end: 2000 * (i + 1) + 1 }));
  const shown = [head, ...marks.slice(0, 8).map(({ start }) => [start - 40, start + 41]), tail];
  assert.deepEqual(shownPlaces(100_000, marks), shown);
  assert.deepEqual(shownPlaces(100_000, marks.slice(0, 8).reverse()), shown);
});

test('50 parameters are shown one by one', () => {
  const names = (count: number) => parts(`data:a/b${';c=d'.repeat(count)},`);
  assert.equal(names(50).filter((each) => each === 'name c').length, 50);
  const more = names(52);
  assert.equal(more.filter((each) => each === 'value d').length, 50);
  assert.equal(more.at(-2), 'delimiter ;c=d;c=d');
});

test('runs follow one another from end to end, whatever is written and marked', () => {
  const text = fc.array(
    fc.constantFrom('data:', ';base64', ',', '#', ' ', 'a=b', ';', '"', '\t', 'é', 'x/y'),
  );
  const span = fc.tuple(fc.nat(40), fc.nat(40)).map(([start, size]) => ({ start, end: start + size }));
  fc.assert(
    fc.property(text, fc.array(span, { maxLength: 4 }), (pieces, marks) => {
      const written = pieces.join('');
      const { runs } = anatomyOf(written, marks);
      assert.equal(runs.map(({ text }) => text).join(''), written);
      let end = 0;
      for (const run of runs) {
        assert.equal(run.start, end);
        assert.ok(run.end > run.start);
        end = run.end;
      }
    }),
    runs(100),
  );
});

test('the delimiter of an empty fragment, and what is unread after space and a scheme', () => {
  const kindsOf = (written: string) =>
    anatomyOf(written, []).runs.map(({ kind, start, end }) => `${kind} ${start}-${end}`);
  assert.deepEqual(kindsOf('data:,x#').slice(-2), ['body 6-7', 'delimiter 7-8']);
  assert.deepEqual(kindsOf(' data:x'), ['trimmed 0-1', 'scheme 1-5', 'delimiter 5-6', 'unread 6-7']);
});
