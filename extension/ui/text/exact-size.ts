import { formatBytes, formatExact } from './format.ts';

/** A rounded size and, if that differs, the exact number of bytes. */
export const formatWithExact = (bytes: number): string =>
  bytes < 1000 ? formatBytes(bytes) : `${formatBytes(bytes)} (${formatExact(bytes)})`;
