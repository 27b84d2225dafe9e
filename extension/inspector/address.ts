/**
 * Converts between the URL of the inspector tab and the view that it identifies: a part and an id, or an example from a
 * document by its section. The URL never contains the content of a data: URL.
 */
import { exampleAt } from './document-examples.ts';

export const tools = ['inspect', 'uri', 'resolve', 'compare', 'mail', 'reports'] as const;
export type Tool = (typeof tools)[number];

/** The views of a page's Report. `changes` is available only if a state is pinned. */
export const parts = ['overview', 'list', 'gallery', 'findings', 'csp', 'changes'] as const;
export type Part = (typeof parts)[number];

export type View =
  /** The Report of a tab; `id` identifies one of its data: URLs. */
  | { kind: 'page'; part: Part; id: string | null }
  /** The workbench; `id` identifies a data: URL or is the name of an example. */
  | { kind: 'workbench'; tool: Tool; id: string | null };

const idIn = (text: string | undefined): string | null => (/^[0-9a-f]{64}$/.test(text ?? '') ? text! : null);

const workbenchAt = (tool: Tool, id: string | undefined): View => ({
  kind: 'workbench',
  tool,
  id: id !== undefined && exampleAt(tool, id) ? id : idIn(id),
});

/**
 * The view that a URL identifies.
 *
 * @param hash the hash of the URL with its `#`. A data: URL's id alone identifies its row; the name of a tool, alone or
 *   with an example (`#uri`, `#resolve=rfc3986-5.4.1`), identifies that tool
 * @param hasPage whether the URL identifies a tab
 */
export function viewOf(hash: string, hasPage: boolean): View {
  const [first = '', second, third] = hash.slice(1).split('/');
  const [name, example] = first.split('=', 2);
  const alone = tools.find((tool) => tool === name);
  if (alone !== undefined && second === undefined) return workbenchAt(alone, example);
  if (first === 'workbench' || !hasPage)
    return workbenchAt(tools.find((tool) => tool === second) ?? 'inspect', third);
  const row = idIn(first);
  if (row !== null) return { kind: 'page', part: 'list', id: row };
  return { kind: 'page', part: parts.find((part) => part === first) ?? 'overview', id: idIn(second) };
}

export function hashOf(view: View): string {
  const id = view.id === null ? '' : `/${view.id}`;
  return view.kind === 'page' ? `#${view.part}${id}` : `#workbench/${view.tool}${id}`;
}
