/** Unpacks the ZIP files that we write, whose members are all uncompressed. */
import assert from 'node:assert/strict';

/** CRC-32, computed bit by bit as it is defined. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/**
 * Returns the files in a ZIP, located from its end as the format specifies. Compares each local header with the
 * directory.
 */
export async function unzip(blob: Blob): Promise<Map<string, Buffer>> {
  const zip = Buffer.from(await blob.arrayBuffer());
  const end = zip.length - 22;
  assert.equal(zip.readUInt32LE(end), 0x06054b50, 'the end of the directory');
  const count = zip.readUInt16LE(end + 10);
  assert.equal(zip.readUInt16LE(end + 8), count);
  let at = zip.readUInt32LE(end + 16);
  assert.equal(at + zip.readUInt32LE(end + 12), end);
  const files = new Map<string, Buffer>();
  let expected = 0;
  for (let n = 0; n < count; n++) {
    assert.equal(zip.readUInt32LE(at), 0x02014b50, 'an entry of the directory');
    const nameLength = zip.readUInt16LE(at + 28);
    const offset = zip.readUInt32LE(at + 42);
    assert.equal(offset, expected);
    assert.equal(zip.readUInt32LE(offset), 0x04034b50, 'a local header');
    assert.deepEqual(zip.subarray(offset + 4, offset + 30), zip.subarray(at + 6, at + 32));
    const name = zip.toString('latin1', at + 46, at + 46 + nameLength);
    assert.equal(zip.toString('latin1', offset + 30, offset + 30 + nameLength), name);
    assert.equal(zip.readUInt16LE(at + 10), 0, 'stored');
    const size = zip.readUInt32LE(at + 20);
    assert.equal(zip.readUInt32LE(at + 24), size);
    const body = zip.subarray(offset + 30 + nameLength, offset + 30 + nameLength + size);
    assert.equal(zip.readUInt32LE(at + 16), crc32(body), name);
    assert.ok(!files.has(name), name);
    files.set(name, body);
    expected = offset + 30 + nameLength + size;
    at += 46 + nameLength;
  }
  assert.equal(at, end);
  return files;
}
