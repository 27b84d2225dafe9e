/** What bytes are, whatever their label says: the MIME Sniffing Standard, and SVG, which it does not know. */
import { computedMIMEType } from 'whatwg-mimetype';

/** How far into the bytes markup is looked for, in bytes. */
const head = 2048;

const latin1 = new TextDecoder('latin1');

/** An svg element behind what may stand before it: BOM, XML declaration, comments, DOCTYPE, white space. */
function startsAsSvg(body: Uint8Array): boolean {
  let text = latin1.decode(body.subarray(0, head)).replace(/^(?:\u00ef\u00bb\u00bf)?/, '');
  for (;;) {
    text = text.trimStart();
    const end = text.startsWith('<!--') ? '-->' : /^<[?!]/.test(text) ? '>' : null;
    if (end === null) return /^<(?:[\w.-]{1,40}:)?svg[\s/>]/i.test(text);
    const at = text.indexOf(end);
    if (at < 0) return false;
    text = text.slice(at + end.length);
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
