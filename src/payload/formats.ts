/**
 * The table of file formats, each with its types, signatures, extension, label, family, and the browsers that show it.
 * The table contains only data, so that a list of data: URLs can load it without any reader. The readers are in
 * image.ts, font.ts and archive.ts; a picture with a plain `header` needs none.
 */
import { type Browser, browsers } from '../vocabulary.ts';

export interface Format {
  /** The extension of saved files. Default: the subtype, or `bin` if that is unsuitable */
  extension?: string;
  /** The format's name for people. Default: the extension in capitals */
  label?: string;
  /**
   * Signatures, one byte per character, for types that the MIME Sniffing Standard does not sniff: one of them must be
   * at `offset`. Each comes from the format's specification.
   */
  signature?: readonly string[];
  offset?: number;
  /** ISO 14496-12: the major brands of the format's files, without trailing spaces. */
  brands?: string;
  /** Patterns for names in a ZIP file of this type; each must match a name. */
  entries?: readonly RegExp[];
  /** For a picture: the positions of its width and height, if each is a 32-bit big-endian number. */
  header?: { width: number; height: number };
  /** Whether each file begins with a signature, so that bytes without one are not of this type. */
  isSigned?: true;
  /** Browsers in which a frame with this declared type shows the content instead of saving a file. */
  frames?: readonly Browser[];
  /**
   * Other names of the type, each with the browsers in which a frame shows it: registered names, their predecessors,
   * and common mistakes.
   */
  aliases?: Readonly<Record<string, readonly Browser[]>>;
  /** The type of which this is another name. Only the extension differs. */
  sameAs?: string;
  /**
   * Browsers that load a body of this type by its bytes, as an image, a font, or media, according to its family. If
   * absent, that depends on the build or the system, or was not measured.
   */
  loads?: readonly Browser[];
}

const both = browsers;
const chromium = ['Chromium'] as const;
const firefox = ['Firefox'] as const;
const none = [] as const;

/** ECMA-376-2: matches file names of which each package contains at least one. */
const opc = /\[Content_Types\]\.xml|_rels\/\.rels/;
const macros = /vbaProject\.bin/;

/**
 * Keyed by family, then by the essence that `detectedType` returns. The first matching signature or entry counts.
 *
 * `frames` was measured in Chromium 156 and Firefox 153 with 175 types, `loads` of pictures by attack/picture-sizes
 * (docs/conformance.md), because no standard lists them. Which media play depends on the codecs of a build.
 */
const table = {
  image: {
    'image/png': {
      isSigned: true,
      frames: both,
      loads: both,
      aliases: { 'image/x-png': both },
    },
    'image/apng': { frames: both },
    'image/jpeg': {
      extension: 'jpg',
      label: 'JPEG',
      isSigned: true,
      frames: both,
      loads: both,
      aliases: { 'image/jpg': both, 'image/pjpeg': both },
    },
    'image/gif': { isSigned: true, frames: both, loads: both },
    'image/webp': { label: 'WebP', isSigned: true, frames: both, loads: both },
    'image/bmp': {
      isSigned: true,
      frames: both,
      loads: both,
      aliases: { 'image/x-bmp': none, 'image/x-ms-bmp': firefox },
    },
    'image/x-icon': {
      extension: 'ico',
      isSigned: true,
      frames: both,
      loads: both,
      aliases: { 'image/ico': none, 'image/icon': firefox, 'image/vnd.microsoft.icon': both },
    },
    'image/avif': { brands: 'avif avis', isSigned: true, frames: both, loads: both },
    'image/jxl': {
      signature: ['\xff\x0a', '\0\0\0\x0cJXL \r\n\x87\n'],
      isSigned: true,
      frames: chromium,
      loads: chromium,
    },
    // Browsers load SVG only by its declared type.
    'image/svg+xml': { extension: 'svg', isSigned: true, loads: none },
    'image/heic': { brands: 'heic heix heim' },
    'image/heic-sequence': { brands: 'hevc' },
    'image/heif': { brands: 'mif1' },
    'image/heif-sequence': { brands: 'msf1' },
    'image/jp2': { signature: ['\0\0\0\x0cjP  \r\n\x87\n'] },
    'image/tiff': { extension: 'tif', label: 'TIFF', signature: ['II*\0', 'MM\0*'] },
    'image/vnd.adobe.photoshop': {
      extension: 'psd',
      signature: ['8BPS\0\x01'],
      header: { width: 18, height: 14 },
    },
    'image/x-icns': { extension: 'icns', signature: ['icns'] },
    'image/x-xbitmap': { frames: chromium },
  },
  font: {
    'font/woff2': {
      signature: ['wOF2'],
      isSigned: true,
      loads: both,
      aliases: { 'application/font-woff2': none, 'application/x-font-woff2': none, 'font/x-woff2': none },
    },
    'font/woff': {
      signature: ['wOFF'],
      isSigned: true,
      loads: both,
      aliases: { 'application/font-woff': none, 'application/x-font-woff': none, 'font/x-woff': none },
    },
    'font/otf': {
      signature: ['OTTO'],
      isSigned: true,
      loads: both,
      aliases: {
        'application/font-otf': none,
        'application/vnd.ms-opentype': none,
        'application/x-font-opentype': none,
        'application/x-font-otf': none,
        'font/opentype': none,
      },
    },
    'font/collection': { extension: 'ttc', signature: ['ttcf'], loads: both },
    'font/ttf': {
      signature: ['\0\x01\0\0', 'true\0'],
      isSigned: true,
      loads: both,
      aliases: {
        'application/font-sfnt': none,
        'application/font-ttf': none,
        'application/x-font-sfnt': none,
        'application/x-font-truetype': none,
        'application/x-font-ttf': none,
        'font/sfnt': none,
        'font/truetype': none,
      },
    },
    'application/vnd.ms-fontobject': {
      extension: 'eot',
      signature: ['LP'],
      offset: 34,
      loads: none,
      aliases: { 'application/x-font-eot': none, 'font/eot': none },
    },
  },
  style: { 'text/css': { extension: 'css' } },
  code: {
    'text/html': {},
    'application/xhtml+xml': { extension: 'xhtml' },
    'text/javascript': { extension: 'js' },
    'application/javascript': { extension: 'js' },
    'application/json': {},
    'application/manifest+json': { extension: 'webmanifest', label: 'JSON' },
    'text/xml': { aliases: { 'application/xml': none } },
  },
  text: {
    'text/plain': { extension: 'txt' },
    'text/csv': {},
    'text/markdown': { extension: 'md' },
    'text/vtt': {},
  },
  media: {
    'audio/mpeg': {
      extension: 'mp3',
      frames: both,
      loads: both,
      aliases: { 'audio/mp3': both, 'audio/x-mp3': chromium, 'audio/mpeg3': none },
    },
    'audio/wave': {
      extension: 'wav',
      loads: both,
      aliases: { 'audio/wav': chromium, 'audio/x-wav': chromium, 'audio/vnd.wave': none },
    },
    'audio/aac': { frames: chromium, aliases: { 'audio/aacp': none, 'audio/x-aac': none } },
    'audio/aiff': {},
    'audio/basic': { extension: 'au' },
    'audio/flac': {
      signature: ['fLaC'],
      frames: both,
      aliases: { 'audio/x-flac': firefox },
    },
    'audio/midi': { extension: 'mid' },
    'application/ogg': { frames: both },
    'audio/ogg': { sameAs: 'application/ogg', frames: both },
    'video/ogg': { extension: 'ogv', sameAs: 'application/ogg', frames: chromium },
    'video/webm': { frames: both },
    'audio/webm': { extension: 'weba', sameAs: 'video/webm', frames: both },
    // RFC 9559, section 27.3.
    'video/matroska': {
      extension: 'mkv',
      frames: both,
      aliases: { 'audio/matroska': both, 'audio/x-matroska': both, 'video/x-matroska': both },
    },
    'video/mp4': {
      brands: 'M4V isom',
      frames: both,
      aliases: { 'video/x-m4v': both },
    },
    'audio/mp4': {
      extension: 'm4a',
      sameAs: 'video/mp4',
      brands: 'M4A',
      frames: chromium,
      aliases: { 'audio/x-m4a': chromium },
    },
    'video/quicktime': { extension: 'mov', brands: 'qt', frames: firefox },
    'video/3gpp': { frames: chromium },
    'video/avi': {},
    'application/vnd.apple.mpegurl': {
      frames: chromium,
      aliases: { 'application/x-mpegurl': chromium, 'audio/mpegurl': chromium },
    },
  },
  archive: {
    'application/x-gzip': { extension: 'gz', aliases: { 'application/gzip': none } },
    'application/zip': {
      isSigned: true,
      // The signature of an empty archive (APPNOTE 4.3.16).
      signature: ['PK\x05\x06'],
      aliases: { 'application/x-zip-compressed': none },
    },
    'application/vnd.android.package-archive': { entries: [/AndroidManifest\.xml/] },
    'application/java-archive': { extension: 'jar', entries: [/META-INF\/MANIFEST\.MF/] },
    'application/x-7z-compressed': { extension: '7z', signature: ["7z\xbc\xaf'\x1c"] },
    'application/x-rar-compressed': {
      extension: 'rar',
      signature: ['Rar!\x1a\x07\x01\0'],
      aliases: { 'application/vnd.rar': none },
    },
    'application/x-xz': { extension: 'xz', signature: ['\xfd7zXZ\0'] },
    'application/zstd': { extension: 'zst', signature: ['(\xb5/\xfd'] },
    'application/x-bzip2': { extension: 'bz2', signature: ['BZh'] },
    'application/x-lz4': { signature: ['\x04"M\x18'] },
    'application/vnd.ms-cab-compressed': { signature: ['MSCF\0\0\0\0'] },
    'application/vnd.debian.binary-package': { signature: ['!<arch>\ndebian-binary'] },
    'application/x-archive': { signature: ['!<arch>\n'] },
    'application/x-rpm': { signature: ['\xed\xab\xee\xdb'] },
    'application/x-tar': { extension: 'tar', signature: ['ustar'], offset: 257 },
  },
  program: {
    'application/x-elf': { extension: 'elf', label: 'Linux', signature: ['\x7fELF'] },
    'application/x-mach-binary': {
      extension: 'macho',
      label: 'macOS',
      signature: ['\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe', '\xfe\xed\xfa\xcf', '\xfe\xed\xfa\xce'],
    },
    'application/vnd.microsoft.portable-executable': {
      extension: 'exe',
      label: 'Windows',
      signature: ['MZ'],
    },
  },
  document: {
    'application/pdf': { isSigned: true, frames: both },
    'application/msword': { extension: 'doc' },
    'application/vnd.ms-word.document.macroenabled.12': {
      extension: 'docm',
      entries: [opc, /word\//, macros],
    },
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
      extension: 'docx',
      entries: [opc, /word\//],
    },
  },
  file: {
    'application/vnd.ms-excel.sheet.macroenabled.12': { extension: 'xlsm', entries: [opc, /xl\//, macros] },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
      extension: 'xlsx',
      entries: [opc, /xl\//],
    },
    'application/vnd.ms-powerpoint.presentation.macroenabled.12': {
      extension: 'pptm',
      entries: [opc, /ppt\//, macros],
    },
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
      extension: 'pptx',
      entries: [opc, /ppt\//],
    },
    // Used by Office before 2007, Windows Installer and others.
    'application/x-ole-storage': { signature: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'] },
    'application/postscript': { extension: 'ps' },
    'application/rtf': {},
    'application/vnd.sqlite3': { signature: ['SQLite format 3\0'] },
    'application/wasm': { signature: ['\0asm'] },
    'application/vnd.android.dex': { signature: ['dex\n0'] },
    'application/x-ms-shortcut': {
      signature: ['L\0\0\0\x01\x14\x02\0\0\0\0\0\xc0\0\0\0\0\0\0F'],
    },
    'application/vnd.ms-htmlhelp': { signature: ['ITSF'] },
    'application/x-iso9660-image': { signature: ['CD001'], offset: 32769 },
    'application/x-virtualbox-vhdx': { signature: ['vhdxfile'] },
    'application/x-virtualbox-vhd': { signature: ['conectix'] },
    'application/x-vmdk': { signature: ['KDMV'] },
    'application/x-qemu-disk': { signature: ['QFI\xfb'] },
    'application/x-ms-wim': { signature: ['MSWIM\0\0\0'] },
    'application/x-shockwave-flash': { signature: ['FWS', 'CWS', 'ZWS'] },
    'application/x-sh': { extension: 'sh' },
    'application/x-shellscript': { extension: 'sh' },
    'message/external-body': { extension: 'txt' },
    'multipart/x-mixed-replace': { frames: chromium },
    'application/http-index-format': { frames: firefox },
  },
} satisfies Record<string, Record<string, Format>>;

type Table = typeof table;
/** Kinds of files; the interface doesn't distinguish documents and programs from other files. */
export type FormatFamily = keyof Table;
/** The essences of a family in the table. */
export type FormatType<Family extends FormatFamily = FormatFamily> = {
  [Each in Family]: keyof Table[Each] & string;
}[Family];

/** Types of pictures whose rows contain no `header`. */
export type WithoutHeader = {
  [Type in FormatType<'image'>]: Table['image'][Type] extends { header: object } ? never : Type;
}[FormatType<'image'>];

interface Row extends Format {
  type: string;
  family: FormatFamily;
  extension: string;
  /** All names of the format, beginning with its type, and the browsers in which a frame shows each. */
  names: Readonly<Record<string, readonly Browser[]>>;
}

/** All rows, in the order of the table. */
export const formats: readonly Row[] = Object.entries(table).flatMap(([family, rows]) =>
  Object.entries<Format>(rows).map(([type, row]) => ({
    ...row,
    type,
    family: family as FormatFamily,
    extension: row.extension ?? /\/([a-z0-9]+)$/.exec(type)?.[1] ?? 'bin',
    names: { [type]: row.frames ?? none, ...row.aliases },
  })),
);

const byName = new Map(
  formats.flatMap((format) => Object.keys(format.names).map((name): [string, Row] => [name, format])),
);

/** The row of an essence, also if the essence is another name of the type. */
export const formatOf = (essence: string): Row | undefined => byName.get(essence);

const canonical = (essence: string): string => {
  const format = byName.get(essence);
  return format?.sameAs ?? format?.type ?? essence;
};

/** Whether two essences name the same type. */
export const isSameType = (a: string, b: string): boolean => a === b || canonical(a) === canonical(b);

/** The family of an essence, by its row, otherwise by its top-level type or suffix. */
export function formatFamily(essence: string): FormatFamily {
  const family = byName.get(essence)?.family;
  if (family !== undefined) return family;
  if (essence.startsWith('image/')) return 'image';
  if (/^font\/|^application\/(?:x-)?font/.test(essence)) return 'font';
  if (/^(?:audio|video)\//.test(essence)) return 'media';
  if (/^application\/ecmascript$|\+(?:json|xml)$/.test(essence)) return 'code';
  if (essence.startsWith('text/')) return 'text';
  return /zip|rar|tar|compressed|archive/.test(essence) ? 'archive' : 'file';
}

/**
 * Whether, according to the table, a frame in this browser shows a declared type, and the type is of the given
 * family.
 */
export function isInFrames(essence: string, browser: Browser, family?: FormatFamily): boolean {
  const format = byName.get(essence);
  return (
    format !== undefined &&
    (family ?? format.family) === format.family &&
    format.names[essence]!.includes(browser)
  );
}

/**
 * Whether a browser loads a body as an image, a font or media by its bytes, regardless of the declared type.
 *
 * @param detected the type of the bytes
 * @returns null if that depends on the build or the system, or is unknown
 */
export const isLoaded = (detected: string | null, family: FormatFamily, browser: Browser): boolean | null => {
  const format = byName.get(detected ?? '');
  return format?.type === detected && format.family === family
    ? (format.loads?.includes(browser) ?? null)
    : null;
};

/** Whether a type contains only pixels, which a browser shows by the bytes. An SVG is a document instead. */
export const isBitmap = (essence: string): boolean =>
  browsers.some((browser) => isLoaded(essence, 'image', browser) === true);

/** Whether all browsers show images of a type by their bytes. */
export const isShownEverywhere = (essence: string): boolean =>
  browsers.every((browser) => isLoaded(essence, 'image', browser) === true);

/** Whether a detected type is audio or video. */
export const isMedia = (detectedType: string | null): boolean =>
  detectedType !== null &&
  formatFamily(detectedType) === 'media' &&
  !/mpegurl|dash|x-scpls/.test(detectedType);
