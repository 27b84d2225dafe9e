/** The form of a reference: rfc2396bis sections 3 and 4.2 to 4.4. */
import { components } from '../uri/components.ts';

export const referenceForms = [
  'uri',
  'absolute_uri',
  'network_path',
  'absolute_path',
  'relative_path',
  'same_document',
] as const;
export type ReferenceForm = (typeof referenceForms)[number];

/** The form of a reference judged only by its components, even if they don't match the grammar. Takes linear time. */
export function referenceForm(reference: string): ReferenceForm {
  const { scheme, authority, path, query, fragment } = components(reference);
  if (scheme !== undefined) return fragment === undefined ? 'absolute_uri' : 'uri';
  if (authority !== undefined) return 'network_path';
  if (path.startsWith('/')) return 'absolute_path';
  return path === '' && query === undefined ? 'same_document' : 'relative_path';
}
