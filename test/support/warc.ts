/** Builds WARC archives for tests byte by byte, so that they can contain every kind of mistake. */
import { gzipSync } from 'node:zlib';

export interface WarcRecord {
  url: string;
  /** The headers of the HTTP response. */
  headers?: Record<string, string>;
  body: string | Uint8Array;
  type?: string;
  /** The length that the record declares, if it differs from the actual length. */
  claimed?: number;
}

export function recordBytes(
  { url, headers = {}, body, type = 'response', claimed }: WarcRecord,
  n = 0,
): Buffer {
  const http = type === 'response' || type === 'revisit';
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const block = Buffer.concat([
    Buffer.from(http ? `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n` : ''),
    Buffer.from(body),
  ]);
  const head = [
    'WARC/1.1',
    `WARC-Type: ${type}`,
    `WARC-Target-URI: ${url}`,
    'WARC-Date: 2026-01-01T00:00:00Z',
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${String(n).padStart(12, '0')}>`,
    `Content-Type: ${http ? 'application/http;msgtype=response' : (headers['Content-Type'] ?? 'text/plain')}`,
    `Content-Length: ${claimed ?? block.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]);
}

export const warcOf = (records: readonly WarcRecord[]): Buffer =>
  Buffer.concat(records.map((record, n) => recordBytes(record, n)));

/** Compresses each record as a separate gzip member, as crawlers do. */
export const gzippedWarcOf = (records: readonly WarcRecord[]): Buffer =>
  Buffer.concat(records.map((record, n) => gzipSync(recordBytes(record, n))));
