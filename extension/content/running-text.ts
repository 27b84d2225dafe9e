/**
 * Reads running text. Creating an object and a string for each text node costs more than the rest of the walk. The
 * browser joins the texts of a thousand nodes in the time that it takes to create these for twenty nodes. Therefore,
 * nodes are read one by one only if their joined texts may quote a data: URL.
 */
import { mayQuote } from '../../src/payload/quoted-data-urls.ts';
import { isElement, textOf, walkerOf } from './dom.ts';

export interface RunningText {
  /**
   * Advances to the beginning of a node's content.
   *
   * @yields the text nodes before it that may quote a data: URL; null wherever the caller may pause
   * @returns the number of code units in the texts before it
   */
  upTo(node: Node): Generator<CharacterData | null, number, void>;
  /** Advances to the end. Yields and returns as `upTo` does. */
  toEnd(): Generator<CharacterData | null, number, void>;
  /** Skips the content of the current node. */
  skip(node: Node): void;
}

/** Maximum number of nodes, and maximum number of code units, that are read without a pause. */
const stride = 1024;
const stretch = 1 << 18;

const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION;

/** Whether the nodes of a text must be read. If an error prevents the check, they are read, which reports the error. */
function* mustBeRead(text: string): Generator<null, boolean, void> {
  try {
    return text.includes(':') && (yield* mayQuote(text));
  } catch {
    return true;
  }
}

/** The running text below a node, from the beginning. If the page changes, the current position moves with the text. */
export function runningTextOf(root: Node): RunningText {
  let begun: Range | undefined;
  const begin = (): Range => {
    begun = new Range();
    begun.setStart(root, 0);
    return begun;
  };

  /** Reads the text in a range. */
  function* read(range: Range): Generator<CharacterData | null, number, void> {
    const joined = range.toString();
    if (joined.length > stretch) yield null;
    if (!(yield* mustBeRead(joined))) return joined.length;
    const walker = walkerOf(document, root, shown);
    for (;;) {
      walker.currentNode = range.startContainer;
      const quoting: CharacterData[] = [];
      let node: Node | null = null;
      for (let n = 0, length = 0; n < stride && length < stretch; n++) {
        node = walker.nextNode();
        if (!node || node === range.endContainer) break;
        if (isElement(node)) continue;
        const text = (node as CharacterData).data;
        length += text.length;
        // A long text is always read by its finder, which pauses.
        if (text.length > stretch || (yield* mustBeRead(text))) quoting.push(node as CharacterData);
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
      try {
        return yield* read(range);
      } finally {
        // If a text cannot be read, it is not read again together with the next text.
        range.collapse(false);
      }
    },
    *toEnd() {
      // Most trees are small, and a range is expensive, so the whole text is checked first. For a document, `textOf`
      // returns null.
      const all: string | null = begun ? null : textOf(root);
      if (all !== null && !(yield* mustBeRead(all))) return all.length;
      const range = begun ?? begin();
      const whole = new Range();
      whole.selectNodeContents(root);
      range.setEnd(root, whole.endOffset);
      return yield* read(range);
    },
    skip(node) {
      const range = begun;
      // If the page has removed the node, the range no longer begins in it.
      if (range?.startContainer !== node) return;
      range.selectNodeContents(node);
      range.collapse(false);
    },
  };
}
