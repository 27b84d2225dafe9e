/** The reasons why the system can't read or write a file, in a few words. */

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'circular symbolic links',
  EISDIR: 'a folder, not a file',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENAMETOOLONG: 'the path is too long',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
  EIO: 'the disk reports a read error',
  ENOSPC: 'no space left on the disk',
  EROFS: 'the disk is read-only',
  EBUSY: 'in use by another program',
};

/** States briefly why a file or folder can't be read or written. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (Object.hasOwn(reasons, code)) return reasons[code] as string;
  return (message.split('\n')[0] ?? '').replace(/^[A-Z]+: /, '');
}
