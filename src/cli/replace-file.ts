/** Replaces a file so that the old content stays if the new one can't be written. */
import { lstat, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/** Codes of errors after which the file is overwritten: a new file can't be created next to it, or can't replace it. */
const inFolder = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EEXIST', 'ENAMETOOLONG']);

/**
 * Writes a new file next to the old one, and renames it. If that isn't possible, or would change more than the content
 * (for example, because the file has several names), overwrites the file, and restores it if that fails.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const own = await realpath(file).catch(() => file);
  const known = await stat(own).catch(() => null);
  const isDangling = known === null && (await lstat(own).catch(() => null)) !== null;
  if (isDangling || (known && !known.isFile())) return writeFile(own, text);
  if (known && known.nlink > 1) return overwrite(own, text);
  // A file that is write-protected is not replaced, although its folder would allow it.
  if (known) await (await open(own, 'r+')).close();
  const next = `${own}.${process.pid}.new`;
  let isCreated = false;
  try {
    const handle = await open(next, 'wx');
    isCreated = true;
    try {
      const { uid, gid } = await handle.stat();
      const isSameOwner = known === null || (uid === known.uid && gid === known.gid);
      if (isSameOwner) {
        if (known) await handle.chmod(known.mode);
        await handle.writeFile(text);
        await handle.sync();
      } else throw Object.assign(new Error('another owner'), { code: 'EPERM' });
    } finally {
      await handle.close();
    }
    await rename(next, own);
  } catch (error) {
    if (isCreated) await rm(next, { force: true });
    if (!inFolder.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await (known ? overwrite(own, text) : writeFile(own, text));
  }
}

/** Overwrites a file, and truncates it only at the end. Until then, the disk has room to restore the old content. */
async function overwrite(file: string, text: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const old = await handle.readFile();
    const write = async (bytes: Uint8Array) => {
      for (let at = 0; at < bytes.length; )
        at += (await handle.write(bytes, at, bytes.length - at, at)).bytesWritten;
      await handle.truncate(bytes.length);
    };
    try {
      await write(Buffer.from(text));
    } catch (error) {
      await write(old);
      throw error;
    }
  } finally {
    await handle.close();
  }
}
