/**
 * Finds the URLs in inline scripts: in the string literals of program text and JSON, in source maps, and in import
 * maps.
 */
import { mayQuoteDataUrl } from '../../src/payload/quoted-data-urls.ts';
import type { CodeReader } from './code-reader.ts';
import { attribute, childTextOf } from './dom.ts';
import { type Emit, emitAll, quotedIn, type Uses } from './finder.ts';
import type { Listener } from './listener.ts';
import { until } from './time-slices.ts';

/** Matches all code that may request its literals, and the type of an import map. */
const mayRequest = /import|fetch|Work|addModule/;

/**
 * The uses of the literals in a script or event handler.
 *
 * @param element the script element; undefined for an attribute
 * @yields nothing, wherever the caller may pause
 */
export function* usesIn(
  text: string,
  { load }: Listener,
  element?: Element,
): Generator<void, Uses | undefined, void> {
  if (!mayRequest.test(text) && !(element && attribute(element, 'type'))) return undefined;
  const reader = yield* until(load<CodeReader>('code'));
  return reader && (yield* reader.readScript(text, element));
}

/** Emits the data: URLs in the text of a script element. @yields nothing, wherever the caller may pause */
export function* findInScript(element: Element, emit: Emit, listener: Listener): Generator<void, void, void> {
  const text = yield* childTextOf(element);
  if (!mayQuoteDataUrl(text, 'script')) return;
  const uses = yield* usesIn(text, listener, element);
  const found = { place: 'script', name: '', destination: 'none' } as const;
  yield* emitAll(uses?.all ?? quotedIn(text, 'script', found, 'sourceMappingURL', uses), emit);
}
