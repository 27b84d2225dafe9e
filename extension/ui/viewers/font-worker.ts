/**
 * The worker that loads one font and draws its specimens. The page terminates the worker when it is no longer needed or
 * takes too long.
 */
import {
  isPredictable,
  type LoadResult,
  type Look,
  loadFont,
  specimenOf,
  thumbnailLetters,
} from './specimen.ts';

/**
 * A request. The first one contains the font. If `text` is null, a few letters are drawn, provided that their cost can
 * be predicted.
 */
export type Wanted = { font?: ArrayBuffer; text: string | null; look: Look };

/** The first message, when the worker has started. */
export type Ready = 'ready';

const scope = self as unknown as {
  fonts: FontFaceSet;
  onmessage: ((event: MessageEvent<Wanted>) => void) | null;
  postMessage: (answer: unknown, transfer?: Transferable[]) => void;
};

let loading: Promise<LoadResult> = Promise.resolve('broken');

scope.onmessage = async ({ data: { font, text, look } }) => {
  if (font && text === null && !(await isPredictable(font))) return scope.postMessage('bomb');
  if (font) loading = loadFont(font, scope.fonts);
  const loaded = await loading;
  if (typeof loaded === 'string') return scope.postMessage(loaded);
  const specimen = text === null ? thumbnailLetters(loaded, look) : specimenOf(loaded, text, look);
  const drawings = [
    ...specimen.lines.flatMap(({ words }) => words),
    ...specimen.icons.map(({ drawing }) => drawing),
  ];
  scope.postMessage(
    specimen,
    drawings.map(({ bitmap }) => bitmap),
  );
};
scope.postMessage('ready' satisfies Ready);
