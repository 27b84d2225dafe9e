/**
 * Finds the texts that a click or selection of the user refers to: texts in the selection, on an element, or at a URL.
 * This is a part of the content script: see `script-parts.ts`.
 */
import type { FrameCommand } from '../platform/frame-messages.ts';
import { maxSelected } from '../platform/limits.ts';
import { contains, ownGlobal } from './dom.ts';
import type { OwnedText, OwnedTexts } from './owned-texts.ts';

declare global {
  /** The element selected in DevTools, which marks it with a random name. */
  var dataUrlInspectorSelected: { name: string; element: Element } | undefined;
}

type SelectionCommand = Extract<FrameCommand, { type: 'marked' | 'locate' | 'selected' }>;

export type AnswerSelection = typeof answerSelection;

/** The keys of the texts that a command means. */
export function answerSelection(
  command: SelectionCommand,
  { all }: Pick<OwnedTexts, 'all'>,
): number[] | null {
  switch (command.type) {
    case 'marked': {
      const mark = ownGlobal('dataUrlInspectorSelected');
      if (mark?.name !== command.name) return null;
      globalThis.dataUrlInspectorSelected = undefined;
      return keysOn(all, [mark.element]);
    }
    case 'locate':
      return keysAt(all, command.url);
    case 'selected':
      return selectedKeys(all);
  }
}

/** Maximum length, in code units, of a URL in a context menu event. Chromium omits longer URLs. */
const maxMenuUrl = 2_000_000;

/** The keys of the texts on some elements. */
const keysOn = (texts: readonly OwnedText[], elements: readonly Element[]): number[] => {
  const wanted = new Set<Element | undefined>(elements);
  return texts
    .flatMap(({ key, elements }) => (elements.some((each) => wanted.has(each.deref())) ? [key] : []))
    .slice(0, maxSelected);
};

/** The keys of the texts in the user's selection. */
const selectedKeys = (texts: readonly OwnedText[]): number[] =>
  keysOn(texts, selectedOf(texts.flatMap(({ elements }) => elements.flatMap((each) => each.deref() ?? []))));

/**
 * The keys of the texts that the browser resolves to this href. If `href` is '', the keys of the texts that are too
 * long for a context menu event.
 */
const keysAt = (texts: readonly OwnedText[], href: string): number[] =>
  (href
    ? texts.filter(({ written }) => written === href || hrefOf(written) === href).slice(0, 1)
    : // An escape takes three characters for each byte.
      texts.filter(({ written }) => 9 * written.length > maxMenuUrl && hrefOf(written).length > maxMenuUrl)
  )
    .slice(0, maxSelected)
    .map(({ key }) => key);

const hrefOf = (written: string) => URL.parse(written)?.href ?? written;

/**
 * The given elements that the selection touches but that do not contain the selection. If there are none, the innermost
 * given element that contains the selection.
 */
function selectedOf(elements: readonly Element[]): Element[] {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed) return [];
  const ranges = Array.from({ length: selection.rangeCount }, (_, at) => selection.getRangeAt(at));
  const within: Element[] = [];
  let around: Element | undefined;
  for (const element of elements) {
    const range = ranges.find((each) => each.intersectsNode(element));
    if (!range) continue;
    if (!contains(element, range.commonAncestorContainer)) within.push(element);
    else if (!around || contains(around, element)) around = element;
  }
  return within.length > 0 || !around ? within : [around];
}
