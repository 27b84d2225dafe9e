/** What readers tell of a body, one shape for each kind. Plain JSON; every text and list in it is bounded. */

import type { Browser } from '../mime/documents.ts';
import type { Unfollowed } from './markup-tokens.ts';
import type { DrawingCost } from './svg/drawing-cost.ts';

/** The most entries that any list of facts holds. */
export const listLength = 1000;

/** How many there are, and the first of them. */
export interface Listed<Entry> {
  count: number;
  first: Entry[];
}

export interface ImageFacts {
  kind: 'image';
  /** An essence: what the header was read as. */
  format: string;
  /** Pixels by the file's own header; null where it does not say. Of icons, those of the largest. */
  width: number | null;
  height: number | null;
  /** Width times height in millions, before anything is decoded. */
  megapixels: number | null;
  /** Images in an animation or in an icon; null where that is not known from what was read. */
  frames: number | null;
  animated: boolean;
  /** JPEG: how often its pixels are gone through, where that is more than once. */
  scans?: number;
}

export interface FontFacts {
  kind: 'font';
  format: 'sfnt' | 'woff' | 'woff2' | 'collection' | 'eot';
  /** TrueType outlines, CFF or another; '' where unknown. */
  flavour: 'truetype' | 'cff' | '';
  /** Null where the table that holds it is compressed in a way that is not looked into, or missing. */
  family: string | null;
  fullName: string | null;
  glyphs: number | null;
  /** Four-letter tags of its tables. */
  tables: string[];
  /** Fonts in a collection; 1 for others. */
  fonts: number;
}

/** What is known of the text itself; for every kind that is text. */
export interface TextShape {
  /** The encoding it was read in. */
  charset: string;
  /** The encoding that a byte order mark names. */
  bom: string | null;
  /** 1 for text without a line break; the last may be empty. */
  lines: number;
  /** Code units of the longest line. */
  longestLine: number;
  /** How many places are no text in that encoding, or had U+FFFD in them already. */
  undecodable: number;
  /** Bytes into what was read; null where there is none, or where it is not known. */
  firstUndecodable: number | null;
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
    /** The first inline script's beginning. */
    sample: string | null;
  };
  /** How many of these scripts run in one browser alone. */
  ownScripts: Partial<Record<Browser, number>>;
  /** `on…` attributes, with their elements: `svg onload`. */
  handlers: Listed<string>;
  /** URLs that are scripts, where following them runs them. */
  javascriptUrls: number;
  /** What may hold more that runs, and was not followed: then none of these numbers is the last word. */
  unfollowed: Unfollowed[];
  foreignObjects: number;
  /** iframe, frame, object, embed. */
  frames: number;
  forms: Listed<{ action: string; method: string }>;
  passwordFields: number;
  /** The content of `meta http-equiv=refresh`. */
  refresh: string | null;
  /** The `href` of the first base element. */
  base: string | null;
  doctype: {
    /** The beginning of the declaration as written. */
    text: string;
    /**
     * Names of the entities it declares, never expanded; `external` where one has a system identifier,
     * `multiplies` where its value refers to entities more than once.
     */
    entities: Listed<{ name: string; external: boolean; multiplies: boolean }>;
    /** The external subset's system identifier. */
    system: string | null;
  } | null;
  /** SVG: attributes of the root as written, and their pixels where they are plain lengths. */
  svg: {
    width: string | null;
    height: string | null;
    viewBox: string | null;
    pixelWidth: number | null;
    pixelHeight: number | null;
  } | null;
  /** Whether it shows nothing and does nothing. */
  blank: boolean;
  /** SVG: what it takes to draw it; null where not all of it was read. */
  drawing: DrawingCost | null;
}

export interface CssFacts {
  kind: 'css';
  text: TextShape;
  imports: Listed<string>;
  /** All `url()` and their like, imports and fonts included. */
  urls: number;
  fonts: number;
}

export interface SourceMapFacts {
  kind: 'source-map';
  text: TextShape;
  /** 3 for all that is in use; null where there is none. */
  version: number | null;
  file: string | null;
  sourceRoot: string | null;
  sources: Listed<string>;
  names: number;
  /** Sources that are embedded, and the code units of their literals in JSON. */
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
    /** Bytes when extracted, by the archive's own account. */
    size: number;
    /** Bytes in the archive. */
    packed: number;
    encrypted: boolean;
  }>;
  /** Bytes that all entries promise to be; an archive may promise anything. */
  totalSize: number;
  /** Entries that share bytes with another: how archives pretend to hold more than they do. */
  overlapping: number;
  /** Whether its list was read to the end. */
  complete: boolean;
}

/** What a PDF file can do, by the names of the standard. */
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
  /** By its header: `1.7`; null where it has none. */
  version: string | null;
  /** Of those that were read. */
  pages: number;
  encrypted: boolean;
  /** How often each is named; what is not there is not named. */
  actions: Partial<Record<PdfAction, number>>;
  /** Compressed streams of objects, and those of them that could not be read: they may hold anything. */
  objectStreams: number;
  unreadStreams: number;
}

export interface JsonFacts {
  kind: 'json';
  text: TextShape;
  valid: boolean;
  /** Code units at which it is no JSON; null where it is, or where only its beginning was read. */
  errorAt: number | null;
  top: 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null' | null;
  /** Levels of nesting, null where it is not valid. */
  depth: number | null;
}

export interface PlainTextFacts {
  kind: 'text';
  text: TextShape;
  /** The beginning. */
  sample: string;
}

export interface ExternalBodyFacts {
  kind: 'external-body';
  text: TextShape;
  /** What it stands for, without a password; null where it cannot be read. */
  url: string | null;
  /** The media type that the inner header promises. */
  type: string | null;
  /** Codes and messages of what is wrong with it. */
  problems: { code: string; message: string }[];
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

/** A list that counts all it is given, and keeps the first. */
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

/** Without the function that added to it: plain JSON. */
export const listed = <Entry>({ count, first }: Listed<Entry>): Listed<Entry> => ({ count, first });
