/** Facts about a body, one shape for each kind. Plain JSON; every text and list in it is limited. */

import type { Browser } from '../mime/documents.ts';
import type { Problem } from '../problem.ts';

/**
 * How a type is known: by bytes or tags that only this type has, by reading the whole body, or by likeness to typical
 * text, which is not proof.
 */
export type DetectedBy = 'signature' | 'syntax' | 'likeness';

export interface Detection {
  /** An essence. */
  type: string;
  by: DetectedBy;
}

/** Entries of a list of facts. */
export const listLength = 1000;

/** A count, and the first entries. */
export interface Listed<Entry> {
  count: number;
  first: Entry[];
}

export interface ImageFacts {
  kind: 'image';
  /** An essence: the format by which the header was read. */
  format: string;
  /**
   * Pixels as displayed (`naturalWidth` and `naturalHeight`, in Chromium where browsers differ); null if the file has
   * no size. Of icons, those of the image that browsers choose.
   */
  width: number | null;
  height: number | null;
  /** The pixels that a decoder takes memory for, if they are more or fewer. */
  decoded?: { width: number; height: number };
  /** The file names fewer pixels than are decoded. */
  hidesPixels?: true;
  /** Pixels in millions, displayed or decoded, whichever are more; null if unknown. Nothing is decoded for it. */
  megapixels: number | null;
  /** Bytes that decoding the first frame takes at most, apart from the body; null if unknown. */
  memory: number | null;
  /** Images in an animation or in an icon; null if unknown from the bytes that were read. */
  frames: number | null;
  animated: boolean;
  /** JPEG: the number of scans over its pixels, if more than one. */
  scans?: number;
}

export interface FontFacts {
  kind: 'font';
  format: 'sfnt' | 'woff' | 'woff2' | 'collection' | 'eot';
  /** TrueType outlines, CFF or another; '' where unknown. */
  flavour: 'truetype' | 'cff' | '';
  /** Null if the table that contains it is missing, or compressed with an unsupported method. */
  family: string | null;
  fullName: string | null;
  glyphs: number | null;
  /** Four-letter tags of its tables. */
  tables: string[];
  /** Fonts in a collection, 0 if unknown (WOFF 2.0); 1 for others. */
  fonts: number;
}

/** Facts about the text itself; for every kind of text. */
export interface TextShape {
  /** The encoding by which it was decoded. */
  charset: string;
  /** The encoding that a byte order mark names. */
  bom: string | null;
  /** 1 for text without a line break; the last may be empty. */
  lines: number;
  /** Code units of the longest line. */
  longestLine: number;
  /** Number of invalid sequences in that encoding, and of U+FFFD in the text itself. */
  undecodable: number;
  /** Bytes into the part that was read; null if there is none, or if unknown. */
  firstUndecodable: number | null;
}

/** Where a text stops being well-formed XML, by XML 1.0 and Namespaces in XML. */
export interface XmlError {
  /**
   * `unclosed`: the text ends in an element, a tag or a comment; `mismatched`: an end tag without its start tag;
   * `attribute`: its name, quotes, a "<", or a second one of that name; `prefix`: it is not declared; `namespace`: a
   * prefix or an element may not have it; `reference`: to an entity that is not declared or contains itself, or no
   * reference; `outside`: text or a second element outside of the root; `empty`: no element; `syntax`: any other.
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
  /** Code units of the document's text. */
  at: number;
  /** The element, the prefix or the reference, as written; '' where there is none. */
  name: string;
  /** The innermost open element before it; '' where there is none. */
  open: string;
}

/**
 * Parts that may contain scripts that were not seen: a document type with external or unlimited declarations; a style
 * sheet that transforms the document; a template that Chromium moves elsewhere (`for`); elements, documents in
 * attributes, or data: URLs that are documents, nested beyond the limits; the rest of a large body.
 */
export type Unfollowed = 'DTD' | 'XSLT' | 'template' | 'nesting' | 'srcdoc' | 'data:' | 'size';

/** The estimated cost of drawing an SVG. */
export interface DrawingCost {
  /** Microseconds at any size. */
  fixed: number;
  /** Microseconds for each million pixels of the drawing. */
  perMegapixel: number;
  /** Why there is no bound, as a word; null if there is one. */
  unbounded: string | null;
  /** Whether it continues after the first drawing. */
  isAnimated: boolean;
}

export interface MarkupFacts {
  kind: 'markup';
  language: 'html' | 'svg' | 'xml';
  text: TextShape;
  title: string | null;
  elements: number;
  scripts: {
    /** Elements with script in them, and elements that load one. */
    inline: number;
    loaded: number;
    /** The beginning of the first inline script. */
    sample: string | null;
  };
  /** For each browser, the number of these scripts that run only in it. */
  ownScripts: Partial<Record<Browser, number>>;
  /** `on…` attributes, with their elements: `svg onload`. */
  handlers: Listed<string>;
  /** URLs that are scripts and run when they are followed. */
  javascriptUrls: number;
  /** Parts that may contain more active content and were not followed: if there are any, the numbers are minimums. */
  unfollowed: Unfollowed[];
  foreignObjects: number;
  /** iframe, frame, object, embed. */
  frames: number;
  forms: Listed<{ action: string; method: string }>;
  passwordFields: number;
  /** The content of `meta http-equiv=refresh`. */
  refresh: string | null;
  /** The `href` of the first base element that has one. */
  base: string | null;
  doctype: {
    /** The beginning of the declaration as written. */
    text: string;
    /**
     * Names of the entities that it declares, never expanded; `external`: it has a system identifier; `multiplies`: its
     * value refers to entities more than once.
     */
    entities: Listed<{ name: string; external: boolean; multiplies: boolean }>;
    /** The external subset's system identifier. */
    system: string | null;
  } | null;
  /** XML: the first error; null without one, or where it may be explained by a part that was not read. */
  malformed: XmlError | null;
  /** The attribute after whose "=" the text ends; null if it ends otherwise, or not all of it was read. */
  endsAt: string | null;
  /** SVG: attributes of the root as written, and their pixels if they are absolute lengths. */
  svg: {
    width: string | null;
    height: string | null;
    viewBox: string | null;
    pixelWidth: number | null;
    pixelHeight: number | null;
  } | null;
  /** Whether it shows nothing and does nothing. */
  blank: boolean;
  /** SVG: the cost of drawing it; null if not all of it was read. */
  drawing: DrawingCost | null;
}

export interface CssFacts {
  kind: 'css';
  text: TextShape;
  imports: Listed<string>;
  /** All `url()` and similar functions, including imports and fonts. */
  urls: number;
  fonts: number;
}

export interface SourceMapFacts {
  kind: 'source-map';
  text: TextShape;
  /** 3 for all in use; null if there is none. */
  version: number | null;
  file: string | null;
  sourceRoot: string | null;
  sources: Listed<string>;
  names: number;
  /** Embedded sources, and the code units of their literals in JSON. */
  contents: { count: number; length: number };
  /** Code units of the mappings. */
  mappings: number;
  /** An index map's sections; 0 for a plain map. */
  sections: number;
}

export interface ArchiveFacts {
  kind: 'archive';
  format: string;
  entries: Listed<{
    name: string;
    /** Bytes when extracted, as listed in the archive. */
    size: number;
    /** Bytes in the archive. */
    packed: number;
    encrypted: boolean;
  }>;
  /** The sum of the listed sizes of all entries; an archive may list any size. */
  totalSize: number;
  /** Entries that share bytes with another: archives use that to seem to contain more. */
  overlapping: number;
  /** Whether its list was read to the end. */
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
  /** By its header: `1.7`; null if it has none. */
  version: string | null;
  /** The number of pages that were read. */
  pages: number;
  encrypted: boolean;
  /** The number of each; absent ones are left out. */
  actions: Partial<Record<PdfAction, number>>;
  /** Compressed streams of objects, and those of them that could not be read: they may contain anything. */
  objectStreams: number;
  unreadStreams: number;
}

export interface JsonFacts {
  kind: 'json';
  text: TextShape;
  valid: boolean;
  /** Code units before the first error; null if the text is valid JSON, or if only its beginning was read. */
  errorAt: number | null;
  top: 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null' | null;
  /** Levels of nesting, null if it is not valid. */
  depth: number | null;
}

export interface PlainTextFacts {
  kind: 'text';
  text: TextShape;
  /** The beginning of the text. */
  sample: string;
}

export interface ExternalBodyFacts {
  kind: 'external-body';
  text: TextShape;
  /** Its access-type; empty where it has none, or is malformed. */
  access: string;
  /** Its URL, without a password, or the site and name of another access-type; null if it cannot be read. */
  url: string | null;
  /** The media type in the inner header. */
  type: string | null;
  /** Positions are those in the text of the body; 0 in the media type. */
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

/** A list that counts everything it is given, and keeps the first entries. */
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
