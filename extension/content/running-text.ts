/**
 * Running text. To make an object and a string of each text node costs a walk more than all else that it does; the
 * browser joins the texts of a thousand nodes in the time that twenty of these take. So single nodes are looked at
 * only where the texts of many together may quote a data: URL.
 */
import { mayQuote, mayQuoteDataUrl } from '../../src/payload/quoted-data-urls.ts';
import { dataOf, isElement, textOf, walkerOf } from './dom.ts';

export interface RunningText {
  /**
   * Goes on to the beginning of a node's content.
   *
   * @yields the text nodes before that which may quote a data: URL; null where the caller may pause
   * @returns the code units of the texts before that
   */
  upTo(node: Node): Generator<CharacterData | null, number, void>;
  /** The same to the end. */
  toEnd(): Generator<CharacterData | null, number, void>;
  /** Leaves out the content of a node that it has come to. */
  skip(node: Node): void;
}

/** Nodes that are looked at without a pause, and code units that they may have. */
const stride = 1024;
const stretch = 1 << 18;

const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION;

/** The running text below a node, from its beginning. What the page changes meanwhile moves the place with it. */
export function runningTextOf(root: Node): RunningText {
  let begun: Range | undefined;
  const begin = (): Range => {
    begun = new Range();
    begun.setStart(root, 0);
    return begun;
  };

  /** Reads what the range holds. */
  function* read(range: Range): Generator<CharacterData | null, number, void> {
    const joined = range.toString();
    if (joined.length > stretch) yield null;
    if (!(yield* mayQuote(joined))) return joined.length;
    const walker = walkerOf(document, root, shown);
    for (;;) {
      walker.currentNode = range.startContainer;
      const quoting: CharacterData[] = [];
      let node: Node | null = null;
      for (let n = 0, length = 0; n < stride && length < stretch; n++) {
        node = walker.nextNode();
        if (!node || node === range.endContainer) break;
        if (isElement(node)) continue;
        const text = dataOf(node as CharacterData);
        length += text.length;
        // A long one is read in any case, with pauses.
        if (text.length > stretch || mayQuoteDataUrl(text)) quoting.push(node as CharacterData);
      }
      const isLast = !node || node === range.endContainer;
      if (node && !isLast) range.setStart(node, 0);
      yield* quoting;
      if (isLast) return joined.length;
      yield null;
    }
  }

  return {
    *upTo(node) {
      const range = begun ?? begin();
      range.setEnd(node, 0);
      const length = yield* read(range);
      range.collapse(false);
      return length;
    },
    *toEnd() {
      // Most trees in trees are small, and a range is not; a document has no text of its own.
      const all: string | null = begun ? null : textOf(root);
      if (all !== null && !(yield* mayQuote(all))) return all.length;
      const range = begun ?? begin();
      const whole = new Range();
      whole.selectNodeContents(root);
      range.setEnd(root, whole.endOffset);
      return yield* read(range);
    },
    skip(node) {
      const range = begun;
      // Unless the page has removed it.
      if (range?.startContainer !== node) return;
      range.selectNodeContents(node);
      range.collapse(false);
    },
  };
}
