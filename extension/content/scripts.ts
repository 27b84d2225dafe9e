/**
 * Finds the URLs in inline scripts: in the string literals of program text and JSON, in source maps, and in import
 * maps.
 */
import { mayQuoteDataUrl } from '../../src/payload/quoted-data-urls.ts';
import type { CodeReader } from './code-reader.ts';
import { attribute, childTextOf } from './dom.ts';
import { type Emit, emitAll, quotedIn, type Uses } from './finder.ts';
import type { Listener } from './listener.ts';
import { loadedPart } from './script-parts.ts';

/**
 * The uses of the literals in a script or event handler.
 *
 * @param element the script, or the element with the attribute
 * @param name the attribute's name; '' for a script
 * @yields where the caller may pause
 */
export function* usesIn(
  text: string,
  listener: Listener,
  element: Element,
  name = '',
): Generator<never, Uses | undefined, void> {
  const reader = yield* loadedPart<CodeReader>('code', listener);
  return reader ? yield* reader.readScript(text, element, name) : { isPartial: true };
}

/** Emits the data: URLs in the text of a script element. @yields undefined wherever the caller may pause */
export function* findInScript(element: Element, emit: Emit, listener: Listener): Generator<void, void, void> {
  const text = yield* childTextOf(element);
  if (!mayQuoteDataUrl(text, 'script')) return;
  const uses = (text: string) => usesIn(text, listener, element);
  const map = /^\s*importmap\s*$/i.test(attribute(element, 'type')!) ? yield* uses(text) : undefined;
  const found = { place: 'script', name: '', destination: 'none' } as const;
  yield* emitAll(map?.all ?? quotedIn(text, 'script', found, 'sourceMappingURL', uses), emit);
  if (map?.isPartial) throw new Error();
}
