/**
 * The state of HTML's tree construction (13.2.6) between two tags, without the tree itself, and the functions that
 * insert an element. All modes share them.
 */

import type { Attribute } from '../markup/markup-attributes.ts';
import {
  clearFormatting,
  type Namespace,
  type OpenElement,
  popUntil,
  push,
  type Stack,
} from './html-stack.ts';

/** The insertion modes of 13.2.4.1, except those for text. Modes that need not be distinguished here are merged. */
export type Mode =
  | 'before html'
  | 'before head'
  | 'in head'
  | 'in head noscript'
  | 'after head'
  | 'in body'
  | 'in table'
  | 'in caption'
  | 'in column group'
  | 'in table body'
  | 'in row'
  | 'in cell'
  | 'in template'
  | 'after body'
  | 'in frameset'
  | 'after frameset';

export interface Tree extends Stack {
  mode: Mode;
  /** 13.2.4.1, "stack of template insertion modes". */
  templateModes: Mode[];
  hasHead: boolean;
  /** 13.2.4.4, "form element pointer". */
  form: OpenElement | null;
  /** 13.2.4.5, "scripting flag": whether the content of `noscript` is text. */
  scripting: boolean;
  /** 13.2.4.5, "frameset-ok flag". */
  framesetOk: boolean;
  /** Whether there is no DOCTYPE, so that a paragraph may contain a table. */
  quirks: boolean;
}

/** The parts of a start tag that tree construction needs. */
export interface StartTag {
  name: string;
  /** The text of the tag after its name. */
  written: string;
  selfClosing: boolean;
  attributes: readonly Attribute[];
}

/** The value of an attribute; null if absent. */
export function attributeOf({ attributes }: StartTag, name: string): string | null {
  for (const attribute of attributes) if (attribute.name === name) return attribute.value;
  return null;
}

/** The element that a start tag creates. */
export interface Made {
  name: string;
  namespace: Namespace;
  /** Whether everything up to the element's end tag is text. */
  text: boolean;
}

export const newTree = (scripting: boolean): Tree => ({
  open: [],
  formatting: [],
  overflowed: false,
  mode: 'before html',
  templateModes: [],
  hasHead: false,
  form: null,
  scripting,
  framesetOk: true,
  quirks: true,
});

const mathmlText = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);
const svgHtml = new Set(['foreignobject', 'desc', 'title']);

function integrationOf(name: string, namespace: Namespace, tag: StartTag): OpenElement['integration'] {
  if (namespace === 'svg') return svgHtml.has(name) ? 'html' : null;
  if (mathmlText.has(name)) return 'mathml';
  const encoding = name === 'annotation-xml' ? attributeOf(tag, 'encoding')?.toLowerCase() : null;
  return encoding === 'text/html' || encoding === 'application/xhtml+xml' ? 'html' : null;
}

export const htmlElement = (name: string, written = ''): OpenElement => ({
  name,
  namespace: 'html',
  integration: null,
  written,
  tag: null,
});

/** 13.2.6.1, "insert an HTML element". */
export function insert(tree: Tree, tag: StartTag): Made {
  push(tree, htmlElement(tag.name, tag.written));
  return { name: tag.name, namespace: 'html', text: false };
}
/** Returns an element that isn't opened, because it is closed immediately or contains only text. */
export const insertClosed = ({ name }: StartTag, text = false): Made => ({ name, namespace: 'html', text });
export function insertForeign(tree: Tree, tag: StartTag, namespace: Exclude<Namespace, 'html'>): Made {
  const { name, written } = tag;
  if (!tag.selfClosing) {
    push(tree, { name, namespace, integration: integrationOf(name, namespace, tag), written, tag: null });
  }
  return { name, namespace, text: false };
}
/** Inserts an element that no tag created. */
export const imply = (tree: Tree, name: string) => push(tree, htmlElement(name));
/** The element of a second html or body tag, whose attributes HTML adds to the first element. */
export const merged = ({ name }: StartTag): Made => ({ name, namespace: 'html', text: false });

export function clearAndPop(tree: Tree, names: string | ReadonlySet<string>): void {
  popUntil(tree, names);
  clearFormatting(tree);
}

/** 13.2.4.1, "reset the insertion mode appropriately". */
export function resetMode(tree: Tree): void {
  const { open } = tree;
  for (let at = open.length - 1; at >= 0; at--) {
    const { name, namespace } = open[at] as OpenElement;
    const mode = namespace !== 'html' ? undefined : modes.get(name);
    if (mode !== undefined && (at > 0 || (name !== 'td' && name !== 'th'))) {
      tree.mode = mode === 'in template' ? (tree.templateModes.at(-1) ?? 'in body') : mode;
      if (name === 'html') tree.mode = tree.hasHead ? 'after head' : 'before head';
      return;
    }
  }
  tree.mode = 'in body';
}
const modes: ReadonlyMap<string, Mode> = new Map<string, Mode>([
  ['td', 'in cell'],
  ['th', 'in cell'],
  ['tr', 'in row'],
  ['tbody', 'in table body'],
  ['thead', 'in table body'],
  ['tfoot', 'in table body'],
  ['caption', 'in caption'],
  ['colgroup', 'in column group'],
  ['table', 'in table'],
  ['template', 'in template'],
  ['head', 'in head'],
  ['body', 'in body'],
  ['frameset', 'in frameset'],
  ['html', 'before head'],
]);
