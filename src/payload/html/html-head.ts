/**
 * HTML 13.2.6.4.4, "in head": handles templates, and elements that contain only text. These rules apply in any mode.
 */
import { mayHaveShadowRoot } from '../../shadow-hosts.ts';
import {
  addMarker,
  clearFormatting,
  closeImpliedThoroughly,
  current,
  hasOpen,
  popUntil,
} from './html-stack.ts';
import {
  attributeOf,
  insert,
  insertClosed,
  type Made,
  merged,
  resetMode,
  type StartTag,
  type Tree,
} from './html-tree.ts';

/** Tags that other modes also handle by these rules. */
export const headElements: ReadonlySet<string> = new Set(
  'base basefont bgsound link meta noframes script style template title'.split(' '),
);

/**
 * Handles a start tag in the head.
 *
 * @returns the element that the tag creates; null if the tag is ignored; undefined if it ends the head
 */
export function startInHead(tree: Tree, tag: StartTag): Made | null | undefined {
  switch (tag.name) {
    case 'html':
      return mergedHtml(tree, tag);
    case 'base':
    case 'basefont':
    case 'bgsound':
    case 'link':
    case 'meta':
      return insertClosed(tag);
    case 'title':
    case 'noframes':
    case 'style':
    case 'script':
      return insertClosed(tag, true);
    case 'noscript':
      if (tree.scripting) return insertClosed(tag, true);
      tree.mode = 'in head noscript';
      return insert(tree, tag);
    case 'template': {
      const isShown = isShadowRoot(tree, tag);
      const made = insert(tree, tag);
      const element = current(tree);
      if (element) element.hides = !isShown;
      addMarker(tree);
      tree.framesetOk = false;
      tree.mode = 'in template';
      tree.templateModes.push('in template');
      return made;
    }
    case 'head':
      return null;
    default:
      return undefined;
  }
}

/** 13.2.6.4.7: attributes of a second html element are added to the first, but not from within a template. */
export const mergedHtml = (tree: Tree, tag: StartTag): Made | null =>
  hasOpen(tree, 'template') ? null : merged(tag);

export function endTemplate(tree: Tree): void {
  if (!hasOpen(tree, 'template')) return;
  closeImpliedThoroughly(tree);
  popUntil(tree, 'template');
  clearFormatting(tree);
  tree.templateModes.pop();
  resetMode(tree);
}

/** 13.2.6.4.4: whether a tag creates a declarative shadow root, whose content is rendered instead of its host's. */
function isShadowRoot(tree: Tree, tag: StartTag): boolean {
  const mode = attributeOf(tag, 'shadowrootmode')?.toLowerCase();
  const host = current(tree);
  return (mode === 'open' || mode === 'closed') && host?.namespace === 'html' && mayHaveShadowRoot(host.name);
}
/** Whether the current position is in a template, whose content is not rendered. */
export const isHidden = ({ open, templateModes }: Tree): boolean =>
  templateModes.length > 0 && open.some((element) => element.hides === true);
