/**
 * Signatures of files beyond those of the MIME Sniffing Standard: executables, archives, disk images, documents, fonts
 * and media that browsers do not detect. Each from its format's own specification.
 */
import { hasAt, latin1, u8, u32be } from './bytes.ts';

interface Signature {
  type: string;
  /** Its position in bytes. */
  at: number;
  /** One byte a character. */
  text: string;
}
const signature = (type: string, text: string, at = 0): Signature => ({ type, at, text });

/** The first match counts. */
const signatures: readonly Signature[] = [
  // The standard's font types, which its rules for an unknown type omit.
  signature('font/woff2', 'wOF2'),
  signature('font/woff', 'wOFF'),
  signature('font/otf', 'OTTO'),
  signature('font/collection', 'ttcf'),
  signature('font/ttf', '\0\x01\0\0'),
  signature('font/ttf', 'true\0'),
  signature('application/vnd.ms-fontobject', 'LP', 34),
  // Executables and files that start them.
  signature('application/x-elf', '\x7fELF'),
  signature('application/x-mach-binary', '\xcf\xfa\xed\xfe'),
  signature('application/x-mach-binary', '\xce\xfa\xed\xfe'),
  signature('application/x-mach-binary', '\xfe\xed\xfa\xcf'),
  signature('application/x-mach-binary', '\xfe\xed\xfa\xce'),
  signature('application/wasm', '\0asm'),
  signature('application/vnd.android.dex', 'dex\n0'),
  signature('application/x-ms-shortcut', 'L\0\0\0\x01\x14\x02\0\0\0\0\0\xc0\0\0\0\0\0\0F'),
  signature('application/vnd.ms-htmlhelp', 'ITSF'),
  signature('application/vnd.microsoft.portable-executable', 'MZ'),
  // Archives and packages.
  signature('application/x-7z-compressed', "7z\xbc\xaf'\x1c"),
  signature('application/x-rar-compressed', 'Rar!\x1a\x07\x01\0'),
  signature('application/x-xz', '\xfd7zXZ\0'),
  signature('application/zstd', '(\xb5/\xfd'),
  signature('application/x-bzip2', 'BZh'),
  signature('application/x-lz4', '\x04"M\x18'),
  signature('application/vnd.ms-cab-compressed', 'MSCF\0\0\0\0'),
  signature('application/vnd.debian.binary-package', '!<arch>\ndebian-binary'),
  signature('application/x-archive', '!<arch>\n'),
  signature('application/x-rpm', '\xed\xab\xee\xdb'),
  signature('application/x-tar', 'ustar', 257),
  // Disk images.
  signature('application/x-iso9660-image', 'CD001', 32769),
  signature('application/x-virtualbox-vhdx', 'vhdxfile'),
  signature('application/x-virtualbox-vhd', 'conectix'),
  signature('application/x-vmdk', 'KDMV'),
  signature('application/x-qemu-disk', 'QFI\xfb'),
  signature('application/x-ms-wim', 'MSWIM\0\0\0'),
  // Documents: Office before 2007, Windows Installer and others are all compound files.
  signature('application/x-ole-storage', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
  signature('application/vnd.sqlite3', 'SQLite format 3\0'),
  // Images and media that browsers do not detect, or not in this way.
  signature('image/jxl', '\xff\x0a'),
  signature('image/jxl', '\0\0\0\x0cJXL \r\n\x87\n'),
  signature('image/jp2', '\0\0\0\x0cjP  \r\n\x87\n'),
  signature('image/tiff', 'II*\0'),
  signature('image/tiff', 'MM\0*'),
  signature('image/vnd.adobe.photoshop', '8BPS\0\x01'),
  signature('image/x-icns', 'icns'),
  signature('audio/flac', 'fLaC'),
  signature('application/x-shockwave-flash', 'FWS'),
  signature('application/x-shockwave-flash', 'CWS'),
  signature('application/x-shockwave-flash', 'ZWS'),
];

/** ISO 14496-12: the first brand of a file, which distinguishes images from videos. */
const brands: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  heim: 'image/heic',
  hevc: 'image/heic-sequence',
  mif1: 'image/heif',
  msf1: 'image/heif-sequence',
  'qt  ': 'video/quicktime',
  'M4A ': 'audio/mp4',
  'M4V ': 'video/mp4',
  isom: 'video/mp4',
};

/** The type that an ISO base media file names in its `ftyp` box, or null. */
export function brandedType(body: Uint8Array): string | null {
  if (!hasAt(body, 4, 'ftyp')) return null;
  const brand = latin1(body, 8, 4);
  const type = Object.hasOwn(brands, brand) ? brands[brand]! : null;
  // With HEIF's general brands the compatible brands decide how the image is coded.
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
 * 0xCAFEBABE begins a Java class, followed by its version, and Mach-O for several machines, followed by their number.
 */
function cafebabe(body: Uint8Array): string | null {
  if (!hasAt(body, 0, '\xca\xfe\xba\xbe')) return null;
  return u32be(body, 4) < 0x2d ? 'application/x-mach-binary' : 'application/java-vm';
}

/** The predecessor of POSIX.1-1988 ustar has no signature, but a checksum of its header's bytes. */
function isOldTar(body: Uint8Array): boolean {
  if (body.length < 512 || u8(body, 0) === 0) return false;
  const digits = /^ *([0-7]{4,7})[\0 ]/.exec(latin1(body, 148, 8))?.[1];
  if (digits === undefined) return false;
  let sum = 8 * 0x20;
  for (let i = 0; i < 512; i++) if (i < 148 || i >= 156) sum += body[i]!;
  return sum === Number.parseInt(digits, 8);
}

/** The essence of binary bytes by their signature, or null. */
export function signedType(body: Uint8Array): string | null {
  const found = signatures.find(({ at, text }) => hasAt(body, at, text));
  return found?.type ?? cafebabe(body) ?? (isOldTar(body) ? 'application/x-tar' : null);
}

/** Bytes of a ZIP file that are searched for names. */
const zipHead = 1 << 16;

/**
 * The type of a ZIP file by the names in its local headers (APPNOTE 4.3.7): Office documents, packages, e-books. Null
 * for a plain ZIP file.
 */
export function zipFlavour(body: Uint8Array): string | null {
  if (!hasAt(body, 0, 'PK\x03\x04')) return null;
  // The first entry of these is uncompressed and contains their type (OASIS ODF 1.2 part 3, OCF 3.3).
  const firstLength = u8(body, 26);
  if (hasAt(body, 30, 'mimetype') && firstLength === 8) {
    const type = /^[a-z]+\/[\w.+-]{1,100}/.exec(latin1(body, 38 + u8(body, 28), 120))?.[0];
    // The next entry follows directly.
    if (type !== undefined) return type.replace(/PK$/, '');
  }
  const head = latin1(body, 0, zipHead);
  const has = (name: string) => head.includes(name);
  if (has('[Content_Types].xml') || has('_rels/.rels')) {
    const macros = has('vbaProject.bin');
    const office = (subtype: string, macro: string) =>
      macros
        ? `application/vnd.ms-${macro}.macroenabled.12`
        : `application/vnd.openxmlformats-officedocument.${subtype}`;
    if (has('word/')) return office('wordprocessingml.document', 'word.document');
    if (has('xl/')) return office('spreadsheetml.sheet', 'excel.sheet');
    if (has('ppt/')) return office('presentationml.presentation', 'powerpoint.presentation');
  }
  if (has('AndroidManifest.xml')) return 'application/vnd.android.package-archive';
  return has('META-INF/MANIFEST.MF') ? 'application/java-archive' : null;
}
