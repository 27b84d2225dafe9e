/**
 * Finds the URLs in inline scripts: in the string literals of program text and JSON, in source maps, and in import
 * maps.
 */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { looksLikeDataUrl, mayQuoteDataUrl } from '../../src/payload/quoted-data-urls.ts';
import { attribute, childTextOf } from './dom.ts';
import { type Emit, emitAll, quotedIn } from './finder.ts';

/** Emits the data: URLs in the text of a script element. @yields where the caller may pause */
export function* findInScript(element: Element, emit: Emit): Generator<void, void, void> {
  const text = yield* childTextOf(element);
  if (!mayQuoteDataUrl(text, 'script')) return;
  const type = (attribute(element, 'type') ?? '').trim().toLowerCase();
  if (type === 'importmap' && findInImportMap(text, emit)) return;
  const found = { place: 'script', name: '', destination: 'none' } as const;
  yield* emitAll(quotedIn(text, 'script', found, 'sourceMappingURL'), emit);
}

/**
 * Finds the URLs in an import map: those that are fetched as modules, and those that are names to be replaced (HTML
 * 8.1.6.2, "parse an import map string").
 *
 * @returns false if the text is not JSON
 */
function findInImportMap(text: string, emit: Emit): boolean {
  let map: unknown;
  try {
    map = JSON.parse(text);
  } catch {
    return false;
  }
  const { imports, scopes, integrity } = Object(map);
  const found = { place: 'script', name: 'importmap' } as const;
  for (const table of [imports, integrity, scopes, ...Object.values(Object(scopes))]) {
    for (const [written, address] of Object.entries(Object(table))) {
      if (looksLikeDataUrl(written)) emit({ ...found, written, destination: 'none' });
      if (typeof address === 'string' && isDataUrl(address))
        emit({ ...found, written: address, destination: 'script' });
    }
  }
  return true;
}
