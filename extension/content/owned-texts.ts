/** Keeps the distinct written texts of one scan, and the elements that contain them. */

import { makeBlob } from '../../src/data-url/blobs.ts';
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { inlineLength } from '../platform/limits.ts';
import type { Found } from './finder.ts';

export interface OwnedText {
  key: number;
  written: string;
  /** The elements, in the order of the numbers of the text's occurrences. */
  elements: WeakRef<Element>[];
}

export interface OwnedTexts {
  known(found: Found): OwnedText | undefined;
  /** Returns the text of a finding, and keeps it from now on. */
  own(found: Found): OwnedText;
  /**
   * The key of the data: style sheet that contains a finding, and the finding's number in that sheet. Only the worker
   * decodes the body of the sheet; it drops the findings that are also URLs in the body.
   */
  dataSheetOf(found: Found): { key: number; nth: number } | undefined;
  /** A text to be sent: a string, or a Blob of its UTF-8. @yields undefined while a large Blob is made */
  text(key: number): Generator<void, string | Blob | null, void>;
  element(key: number, occurrence: number): Element | null;
  /** All texts, by their keys. */
  readonly all: readonly OwnedText[];
}

export function createOwnedTexts(): OwnedTexts {
  const byText = new Map<string, OwnedText>();
  /**
   * The document's own URL is stored separately, because the worker may drop that occurrence but not others with the
   * same text.
   */
  const byAddress = new Map<string, OwnedText>();
  const byKey: OwnedText[] = [];
  const textsOf = ({ place }: Found) => (place === 'location' ? byAddress : byText);

  const ownIn = (texts: Map<string, OwnedText>, written: string): OwnedText => {
    const known = texts.get(written);
    if (known) return known;
    const owned = { key: byKey.length, written, elements: [] };
    texts.set(written, owned);
    byKey.push(owned);
    return owned;
  };

  /**
   * The last data: style sheet and its key. They are kept because looking up the sheet for each of its URLs takes time:
   * its text may be long.
   */
  let last = { href: '', key: -1 };

  return {
    known: (found) => textsOf(found).get(found.written),
    own: (found) => ownIn(textsOf(found), found.written),
    dataSheetOf({ sheet }) {
      if (!sheet || !isDataUrl(sheet.href)) return undefined;
      const { href, nth } = sheet;
      if (last.href !== href) last = { href, key: ownIn(byText, href).key };
      return { key: last.key, nth };
    },
    *text(key) {
      const written = byKey[key]?.written ?? null;
      return written !== null && written.length > inlineLength ? yield* makeBlob(written) : written;
    },
    element: (key, occurrence) => byKey[key]?.elements[occurrence]?.deref() ?? null,
    all: byKey,
  };
}
