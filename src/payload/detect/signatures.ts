/**
 * Detects, by their signatures, types that the MIME Sniffing Standard does not sniff: those in the table of formats,
 * and those that need more than a text at one position.
 */
import { hasAt, indexOfText, latin1, u8, u16be, u32be } from '../bytes.ts';
import { type FormatType, formats } from '../formats.ts';

/** The type that an ISO base media file declares in its `ftyp` box; null if none. */
export function brandedType(body: Uint8Array): string | null {
  if (!hasAt(body, 4, 'ftyp')) return null;
  const brand = latin1(body, 8, 4).trimEnd();
  const type = formats.find(({ brands }) => brands?.split(' ').includes(brand))?.type ?? null;
  // For HEIF's general brands, the compatible brands show how the image is coded.
  if (type === 'image/heif' || type === 'image/heif-sequence') {
    const compatible = latin1(body, 16, Math.max(0, Math.min(u32be(body, 0), 128) - 16));
    for (let i = 0; i < compatible.length; i += 4) {
      if (compatible.startsWith('avi', i)) return 'image/avif';
      if (compatible.startsWith('hei', i)) return 'image/heic';
    }
  }
  return type;
}

/**
 * The type of a file that begins with 0xCAFEBABE: a Java class (followed by its version), or a Mach-O file for several
 * architectures (followed by their number).
 */
function cafebabe(body: Uint8Array): string | null {
  if (!hasAt(body, 0, '\xca\xfe\xba\xbe')) return null;
  return u32be(body, 4) < 0x2d ? 'application/x-mach-binary' : 'application/java-vm';
}

/**
 * Whether a body is a tar archive older than POSIX.1-1988 ustar. Such archives have no signature, but a checksum in
 * each header.
 */
function isOldTar(body: Uint8Array): boolean {
  if (body.length < 512 || u8(body, 0) === 0) return false;
  const digits = /^ *([0-7]{4,7})[\0 ]/.exec(latin1(body, 148, 8))?.[1];
  if (digits === undefined) return false;
  let sum = 8 * 0x20;
  for (let i = 0; i < 512; i++) if (i < 148 || i >= 156) sum += body[i]!;
  return sum === Number.parseInt(digits, 8);
}

/** RFC 8794, section 11.2.4: whether the document type that EBML declares at the beginning is Matroska. */
const isMatroska = (body: Uint8Array): boolean =>
  hasAt(body, 0, '\x1aE\xdf\xa3') && indexOfText(body.subarray(0, 64), 'matroska') > 0;

/** Bit rates of MPEG-1 Layer III, in kilobits per second, and sample rates of MPEG-1, in hertz, by their indexes. */
const mp3BitRates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const mp3SampleRates = [44100, 48000, 32000];

/**
 * The length of the Layer III frame at `at`; NaN if none. The MIME Sniffing Standard computes the length for MPEG-2.5
 * incorrectly.
 */
export function mp3FrameLength(body: Uint8Array, at: number): number {
  const header = u16be(body, at);
  const rates = u8(body, at + 2);
  const bitRate = rates >> 4;
  // 0 for MPEG-2.5, 2 for MPEG-2, 3 for MPEG-1.
  const version = (header >> 3) & 3;
  if ((header & 0xffe6) !== 0xffe2 || version === 1 || bitRate === 0 || bitRate === 15) return Number.NaN;
  const lower = bitRate < 9 ? 8 * bitRate : 16 * bitRate - 64;
  const bits = (version === 3 ? mp3BitRates[bitRate]! : lower) * (version === 0 ? 288_000 : 144_000);
  return Math.floor(bits / mp3SampleRates[(rates >> 2) & 3]!) + ((rates >> 1) & 1);
}

/** ISO 13818-7, 6.2: the length of the ADTS frame of AAC at `at`; NaN if none. */
function adtsFrameLength(body: Uint8Array, at: number): number {
  if ((u16be(body, at) & 0xfff6) !== 0xfff0) return Number.NaN;
  const length = (u32be(body, at + 3) >>> 13) & 0x1fff;
  return length > 7 ? length : Number.NaN;
}

/** Whether a second frame follows the first, or the first fills the body. */
export function hasFrames(body: Uint8Array, lengthAt: typeof adtsFrameLength): boolean {
  const next = lengthAt(body, 0);
  return next === body.length || (next < body.length && lengthAt(body, next) > 0);
}

const bySignature: readonly (readonly [FormatType, (body: Uint8Array) => boolean])[] = [
  ['video/matroska', isMatroska],
  ['audio/aac', (body) => hasFrames(body, adtsFrameLength)],
  ['application/x-tar', isOldTar],
];

/** The essence of binary bytes by their signature, or null. */
export const signedType = (body: Uint8Array): string | null =>
  formats.find(({ signature, offset = 0 }) => signature?.some((text) => hasAt(body, offset, text)))?.type ??
  cafebabe(body) ??
  bySignature.find(([, isOfType]) => isOfType(body))?.[0] ??
  null;

/** Number of first bytes of a ZIP file that are searched for names. */
const zipHead = 1 << 16;

/**
 * The type of a ZIP file by the names in its local headers (APPNOTE 4.3.7): Office documents, packages, e-books. Null
 * for any other ZIP file.
 */
export function zipFlavour(body: Uint8Array): string | null {
  if (!hasAt(body, 0, 'PK\x03\x04')) return null;
  /*
   * In OpenDocument and EPUB files, the first entry is uncompressed and contains the type (OASIS ODF 1.2 part 3, OCF
   * 3.3).
   */
  const firstLength = u8(body, 26);
  if (hasAt(body, 30, 'mimetype') && firstLength === 8) {
    const type = /^[a-z]+\/[\w.+-]{1,100}/.exec(latin1(body, 38 + u8(body, 28), 120))?.[0];
    // The next entry, which begins with PK, follows directly.
    if (type !== undefined) return type.replace(/PK$/, '');
  }
  const head = latin1(body, 0, zipHead);
  return formats.find(({ entries }) => entries?.every((entry) => entry.test(head)))?.type ?? null;
}
