/** The content of a compressed body. Browsers don't decompress it in a data: URL, but users may want to read it. */

import { useEffect, useState } from 'preact/hooks';
import { maxInflated } from '../../../src/limits.ts';
import type { Coding } from '../../../src/payload/inflate.ts';
import type { Reading } from '../../../src/report/report.ts';
import type { Row } from '../../platform/surface-updates.ts';
import type { Body } from '../hooks/use-body.ts';

/**
 * Maximum number of bytes by which a compressed body may be longer than its content, because of the headers of stored
 * blocks.
 */
const maxOverhead = 1 << 16;

/**
 * A decompressed body. `isWhole` is true if decompression reached the end and was not stopped by damage or the limit.
 */
export type Unpacked = Body | { state: 'ready'; blob: Blob; isWhole: boolean };

/**
 * Decompresses a body up to the limit. Returns a body unchanged if it is not compressed.
 *
 * @param coding the coding of the body; null if the body is not to be decompressed
 */
export function useUnpacked(body: Body, coding: Coding | null): Unpacked {
  const [unpacked, setUnpacked] = useState<{ of: Blob; blob: Blob; isWhole: boolean } | null>(null);
  const packed = coding !== null && body.state === 'ready' ? body.blob : null;
  useEffect(() => {
    if (!packed || coding === null) return undefined;
    let isWanted = true;
    unpack(packed, coding).then((result) => isWanted && setUnpacked({ of: packed, ...result }));
    return () => {
      isWanted = false;
    };
  }, [packed, coding]);
  if (coding === null || body.state !== 'ready') return body;
  return unpacked?.of === packed ? { state: 'ready', ...unpacked } : { state: 'loading' };
}

async function unpack(packed: Blob, coding: Coding): Promise<{ blob: Blob; isWhole: boolean }> {
  const { inflate } = await import('../../../src/payload/inflate.ts');
  const bytes = new Uint8Array(await packed.slice(0, maxInflated + maxOverhead).arrayBuffer());
  const inflated = await inflate(bytes, coding, maxInflated);
  return { blob: new Blob([inflated.bytes as Uint8Array<ArrayBuffer>]), isWhole: inflated.complete };
}

/** The row as it would be if the decompressed content were the body. */
export const unpackedRow = (row: Row, { encodedAs, facts }: Reading): Row => ({
  ...row,
  essence: encodedAs?.detectedType ?? null,
  detectedType: encodedAs?.detectedType ?? null,
  charset: { declared: row.charset.declared, used: facts && 'text' in facts ? facts.text.charset : null },
});
