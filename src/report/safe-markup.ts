/**
 * HTML text in which no text from a page can become markup: for saved files, never for the extension's own surfaces.
 */
import { visibleText } from './visible-text.ts';

/** HTML that `markup` has created. */
export interface Markup {
  readonly html: string;
}

export type Content = Markup | string | number | null | readonly Content[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/**
 * A tagged template for HTML, for the contents of elements and quoted attributes. Strings count as text from a page:
 * they are escaped, and characters that hide or reorder text are replaced by their code points.
 */
export function markup(parts: TemplateStringsArray, ...contents: Content[]): Markup {
  return { html: parts.map((part, at) => (at === 0 ? part : htmlOf(contents[at - 1]) + part)).join('') };
}

function htmlOf(content: Content | undefined): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return escaped(visibleText(content));
  if (typeof content === 'number') return String(content);
  return 'html' in content ? content.html : content.map(htmlOf).join('');
}

/** A text of the extension, whose directional marks are intended. */
export const ownText = (text: string): Markup => ({ html: escaped(text) });

/** A page's text, isolated from the direction of the surrounding text. */
export const isolate = (text: string): Markup => markup`<bdi>${text}</bdi>`;

/** A page's URL, type or selector, which reads from left to right in every language. */
export const isolateCode = (text: string): Markup => markup`<bdi dir="ltr" class="code">${text}</bdi>`;
