/** HTML 13.2.6.4.7, "in body": start tags, end tags and text in the body, which is nearly all of a page. */
import { endTemplate, headElements, mergedHtml, startInHead } from './html-head.ts';
import {
  addFormatting,
  addMarker,
  adopt,
  clearFormatting,
  closeImplied,
  current,
  formattingElement,
  hasOpen,
  isCurrent,
  isInScope,
  isSpecial,
  type OpenElement,
  popUntil,
  reconstruct,
  removeElement,
  removeFormatting,
  scopes,
} from './html-stack.ts';
import {
  attributeOf,
  imply,
  insert,
  insertClosed,
  insertForeign,
  type Made,
  merged,
  type StartTag,
  type Tree,
} from './html-tree.ts';

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

export function closeParagraph(tree: Tree): void {
  if (!isInScope(tree, 'p', scopes.button)) return;
  closeImplied(tree, 'p');
  popUntil(tree, 'p');
}

/** Elements whose start tag closes a paragraph, and whose end tag closes all elements in them. */
const blocks = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'center',
    'details',
    'dialog',
    'dir',
    'div',
    'dl',
    'fieldset',
  ],
  ...['figcaption', 'figure', 'footer', 'header', 'hgroup', 'main', 'menu', 'nav', 'ol', 'search', 'section'],
  ...['summary', 'ul'],
]);

/**
 * Handles a start tag in the body.
 *
 * @returns the element that the tag creates; null if the tag is ignored
 */
export function startInBody(tree: Tree, tag: StartTag): Made | null {
  const { name } = tag;
  if (headElements.has(name)) return startInHead(tree, tag) ?? null;
  if (name === 'p' || blocks.has(name)) {
    closeParagraph(tree);
    return insert(tree, tag);
  }
  switch (name) {
    case 'html':
      return mergedHtml(tree, tag);
    case 'body':
      if (!isBodyOpen(tree) || hasOpen(tree, 'template')) return null;
      tree.framesetOk = false;
      return merged(tag);
    case 'frameset':
      if (!isBodyOpen(tree) || !tree.framesetOk) return null;
      tree.open.length = 1;
      tree.mode = 'in frameset';
      return insert(tree, tag);
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      closeParagraph(tree);
      if (isCurrent(tree, headings)) tree.open.pop();
      return insert(tree, tag);
    case 'pre':
    case 'listing':
      closeParagraph(tree);
      tree.framesetOk = false;
      return insert(tree, tag);
    case 'form': {
      const isWithin = hasOpen(tree, 'template');
      if (tree.form !== null && !isWithin) return null;
      closeParagraph(tree);
      const made = insert(tree, tag);
      if (!isWithin) tree.form = current(tree) ?? null;
      return made;
    }
    case 'li':
      closeItem(tree, ['li']);
      return insert(tree, tag);
    case 'dd':
    case 'dt':
      closeItem(tree, ['dd', 'dt']);
      return insert(tree, tag);
    case 'plaintext':
      closeParagraph(tree);
      return insertClosed(tag, true);
    case 'button':
      if (isInScope(tree, 'button')) {
        closeImplied(tree);
        popUntil(tree, 'button');
      }
      tree.framesetOk = false;
      return insertOrdinary(tree, tag);
    case 'a': {
      const earlier = formattingElement(tree, 'a');
      if (earlier) {
        adopt(tree, 'a');
        removeFormatting(tree, earlier);
        removeElement(tree, earlier);
      }
      return insertFormatting(tree, tag);
    }
    case 'nobr':
      reconstruct(tree);
      if (isInScope(tree, 'nobr')) adopt(tree, 'nobr');
      return insertFormatting(tree, tag);
    case 'b':
    case 'big':
    case 'code':
    case 'em':
    case 'font':
    case 'i':
    case 's':
    case 'small':
    case 'strike':
    case 'strong':
    case 'tt':
    case 'u':
      return insertFormatting(tree, tag);
    case 'applet':
    case 'marquee':
    case 'object': {
      const made = insertOrdinary(tree, tag);
      addMarker(tree);
      tree.framesetOk = false;
      return made;
    }
    case 'table':
      if (!tree.quirks) closeParagraph(tree);
      tree.framesetOk = false;
      tree.mode = 'in table';
      return insert(tree, tag);
    case 'area':
    case 'br':
    case 'embed':
    case 'img':
    case 'keygen':
    case 'wbr':
      reconstruct(tree);
      tree.framesetOk = false;
      return insertClosed(tag);
    case 'image':
      return startInBody(tree, { ...tag, name: 'img' });
    case 'input':
      if (isInScope(tree, 'select')) popUntil(tree, 'select');
      reconstruct(tree);
      if (!isHiddenInput(tag)) tree.framesetOk = false;
      return insertClosed(tag);
    case 'param':
    case 'source':
    case 'track':
      return insertClosed(tag);
    case 'hr':
      closeParagraph(tree);
      if (isInScope(tree, 'select')) closeImplied(tree);
      tree.framesetOk = false;
      return insertClosed(tag);
    case 'textarea':
    case 'iframe':
      tree.framesetOk = false;
      return insertClosed(tag, true);
    case 'xmp':
      closeParagraph(tree);
      reconstruct(tree);
      tree.framesetOk = false;
      return insertClosed(tag, true);
    case 'noembed':
      return insertClosed(tag, true);
    case 'noscript':
      return tree.scripting ? insertClosed(tag, true) : insertOrdinary(tree, tag);
    case 'select':
      if (isInScope(tree, 'select')) {
        popUntil(tree, 'select');
        return null;
      }
      tree.framesetOk = false;
      return insertOrdinary(tree, tag);
    case 'option':
      if (isInScope(tree, 'select')) closeImplied(tree, 'optgroup');
      else if (isCurrent(tree, 'option')) tree.open.pop();
      return insertOrdinary(tree, tag);
    case 'optgroup':
      if (isInScope(tree, 'select')) closeImplied(tree);
      else if (isCurrent(tree, 'option')) tree.open.pop();
      return insertOrdinary(tree, tag);
    case 'rb':
    case 'rtc':
      if (isInScope(tree, 'ruby')) closeImplied(tree);
      return insert(tree, tag);
    case 'rp':
    case 'rt':
      if (isInScope(tree, 'ruby')) closeImplied(tree, 'rtc');
      return insert(tree, tag);
    case 'svg':
    case 'math':
      reconstruct(tree);
      return insertForeign(tree, tag, name);
    case 'caption':
    case 'col':
    case 'colgroup':
    case 'frame':
    case 'head':
    case 'tbody':
    case 'td':
    case 'tfoot':
    case 'th':
    case 'thead':
    case 'tr':
      return null;
    default:
      return insertOrdinary(tree, tag);
  }
}

const isBodyOpen = ({ open }: Tree) => open[1]?.name === 'body';
export const isHiddenInput = (tag: StartTag): boolean => attributeOf(tag, 'type')?.toLowerCase() === 'hidden';

function insertOrdinary(tree: Tree, tag: StartTag): Made {
  reconstruct(tree);
  return insert(tree, tag);
}

function insertFormatting(tree: Tree, tag: StartTag): Made {
  const made = insertOrdinary(tree, tag);
  const element = current(tree);
  if (element?.name === tag.name) addFormatting(tree, element);
  return made;
}

/** Closes the previous item of a list. */
function closeItem(tree: Tree, names: readonly string[]): void {
  tree.framesetOk = false;
  for (let at = tree.open.length - 1; at >= 0; at--) {
    const node = tree.open[at] as OpenElement;
    if (node.namespace === 'html' && names.includes(node.name)) {
      closeImplied(tree, node.name);
      popUntil(tree, node.name);
      break;
    }
    if (isSpecial(node) && !(node.namespace === 'html' && itemsReachThrough.has(node.name))) break;
  }
  closeParagraph(tree);
}
const itemsReachThrough = new Set(['address', 'div', 'p']);

export function endInBody(tree: Tree, name: string): void {
  if (blocks.has(name)) {
    closeScoped(tree, name);
    return;
  }
  switch (name) {
    case 'template':
      endTemplate(tree);
      return;
    case 'body':
    case 'html':
      if (isInScope(tree, 'body')) tree.mode = 'after body';
      return;
    case 'button':
    case 'listing':
    case 'pre':
    case 'select':
      closeScoped(tree, name);
      return;
    case 'form':
      endForm(tree);
      return;
    case 'p':
      if (!isInScope(tree, 'p', scopes.button)) imply(tree, 'p');
      closeParagraph(tree);
      return;
    case 'li':
      if (isInScope(tree, 'li', scopes.listItem)) closeNamed(tree, 'li');
      return;
    case 'dd':
    case 'dt':
      if (isInScope(tree, name)) closeNamed(tree, name);
      return;
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      closeScoped(tree, headings);
      return;
    case 'a':
    case 'b':
    case 'big':
    case 'code':
    case 'em':
    case 'font':
    case 'i':
    case 'nobr':
    case 's':
    case 'small':
    case 'strike':
    case 'strong':
    case 'tt':
    case 'u':
      if (adopt(tree, name)) endOrdinary(tree, name);
      return;
    case 'applet':
    case 'marquee':
    case 'object':
      if (closeScoped(tree, name)) clearFormatting(tree);
      return;
    case 'br':
      reconstruct(tree);
      tree.framesetOk = false;
      return;
    default:
      endOrdinary(tree, name);
  }
}

function closeNamed(tree: Tree, name: string): void {
  closeImplied(tree, name);
  popUntil(tree, name);
}

function closeScoped(tree: Tree, names: string | ReadonlySet<string>): boolean {
  if (!isInScope(tree, names)) return false;
  closeImplied(tree);
  popUntil(tree, names);
  return true;
}

function endForm(tree: Tree): void {
  if (hasOpen(tree, 'template')) {
    closeScoped(tree, 'form');
    return;
  }
  const { form } = tree;
  tree.form = null;
  if (form === null || !tree.open.includes(form) || !isInScope(tree, 'form')) return;
  closeImplied(tree);
  // Only the form itself is removed, not the elements that are open in it.
  removeElement(tree, form);
}

/** "Any other end tag": closes the nearest element with this name, unless a special element comes first. */
function endOrdinary(tree: Tree, name: string): void {
  const { open } = tree;
  for (let at = open.length - 1; at >= 0; at--) {
    const node = open[at] as OpenElement;
    if (node.namespace === 'html' && node.name === name) {
      open.length = at;
      return;
    }
    if (isSpecial(node)) return;
  }
}

/**
 * Handles text in the body.
 *
 * @param isBlank whether the text is only whitespace
 */
export function textInBody(tree: Tree, isBlank: boolean): void {
  reconstruct(tree);
  if (!isBlank) tree.framesetOk = false;
}
