/** DOM 4.9, "valid shadow host name", apart from custom elements. */
const names: ReadonlySet<string> = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

/** Whether HTML elements of this local name can have a shadow root. */
export const mayHaveShadowRoot = (name: string): boolean => names.has(name) || name.includes('-');
