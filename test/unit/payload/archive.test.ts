import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { centralDirectory, readArchive } from '../../../src/payload/archive.ts';
import { runs } from '../../support/seed.ts';
import { ascii, join, latin1, tar, zip } from './builders.ts';

const data = ascii('content content content');
const read = (body: Uint8Array, type = 'application/zip') => {
  const facts = readArchive(type, body, body.length, body);
  assert.ok(facts);
  return facts;
};

test('ZIP: names and sizes from its directory', () => {
  const body = zip([
    { name: 'a/ü.txt', data },
    { name: 'setup.exe', data, encrypted: true },
  ]);
  const facts = read(body);
  assert.equal(facts.format, 'application/zip');
  assert.equal(facts.entries.count, 2);
  assert.deepEqual(
    facts.entries.first.map(({ name, size, encrypted }) => [name, size, encrypted]),
    [
      ['a/ü.txt', data.length, false],
      ['setup.exe', data.length, true],
    ],
  );
  assert.deepEqual([facts.totalSize, facts.overlapping, facts.complete], [2 * data.length, 0, true]);
});

test('ZIP with something in front: offsets count from where it begins', () => {
  const body = join('in front', zip([{ name: 'a', data }]));
  assert.equal(centralDirectory(body, body.length)?.prefix, 8);
});

test('ZIP of which the beginning and the end are at hand', () => {
  const body = zip(
    [
      { name: 'a', data: new Uint8Array(5000).map((_, i) => i * 7) },
      { name: 'b', data },
    ],
    true,
  );
  const facts = readArchive('application/zip', body.subarray(0, 1000), body.length, body.subarray(-200));
  assert.deepEqual(
    facts?.entries.first.map(({ name }) => name),
    ['a', 'b'],
  );
});

test('ZIP cut off: read from the headers in front of each file', () => {
  const body = zip(
    [
      { name: 'a', data },
      { name: 'b', data },
      { name: 'c', data },
    ],
    true,
  );
  const facts = read(body.subarray(0, 2 * (31 + data.length)));
  assert.deepEqual([facts.entries.count, facts.complete], [2, false]);
});

test('entries that share their bytes, and that promise petabytes', () => {
  const bomb = zip(
    Array.from({ length: 50 }, (_, i) => ({ name: `${i}`, data, offset: 0, size: 0xfffffffe })),
  );
  const facts = read(bomb);
  assert.equal(facts.overlapping, 49);
  assert.equal(facts.totalSize, 50 * 0xfffffffe);
});

test('a directory that names itself, or more entries than there are', () => {
  const body = zip([{ name: 'a', data, offset: 0xffffffff }]);
  assert.equal(read(body).overlapping, 0);
  const lying = body.slice();
  lying.set([0xff, 0xff], body.length - 12);
  assert.equal(read(lying).complete, false);
});

test('10,000 entries: the first thousand are listed, all are counted', () => {
  const facts = read(
    zip(
      Array.from({ length: 10_000 }, (_, i) => ({ name: `file ${i}`, data })),
      true,
    ),
  );
  assert.equal(facts.entries.count, 10_000);
  assert.equal(facts.entries.first.length, 1000);
  assert.equal(facts.totalSize, 10_000 * data.length);
});

test('names are bounded', () => {
  const [entry] = read(zip([{ name: 'x'.repeat(60_000), data }])).entries.first;
  assert.ok(entry && entry.name.length <= 200);
});

test('tar: names, sizes, long names and the end', () => {
  const body = tar([
    { name: 'dir/a.txt', data },
    { name: '././@LongLink', data: ascii(`${'n'.repeat(150)}\0`), type: 'L' },
    { name: 'n'.repeat(100), data },
    { name: 'pax', data: ascii('x'), type: 'x' },
  ]);
  const facts = read(body, 'application/x-tar');
  assert.deepEqual(
    facts.entries.first.map(({ name, size }) => [name, size]),
    [
      ['dir/a.txt', data.length],
      ['n'.repeat(150), data.length],
    ],
  );
  assert.equal(facts.complete, true);
  assert.equal(read(body.subarray(0, 700), 'application/x-tar').complete, false);
});

test('tar: sizes in binary, none, too large, and no number', () => {
  const sizeOf = (size: string) =>
    read(tar([{ name: 'a', data, size }]), 'application/x-tar').entries.first[0]?.size;
  assert.equal(sizeOf('\x80\0\0\0\0\0\0\0\0\0\0\x17'), 23);
  assert.equal(sizeOf('\0'.repeat(12)), 0);
  assert.equal(sizeOf('77777777777\0'), 0o77777777777);
  assert.equal(sizeOf(`\x80${'\xff'.repeat(11)}`), undefined);
  assert.equal(sizeOf('xyz\0\0\0\0\0\0\0\0\0'), 0);
});

test('whatever a ZIP file is cut or changed to, it is read', () => {
  const body = zip([
    { name: 'a', data },
    { name: 'b', data },
  ]);
  for (let length = 4; length < body.length; length++) read(body.subarray(0, length));
  fc.assert(
    fc.property(fc.nat(body.length - 1), fc.nat(255), (at, value) => {
      const broken = body.slice();
      broken[at] = value;
      broken.set(latin1('PK\x03\x04'));
      read(broken);
    }),
    runs(100),
  );
});

test('other archives are not read', () => {
  assert.equal(readArchive('application/x-7z-compressed', latin1('7z'), 2, latin1('7z')), null);
});
