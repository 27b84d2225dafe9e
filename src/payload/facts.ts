/** Facts about a body, one shape for each kind. Plain JSON; the length of every text and list is limited. */

import type { Browser } from '../mime/documents.ts';
import type { Problem } from '../problem.ts';

/**
 * The evidence for a type: bytes or tags that occur only in this type, parsing of the whole body, or likeness to
 * typical text, which is not proof.
 */
export type DetectedBy = 'signature' | 'syntax' | 'likeness';

export interface Detection {
  /** The essence of the type. */
  type: string;
  by: DetectedBy;
}

/** Maximum number of entries that a list of facts keeps. */
export const listLength = 1000;

/** A count, and the first entries. */
export interface Listed<Entry> {
  count: number;
  first: Entry[];
}

export interface ImageFacts {
  kind: 'image';
  /** The essence of the format that the header was parsed as. */
  format: string;
  /**
   * Pixels as displayed (`naturalWidth` and `naturalHeight`, in Chromium where browsers differ); null if the file
   * declares no size. For an icon, the pixels of the image that browsers choose.
   */
  width: number | null;
  height: number | null;
  /** The pixels that a decoder allocates memory for, if they differ from the displayed ones. */
  decoded?: { width: number; height: number };
  /** Whether the file declares fewer pixels than are decoded. */
  hidesPixels?: true;
  /** Pixels in millions, displayed or decoded, whichever are more; null if unknown. Computed without decoding. */
  megapixels: number | null;
  /** Maximum number of bytes of memory that decoding the first frame takes, apart from the body; null if unknown. */
  memory: number | null;
  /** The number of images in an animation or icon; null if the bytes that were read don't show the number. */
  frames: number | null;
  animated: boolean;
  /** JPEG: the number of scans over its pixels, if more than one. */
  scans?: number;
}

export interface FontFacts {
  kind: 'font';
  format: 'sfnt' | 'woff' | 'woff2' | 'collection' | 'eot';
  /** The kind of outlines: TrueType or CFF; '' for any other, or if unknown. */
  flavour: 'truetype' | 'cff' | '';
  /**
   * The names of the font; null if the table that contains them is missing, or compressed with an unsupported method.
   */
  family: string | null;
  fullName: string | null;
  glyphs: number | null;
  /** Four-letter tags of the font's tables. */
  tables: string[];
  /** The number of fonts in a collection, 0 if unknown (WOFF 2.0); 1 for other files. */
  fonts: number;
}

/** Facts about the text itself, common to all kinds of text. */
export interface TextShape {
  /** The encoding with which the text was decoded. */
  charset: string;
  /** The encoding that a byte order mark indicates. */
  bom: string | null;
  /** Number of lines: 1 for text without a line break; the last line may be empty. */
  lines: number;
  /** Length of the longest line, in code units. */
  longestLine: number;
  /** Number of invalid sequences in that encoding, plus the number of U+FFFD that the text itself contains. */
  undecodable: number;
  /** Byte offset of the first of these in the part that was read; null if there are none or the offset is unknown. */
  firstUndecodable: number | null;
  /** Whether the bytes, which have no byte order mark, would be other text in UTF-8. */
  differsInUtf8?: true;
}

/** Where a text stops being well-formed XML (XML 1.0 and Namespaces in XML). */
export interface XmlError {
  /**
   * `unclosed`: the text ends in an element, a tag or a comment; `mismatched`: an end tag without its start tag;
   * `attribute`: a wrong name, wrong quotes, a "<", or a repeated name; `prefix`: an undeclared prefix; `namespace`: a
   * namespace that the prefix or element cannot have; `reference`: a malformed reference, or one to an entity that is
   * undeclared or contains itself; `outside`: text or a second element outside of the root; `empty`: no element;
   * `syntax`: any other.
   */
  code:
    | 'unclosed'
    | 'mismatched'
    | 'attribute'
    | 'prefix'
    | 'namespace'
    | 'reference'
    | 'outside'
    | 'empty'
    | 'syntax';
  /** Position in the document's text, in code units. */
  at: number;
  /** The element, the prefix or the reference, as written; '' if none. */
  name: string;
  /** The innermost element that is open at the error; '' if none. */
  open: string;
  /** The only browser that stops at the error; absent if both do. */
  browser?: Browser;
}

/**
 * Parts that may contain scripts that were not seen: a document type with external or unlimited declarations; a style
 * sheet that transforms the document; a template that Chromium moves elsewhere (`for`); elements, documents in
 * attributes, or data: URLs that are documents, nested beyond the limits; the rest of a large body.
 */
export type Unfollowed = 'DTD' | 'XSLT' | 'template' | 'nesting' | 'srcdoc' | 'data:' | 'size';

/** The estimated cost of drawing an SVG. */
export interface DrawingCost {
  /** The part of the cost that doesn't depend on the size, in microseconds. */
  fixed: number;
  /** The cost of each million pixels of the drawing, in microseconds. */
  perMegapixel: number;
  /** The reason, in one word, why the cost is unbounded; null if it is bounded. */
  unbounded: string | null;
  /** Whether drawing continues after the first frame. */
  isAnimated: boolean;
}

export interface MarkupFacts {
  kind: 'markup';
  language: 'html' | 'svg' | 'xml';
  text: TextShape;
  title: string | null;
  elements: number;
  scripts: {
    /** The number of elements that contain a script, and of elements that load one. */
    inline: number;
    loaded: number;
    /** The beginning of the first inline script. */
    sample: string | null;
  };
  /** For each browser, the number of these scripts that run only in that browser. */
  ownScripts: Partial<Record<Browser, number>>;
  /** Event handlers: `on…` attributes, each after the name of its element (`svg onload`). */
  handlers: Listed<string>;
  /** The number of javascript: URLs, which run when followed. */
  javascriptUrls: number;
  /**
   * Parts that were not examined and may contain more active content. If the list isn't empty, the numbers are
   * minimums.
   */
  unfollowed: Unfollowed[];
  foreignObjects: number;
  /** The number of iframe, frame, object and embed elements. */
  frames: number;
  forms: Listed<{ action: string; method: string }>;
  passwordFields: number;
  /** The content of `meta http-equiv=refresh`. */
  refresh: string | null;
  /** The first `href` of a base element. */
  base: string | null;
  doctype: {
    /** The beginning of the declaration as written. */
    text: string;
    /**
     * The declared entities, which are never expanded here. `external`: the entity has a system identifier;
     * `multiplies`: its value refers to entities more than once.
     */
    entities: Listed<{ name: string; external: boolean; multiplies: boolean }>;
    /** The external subset's system identifier. */
    system: string | null;
  } | null;
  /** XML: the first error; null if none, or if a part that was not read may explain it. */
  malformed: XmlError | null;
  /** The attribute after whose "=" the text ends; null if it ends otherwise or was not read completely. */
  endsAt: string | null;
  /** SVG: attributes of the root as written, and their pixels if they are absolute lengths. */
  svg: {
    width: string | null;
    height: string | null;
    viewBox: string | null;
    pixelWidth: number | null;
    pixelHeight: number | null;
  } | null;
  /** Whether the document shows nothing and does nothing. */
  blank: boolean;
  /** SVG: the cost of drawing the image; null if the document was not read completely. */
  drawing: DrawingCost | null;
}

export interface CssFacts {
  kind: 'css';
  text: TextShape;
  imports: Listed<string>;
  /** The number of `url()` and similar functions, including imports and fonts. */
  urls: number;
  fonts: number;
}

export interface SourceMapFacts {
  kind: 'source-map';
  text: TextShape;
  /** The version: 3 in all source maps in use; null if none is declared. */
  version: number | null;
  file: string | null;
  sourceRoot: string | null;
  sources: Listed<string>;
  names: number;
  /** The number of embedded sources, and the total length of their JSON literals, in code units. */
  contents: { count: number; length: number };
  /** Length of the mappings, in code units. */
  mappings: number;
  /** The number of an index map's sections; 0 for a plain map. */
  sections: number;
}

export interface ArchiveFacts {
  kind: 'archive';
  format: string;
  entries: Listed<{
    name: string;
    /** Size when extracted, in bytes, as listed in the archive. */
    size: number;
    /** Size in the archive, in bytes. */
    packed: number;
    encrypted: boolean;
  }>;
  /** The sum of the listed sizes of all entries; an archive may list any size. */
  totalSize: number;
  /** The number of entries that share bytes with another one, a trick with which archives seem to contain more. */
  overlapping: number;
  /** Whether the list of entries was read to the end. */
  complete: boolean;
}

/** The capabilities of a PDF file, by the names of the standard. */
export type PdfAction =
  | 'JavaScript'
  | 'Launch'
  | 'SubmitForm'
  | 'ImportData'
  | 'Rendition'
  | 'RichMedia'
  | 'XFA'
  | 'OpenAction'
  | 'AA'
  | 'URI'
  | 'GoToR'
  | 'GoToE'
  | 'EmbeddedFile';

export interface PdfFacts {
  kind: 'pdf';
  /** The version in the file's header, such as `1.7`; null if there is none. */
  version: string | null;
  /** The number of pages that were found. */
  pages: number;
  encrypted: boolean;
  /** The number of each action, without those that don't occur. */
  actions: Partial<Record<PdfAction, number>>;
  /** The number of compressed object streams, and of those that could not be read and so may contain anything. */
  objectStreams: number;
  unreadStreams: number;
}

export interface JsonFacts {
  kind: 'json';
  text: TextShape;
  valid: boolean;
  /** Position of the first error, in code units; null if the text is valid JSON, or if only its beginning was read. */
  errorAt: number | null;
  top: 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null' | null;
  /** Levels of nesting; null if the text is not valid. */
  depth: number | null;
}

export interface PlainTextFacts {
  kind: 'text';
  text: TextShape;
  /** The beginning of the text. */
  sample: string;
  /** Whether the text, as a script, may import modules, or was not read to its end. */
  mayImport?: true;
}

export interface ExternalBodyFacts {
  kind: 'external-body';
  text: TextShape;
  /** The access-type; '' if it is missing, or if it is URL and the body names no valid URL. */
  access: string;
  /** The URL, without a password, or the site and name of another access-type; null if it cannot be read. */
  url: string | null;
  /** The media type in the inner header. */
  type: string | null;
  /** Positions are in the text of the body; 0 if the problem is in the media type. */
  problems: Problem[];
}

export type Facts =
  | ImageFacts
  | FontFacts
  | MarkupFacts
  | CssFacts
  | SourceMapFacts
  | ArchiveFacts
  | PdfFacts
  | JsonFacts
  | PlainTextFacts
  | ExternalBodyFacts;

/** A list that counts all entries that are added, and keeps the first ones. */
export function lister<Entry>(limit = listLength): Listed<Entry> & { add(entry: Entry): void } {
  const list = {
    count: 0,
    first: [] as Entry[],
    add(entry: Entry) {
      if (list.count++ < limit) list.first.push(entry);
    },
  };
  return list;
}

/** The list without its `add` function: plain JSON. */
export const listed = <Entry>({ count, first }: Listed<Entry>): Listed<Entry> => ({ count, first });
