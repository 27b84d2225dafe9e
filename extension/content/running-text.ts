/**
 * Running text. Making an object and a string of each text node costs more than the rest of the walk. The browser joins
 * the texts of a thousand nodes in the time that twenty of these take. Therefore, single nodes are read only if their
 * joined texts may quote a data: URL.
 */
import { mayQuote } from '../../src/payload/quoted-data-urls.ts';
import { isElement, textOf, walkerOf } from './dom.ts';

export interface RunningText {
  /**
   * Advances to the beginning of a node's content.
   *
   * @yields the text nodes before it that may quote a data: URL; null if the caller may pause
   * @returns the code units of the texts before it
   */
  upTo(node: Node): Generator<CharacterData | null, number, void>;
  /** Advances to the end. */
  toEnd(): Generator<CharacterData | null, number, void>;
  /** Skips the content of the current node. */
  skip(node: Node): void;
}

/** Maximum number of nodes that are read without a pause, and maximum number of code units that they may have. */
const stride = 1024;
const stretch = 1 << 18;

const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION;

/** Whether a text must be read. If an error prevents the check, the text is read, which reports the error. */
function* mustBeRead(text: string): Generator<null, boolean, void> {
  try {
    return text.includes(':') && (yield* mayQuote(text));
  } catch {
    return true;
  }
}

/** The running text below a node, from its beginning. If the page changes, the position moves with the text. */
export function runningTextOf(root: Node): RunningText {
  let begun: Range | undefined;
  const begin = (): Range => {
    begun = new Range();
    begun.setStart(root, 0);
    return begun;
  };

  /** Reads the text of the range. */
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
        // A long text is always read, with pauses.
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
        // Text that cannot be read is not read again together with the next text.
        range.collapse(false);
      }
    },
    *toEnd() {
      // Most trees are small, and a range is expensive. A document's own text is null.
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
      // If the page has removed the node, the range has moved.
      if (range?.startContainer !== node) return;
      range.selectNodeContents(node);
      range.collapse(false);
    },
  };
}
