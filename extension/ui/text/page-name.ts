/** The name of a page on one line: its host, or another suitable name. */
import { message } from '../../platform/i18n.ts';
import { visibleText } from './format.ts';

/**
 * @param address the page's URL; empty if unknown
 * @returns text that is safe to show; empty if the page has no name
 */
export function pageName(address: string): string {
  const url = URL.parse(address);
  if (!url) return visibleText(address);
  switch (url.protocol) {
    case 'http:':
    case 'https:':
      return url.host;
    case 'file:':
      return visibleText(decoded(url.pathname.split('/').at(-1) ?? '')) || message('siteLocalFiles');
    case 'data:':
      return message('aDataUrl');
    default:
      // For example about:blank, chrome://version, or moz-extension://….
      return visibleText(url.host === '' ? `${url.protocol}${url.pathname}` : `${url.protocol}//${url.host}`);
  }
}

/** The decoded name of a file; unchanged if its escapes are invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
