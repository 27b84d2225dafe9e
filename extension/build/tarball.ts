/** Creates archives in npm's format. The same members always produce the same bytes. */
import { gzipSync } from 'node:zlib';

export interface Member {
  /** The name, with `/` as the separator: at most 100 bytes of ASCII. */
  name: string;
  body: Uint8Array;
  executable?: boolean;
}

const blockSize = 512;

/** The modification time that npm sets for all files: 1985-10-26 08:15 UTC, in seconds. */
const time = 499_162_500;

/** The header of a member (POSIX.1-2001, pax, "ustar Interchange Format"). */
function headerOf({ name, body, executable = false }: Member): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw new Error(`${name}: no name for an archive`);
  const header = Buffer.alloc(blockSize);
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  header.write(name, 0, 'latin1');
  octal(executable ? 0o755 : 0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(body.length, 124, 12);
  octal(time, 136, 12);
  // For the checksum, its own field counts as spaces.
  header.write(' '.repeat(8), 148, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** A compressed tar file whose members are sorted by name. */
export function tarballOf(members: readonly Member[]): Buffer {
  const sorted = [...members].sort((a, b) => (a.name < b.name ? -1 : 1));
  const parts = sorted.flatMap((member) => [
    headerOf(member),
    member.body,
    Buffer.alloc(-member.body.length & (blockSize - 1)),
  ]);
  const tarball = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * blockSize)]), { level: 9 });
  // Sets the field for the operating system (RFC 1952, 2.3), which would otherwise vary, to 255 (unknown).
  tarball[9] = 255;
  return tarball;
}
