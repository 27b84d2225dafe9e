/** What bytes are, whatever their label says: the MIME Sniffing Standard, and SVG, which it does not know. */
import { computedMIMEType } from 'whatwg-mimetype';
import { bomEncoding } from '../mime/charset.ts';

/** How far into the bytes markup is looked for, in bytes. */
const head = 4096;

/** Where what may stand before the root element of an XML document ends: 0 if none of it is here, -1 if it does not end. */
function endOfMisc(text: string): number {
  const endOf = (mark: string, from: number) => {
    const at = text.indexOf(mark, from);
    return at < 0 ? -1 : at + mark.length;
  };
  if (text.startsWith('<!--')) return endOf('-->', 4);
  if (text.startsWith('<?')) return endOf('?>', 2);
  if (!/^<!doctype\s/i.test(text)) return 0;
  // A DOCTYPE may hold declarations, in brackets, and these quotes, comments and instructions with any text.
  let inSubset = false;
  for (let at = 2; at >= 2 && at < text.length; ) {
    const c = text[at];
    if (c === '"' || c === "'") at = endOf(c, at + 1);
    else if (inSubset && text.startsWith('<!--', at)) at = endOf('-->', at + 4);
    else if (inSubset && text.startsWith('<?', at)) at = endOf('?>', at + 2);
    else {
      if (c === '>' && !inSubset) return at + 1;
      if (c === '[') inSubset = true;
      else if (c === ']') inSubset = false;
      at++;
    }
  }
  return -1;
}

/** An svg element behind what may stand before it: BOM, XML declaration, comments, DOCTYPE, white space. */
function startsAsSvg(body: Uint8Array): boolean {
  // Nothing but ASCII is looked for, so without a mark any encoding of one byte will do.
  let text = new TextDecoder(bomEncoding(body) ?? 'latin1').decode(body.subarray(0, head));
  for (;;) {
    text = text.trimStart();
    if (/^<!doctype\s+html[\s>]/i.test(text)) return false;
    const end = endOfMisc(text);
    if (end < 0) return false;
    if (end === 0) return /^<(?:[\w.-]{1,40}:)?svg[\s/>]/i.test(text);
    text = text.slice(end);
  }
}

/** Executables by their first bytes; no browser asks, a person does. */
const executables: readonly (readonly [type: string, ...bytes: number[]])[] = [
  ['application/vnd.microsoft.portable-executable', 0x4d, 0x5a],
  ['application/x-elf', 0x7f, 0x45, 0x4c, 0x46],
  ['application/x-mach-binary', 0xcf, 0xfa, 0xed, 0xfe],
];

/**
 * The essence of what a body is by its content, or null where nothing tells: text without marks, or unknown bytes.
 */
export function detectedType(body: Uint8Array): string | null {
  if (body.length === 0) return null;
  if (startsAsSvg(body)) return 'image/svg+xml';
  const sniffed = computedMIMEType(body).essence;
  if (sniffed !== 'text/plain' && sniffed !== 'application/octet-stream') return sniffed;
  const executable = executables.find(([, ...bytes]) => bytes.every((byte, at) => body[at] === byte));
  return executable && body.length >= 16 ? executable[0] : null;
}
