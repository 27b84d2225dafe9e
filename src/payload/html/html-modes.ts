/** HTML 13.2.6, the tree construction dispatcher, and the modes around "in body": head, tables, templates, frames. */
import { endInBody, isHiddenInput, startInBody, textInBody } from './html-body.ts';
import { endTemplate, headElements, mergedHtml, startInHead } from './html-head.ts';
import {
  addMarker,
  clearFormatting,
  clearTo,
  closeImplied,
  current,
  hasOpen,
  isCurrent,
  isInScope,
  type OpenElement,
  popUntil,
  scopes,
} from './html-stack.ts';
import {
  attributeOf,
  imply,
  insert,
  insertClosed,
  insertForeign,
  type Made,
  type Mode,
  resetMode,
  type StartTag,
  type Tree,
} from './html-tree.ts';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** 13.2.6.5: start tags that end foreign content. */
const breakouts = set(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ' +
    'ol p pre ruby s small span strong strike sub sup table tt u ul var',
);

const fontAttributes = ['color', 'face', 'size'];

/** Whether a CDATA section is allowed at the current position (13.2.5.42, "adjusted current node"). */
export function isForeign(tree: Tree): boolean {
  const node = current(tree);
  return node !== undefined && node.namespace !== 'html';
}

/**
 * Handles a start tag.
 *
 * @returns the element that the tag creates; null if the tag is ignored
 */
export function startTag(tree: Tree, tag: StartTag): Made | null {
  const node = current(tree);
  const { name } = tag;
  if (
    node === undefined ||
    node.namespace === 'html' ||
    node.integration === 'html' ||
    (node.integration === 'mathml' && name !== 'mglyph' && name !== 'malignmark') ||
    (node.namespace === 'math' && node.name === 'annotation-xml' && name === 'svg')
  ) {
    return startIn(tree, tree.mode, tag);
  }
  const isFont = name === 'font' && fontAttributes.some((each) => attributeOf(tag, each) !== null);
  if (!breakouts.has(name) && !isFont) return insertForeign(tree, tag, node.namespace);
  breakOut(tree);
  return startIn(tree, tree.mode, tag);
}

function breakOut(tree: Tree): void {
  for (let node = current(tree); node && node.namespace !== 'html' && node.integration === null; ) {
    tree.open.pop();
    node = current(tree);
  }
}

export function endTag(tree: Tree, name: string): void {
  if (isForeign(tree)) {
    if (name === 'p' || name === 'br') breakOut(tree);
    else if (endForeign(tree, name)) return;
  }
  endIn(tree, tree.mode, name);
}

/** 13.2.6.5, "any other end tag", in foreign content. @returns whether the tag has been handled */
function endForeign({ open }: Tree, name: string): boolean {
  for (let at = open.length - 1; at > 0; at--) {
    const node = open[at] as OpenElement;
    if (node.namespace === 'html') return false;
    if (node.name === name) {
      open.length = at;
      return true;
    }
  }
  return true;
}

/**
 * Handles text between tags.
 *
 * @param isBlank whether the text is only whitespace
 */
export function textToken(tree: Tree, isBlank: boolean): void {
  const node = current(tree);
  if (node && node.namespace !== 'html' && node.integration === null) {
    if (!isBlank) tree.framesetOk = false;
    return;
  }
  switch (tree.mode) {
    case 'in frameset':
    case 'after frameset':
      return;
    case 'before html':
    case 'before head':
    case 'in head':
    case 'in head noscript':
    case 'after head':
      if (isBlank) return;
      openBody(tree);
      break;
    case 'in column group':
      if (isBlank || !leaveColumns(tree)) return;
      textToken(tree, isBlank);
      return;
    case 'in table':
    case 'in table body':
    case 'in row':
      // Text other than whitespace is inserted before the table, by the rules of the body.
      if (isBlank && isCurrent(tree, tableText)) return;
      break;
    case 'after body':
      if (!isBlank) tree.mode = 'in body';
  }
  textInBody(tree, isBlank);
}
const tableText = set('table tbody template tfoot thead tr');

/** Opens the body, and before it the html and head elements if they are missing. */
export function openBody(tree: Tree): void {
  if (tree.mode === 'before html') openHtml(tree);
  if (tree.mode === 'before head') openHead(tree);
  if (tree.mode === 'in head noscript') closeInHead(tree, 'in head');
  if (tree.mode === 'in head') closeInHead(tree, 'after head');
  imply(tree, 'body');
  tree.mode = 'in body';
}
function openHtml(tree: Tree): void {
  imply(tree, 'html');
  tree.mode = 'before head';
}
function openHead(tree: Tree): void {
  imply(tree, 'head');
  tree.hasHead = true;
  tree.mode = 'in head';
}
function closeInHead(tree: Tree, mode: Mode): void {
  tree.open.pop();
  tree.mode = mode;
}

const sections = set('tbody tfoot thead');
const cells = set('td th');
/** Elements of tables that cannot be nested in one another. */
const parts = set('caption col colgroup tbody td tfoot th thead tr');
const tableContext = set('table template html');
const sectionContext = set('tbody tfoot thead template html');
const rowContext = set('tr template html');

/** 13.2.6.4: handles a start tag by the rules of a mode, which create an element or switch to another mode. */
function startIn(tree: Tree, mode: Mode, tag: StartTag): Made | null {
  const { name } = tag;
  switch (mode) {
    case 'before html':
      if (name === 'html') {
        tree.mode = 'before head';
        return insert(tree, tag);
      }
      openHtml(tree);
      return startIn(tree, tree.mode, tag);
    case 'before head':
      if (name === 'html') return mergedHtml(tree, tag);
      if (name !== 'head') {
        openHead(tree);
        return startIn(tree, tree.mode, tag);
      }
      tree.hasHead = true;
      tree.mode = 'in head';
      return insert(tree, tag);
    case 'in head': {
      const made = startInHead(tree, tag);
      if (made !== undefined) return made;
      closeInHead(tree, 'after head');
      return startIn(tree, tree.mode, tag);
    }
    case 'in head noscript':
      if (name === 'head' || name === 'noscript') return null;
      if (inNoscript.has(name)) return startInHead(tree, tag) ?? null;
      closeInHead(tree, 'in head');
      return startIn(tree, tree.mode, tag);
    case 'after head':
      if (name === 'html') return mergedHtml(tree, tag);
      if (name === 'head') return null;
      if (headElements.has(name)) return startInHead(tree, tag) ?? null;
      if (name === 'body') {
        tree.framesetOk = false;
        tree.mode = 'in body';
        return insert(tree, tag);
      }
      if (name === 'frameset') {
        tree.mode = 'in frameset';
        return insert(tree, tag);
      }
      openBody(tree);
      return startIn(tree, tree.mode, tag);
    case 'in body':
      return startInBody(tree, tag);
    case 'in table':
      return startInTable(tree, tag);
    case 'in caption':
      if (!parts.has(name)) return startInBody(tree, tag);
      return endCaption(tree) ? startIn(tree, tree.mode, tag) : null;
    case 'in column group':
      if (name === 'html') return mergedHtml(tree, tag);
      if (name === 'col') return insertClosed(tag);
      if (name === 'template') return startInHead(tree, tag) ?? null;
      return leaveColumns(tree) ? startIn(tree, tree.mode, tag) : null;
    case 'in table body':
      if (name === 'tr') {
        clearTo(tree, sectionContext);
        tree.mode = 'in row';
        return insert(tree, tag);
      }
      if (cells.has(name)) {
        clearTo(tree, sectionContext);
        imply(tree, 'tr');
        tree.mode = 'in row';
        return startIn(tree, tree.mode, tag);
      }
      if (!parts.has(name)) return startInTable(tree, tag);
      return leaveSection(tree) ? startIn(tree, tree.mode, tag) : null;
    case 'in row':
      if (cells.has(name)) {
        clearTo(tree, rowContext);
        tree.mode = 'in cell';
        const made = insert(tree, tag);
        addMarker(tree);
        return made;
      }
      if (!parts.has(name)) return startInTable(tree, tag);
      return leaveRow(tree) ? startIn(tree, tree.mode, tag) : null;
    case 'in cell':
      if (!parts.has(name)) return startInBody(tree, tag);
      return closeCell(tree) ? startIn(tree, tree.mode, tag) : null;
    case 'in template': {
      if (headElements.has(name)) return startInHead(tree, tag) ?? null;
      const inside = templateMode(name);
      tree.templateModes[tree.templateModes.length - 1] = inside;
      tree.mode = inside;
      return startIn(tree, tree.mode, tag);
    }
    case 'after body':
      if (name === 'html') return mergedHtml(tree, tag);
      tree.mode = 'in body';
      return startIn(tree, tree.mode, tag);
    case 'in frameset':
      if (name === 'html') return mergedHtml(tree, tag);
      if (name === 'frameset') return insert(tree, tag);
      if (name === 'frame') return insertClosed(tag);
      return name === 'noframes' ? insertClosed(tag, true) : null;
    case 'after frameset':
      if (name === 'html') return mergedHtml(tree, tag);
      return name === 'noframes' ? insertClosed(tag, true) : null;
  }
}
const inNoscript = set('html basefont bgsound link meta noframes style');

function templateMode(name: string): Mode {
  if (sections.has(name) || name === 'caption' || name === 'colgroup') return 'in table';
  if (name === 'col') return 'in column group';
  if (name === 'tr') return 'in table body';
  return cells.has(name) ? 'in row' : 'in body';
}

function startInTable(tree: Tree, tag: StartTag): Made | null {
  const { name } = tag;
  switch (name) {
    case 'caption': {
      clearTo(tree, tableContext);
      addMarker(tree);
      tree.mode = 'in caption';
      return insert(tree, tag);
    }
    case 'colgroup':
      clearTo(tree, tableContext);
      tree.mode = 'in column group';
      return insert(tree, tag);
    case 'col':
      return startWithin(tree, 'colgroup', 'in column group', tag);
    case 'tbody':
    case 'tfoot':
    case 'thead':
      clearTo(tree, tableContext);
      tree.mode = 'in table body';
      return insert(tree, tag);
    case 'td':
    case 'th':
    case 'tr':
      return startWithin(tree, 'tbody', 'in table body', tag);
    case 'table':
      return closeTable(tree) ? startIn(tree, tree.mode, tag) : null;
    case 'style':
    case 'script':
    case 'template':
      return startInHead(tree, tag) ?? null;
    case 'input':
      return isHiddenInput(tag) ? insertClosed(tag) : startInBody(tree, tag);
    case 'form': {
      if (tree.form !== null || hasOpen(tree, 'template')) return null;
      const made = insert(tree, tag);
      tree.form = tree.open.pop() ?? null;
      return made;
    }
    default:
      return startInBody(tree, tag);
  }
}

/** Inserts the element that must be around a tag, and then handles the tag. */
function startWithin(tree: Tree, implied: string, mode: Mode, tag: StartTag): Made | null {
  clearTo(tree, tableContext);
  imply(tree, implied);
  tree.mode = mode;
  return startIn(tree, mode, tag);
}

function closeTable(tree: Tree): boolean {
  if (!isInScope(tree, 'table', scopes.table)) return false;
  popUntil(tree, 'table');
  resetMode(tree);
  return true;
}

function endCaption(tree: Tree): boolean {
  if (!isInScope(tree, 'caption', scopes.table)) return false;
  closeImplied(tree);
  popUntil(tree, 'caption');
  clearFormatting(tree);
  tree.mode = 'in table';
  return true;
}

function leaveColumns(tree: Tree): boolean {
  if (!isCurrent(tree, 'colgroup')) return false;
  tree.open.pop();
  tree.mode = 'in table';
  return true;
}

function leaveSection(tree: Tree): boolean {
  if (!isInScope(tree, sections, scopes.table)) return false;
  clearTo(tree, sectionContext);
  tree.open.pop();
  tree.mode = 'in table';
  return true;
}

function leaveRow(tree: Tree): boolean {
  if (!isInScope(tree, 'tr', scopes.table)) return false;
  clearTo(tree, rowContext);
  tree.open.pop();
  tree.mode = 'in table body';
  return true;
}

function closeCell(tree: Tree): boolean {
  if (!isInScope(tree, cells, scopes.table)) return false;
  closeImplied(tree);
  popUntil(tree, cells);
  clearFormatting(tree);
  tree.mode = 'in row';
  return true;
}

/** Names of end tags that first open the head and the body if these are not open. */
const outer = set('body html br');

function endIn(tree: Tree, mode: Mode, name: string): void {
  switch (mode) {
    case 'before html':
    case 'before head':
      if (name !== 'head' && !outer.has(name)) {
        if (mode === 'before head' && name === 'template') endTemplate(tree);
        return;
      }
      if (mode === 'before html') openHtml(tree);
      openHead(tree);
      endIn(tree, tree.mode, name);
      return;
    case 'in head':
      if (name === 'template') {
        endTemplate(tree);
        return;
      }
      if (name !== 'head' && !outer.has(name)) return;
      closeInHead(tree, 'after head');
      if (name !== 'head') endIn(tree, tree.mode, name);
      return;
    case 'in head noscript':
      if (name !== 'noscript' && name !== 'br') return;
      closeInHead(tree, 'in head');
      if (name === 'br') endIn(tree, tree.mode, name);
      return;
    case 'after head':
      if (name === 'template') {
        endTemplate(tree);
        return;
      }
      if (!outer.has(name)) return;
      openBody(tree);
      endIn(tree, tree.mode, name);
      return;
    case 'in body':
      endInBody(tree, name);
      return;
    case 'in table':
      endInTable(tree, name);
      return;
    case 'in caption':
      if (name === 'caption') endCaption(tree);
      else if (name === 'table') {
        if (endCaption(tree)) endIn(tree, tree.mode, name);
      } else if (!isOuterPart(name)) endInBody(tree, name);
      return;
    case 'in column group':
      if (name === 'template') {
        endTemplate(tree);
        return;
      }
      if (name === 'col' || !leaveColumns(tree)) return;
      if (name !== 'colgroup') endIn(tree, tree.mode, name);
      return;
    case 'in table body':
      if (sections.has(name)) {
        if (isInScope(tree, name, scopes.table)) leaveSection(tree);
      } else if (name === 'table') {
        if (leaveSection(tree)) endIn(tree, tree.mode, name);
      } else if (!isOuterPart(name)) endInTable(tree, name);
      return;
    case 'in row':
      if (name === 'tr') leaveRow(tree);
      else if (name === 'table' || sections.has(name)) {
        if (isInScope(tree, name, scopes.table) && leaveRow(tree)) endIn(tree, tree.mode, name);
      } else if (!isOuterPart(name)) endInTable(tree, name);
      return;
    case 'in cell':
      if (cells.has(name)) {
        if (!isInScope(tree, name, scopes.table)) return;
        closeImplied(tree);
        popUntil(tree, name);
        clearFormatting(tree);
        tree.mode = 'in row';
      } else if (name === 'table' || name === 'tr' || sections.has(name)) {
        if (isInScope(tree, name, scopes.table) && closeCell(tree)) endIn(tree, tree.mode, name);
      } else if (!isOuterPart(name)) endInBody(tree, name);
      return;
    case 'in template':
      if (name === 'template') endTemplate(tree);
      return;
    case 'after body':
      if (name === 'html') return;
      tree.mode = 'in body';
      endIn(tree, tree.mode, name);
      return;
    case 'in frameset':
      if (name !== 'frameset' || tree.open.length === 1) return;
      tree.open.pop();
      if (!isCurrent(tree, 'frameset')) tree.mode = 'after frameset';
      return;
    case 'after frameset':
      return;
  }
}

/** Whether all table modes ignore an end tag with this name, except a mode that has its own rule for it. */
const isOuterPart = (name: string) => name === 'body' || name === 'html' || parts.has(name);

function endInTable(tree: Tree, name: string): void {
  if (name === 'table') closeTable(tree);
  else if (name === 'template') endTemplate(tree);
  else if (!isOuterPart(name)) endInBody(tree, name);
}

/** 13.2.6.4.1: handles a DOCTYPE, which has an effect only at the very beginning. */
export function doctype(tree: Tree): void {
  if (tree.mode === 'before html' && tree.open.length === 0) tree.quirks = false;
}
