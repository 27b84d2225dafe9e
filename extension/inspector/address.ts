/** The view of the inspector tab, as its address names it: a view and an id, never the content of a URL. */

export const tools = ['inspect', 'resolve', 'compare', 'reports'] as const;
export type Tool = (typeof tools)[number];

/** The views of a page's Report; `changes` only where a state is pinned. */
export const parts = ['overview', 'list', 'gallery', 'findings', 'changes'] as const;
export type Part = (typeof parts)[number];

export type View =
  /** The Report of a tab; the id is that of one of its data: URLs. */
  { kind: 'page'; part: Part; id: string | null } | { kind: 'workbench'; tool: Tool; id: string | null };

const idIn = (text: string | undefined): string | null => (/^[0-9a-f]{64}$/.test(text ?? '') ? text! : null);

/**
 * @param hash of the address, with its `#`; an id alone names a row of the list
 * @param hasPage the address names a tab
 */
export function viewOf(hash: string, hasPage: boolean): View {
  const [first, second, third] = hash.slice(1).split('/');
  if (first === 'workbench' || !hasPage)
    return { kind: 'workbench', tool: tools.find((tool) => tool === second) ?? 'inspect', id: idIn(third) };
  const alone = idIn(first);
  if (alone !== null) return { kind: 'page', part: 'list', id: alone };
  return { kind: 'page', part: parts.find((part) => part === first) ?? 'overview', id: idIn(second) };
}

export function hashOf(view: View): string {
  const id = view.id === null ? '' : `/${view.id}`;
  return view.kind === 'page' ? `#${view.part}${id}` : `#workbench/${view.tool}${id}`;
}
