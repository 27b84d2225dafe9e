/** The view of the inspector tab, as its address names it: a view and an id, never the content of a URL. */

export const tools = ['inspect', 'resolve', 'compare', 'reports'] as const;
export type Tool = (typeof tools)[number];

export type View =
  /** The Report of a tab; the id is that of one of its data: URLs. */
  { kind: 'page'; id: string | null } | { kind: 'workbench'; tool: Tool; id: string | null };

const idIn = (text: string | undefined): string | null => (/^[0-9a-f]{64}$/.test(text ?? '') ? text! : null);

/**
 * @param hash of the address, with its `#`
 * @param hasPage the address names a tab
 */
export function viewOf(hash: string, hasPage: boolean): View {
  const [first, second, third] = hash.slice(1).split('/');
  if (first !== 'workbench' && hasPage) return { kind: 'page', id: idIn(first) };
  return { kind: 'workbench', tool: tools.find((tool) => tool === second) ?? 'inspect', id: idIn(third) };
}

export function hashOf(view: View): string {
  if (view.kind === 'page') return `#${view.id ?? 'page'}`;
  return `#workbench/${view.tool}${view.id === null ? '' : `/${view.id}`}`;
}
