/**
 * Draws fonts in separate workers. Some fonts take minutes to load, or to draw one letter, and can't be stopped from
 * within. The extension's pages wait a limited time for the pixels, and then continue without them.
 */
import type { Ready, Wanted } from './font-worker.ts';
import type { Look, Specimen } from './specimen.ts';
import { startWorker } from './start-worker.ts';

/** `bomb`: not drawn, because of the font's cost or an earlier attempt. `timeout`: stopped after the maximum time. */
export type Drawn = Specimen | 'broken' | 'bomb' | 'timeout';

/** Number of milliseconds after which drawing a font is abandoned. The largest fonts take a few hundred. */
const maxWait = 5000;
/**
 * Like `maxWait`, but for letters that were delayed by other work, and for the start of a worker, which may take seconds
 * on a busy machine.
 */
const maxDelay = 30_000;

/** The ids of fonts whose drawing was abandoned. The browser may still be busy with them. */
const givenUp = new Set<string>();

export interface FontDrawing {
  /** Draws a text. If several calls are waiting, only the last text is drawn. */
  draw(text: string | null, look: Look): void;
  end(): void;
}

/**
 * Starts drawing with a font.
 *
 * @param id the id of the font's bytes
 * @param onDrawn called with each result; a text whose drawing was stopped after the maximum time is not tried again
 */
export function drawFont(
  id: string,
  blob: Blob,
  onDrawn: (drawn: Drawn) => void,
  timeout: number = maxWait,
): FontDrawing {
  let worker: Worker | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let next: Wanted | null = null;
  let isBusy = false;
  let isEnded = false;
  const end = () => {
    worker?.terminate();
    worker = null;
    clearTimeout(timer);
    isEnded = true;
  };
  const finish = (drawn: Drawn) => {
    if (isEnded) return;
    clearTimeout(timer);
    isBusy = false;
    if (typeof drawn === 'string') end();
    onDrawn(drawn);
    if (!isEnded && next) post(next);
  };
  const giveUp = ({ text }: Wanted) => {
    if (text !== null) givenUp.add(id);
    finish('timeout');
  };
  const post = (wanted: Wanted) => {
    next = null;
    isBusy = true;
    timer = setTimeout(giveUp, timeout, wanted);
    worker?.postMessage(wanted, wanted.font ? [wanted.font] : []);
  };
  const start = async (): Promise<void> => {
    const font = await blob.arrayBuffer();
    if (isEnded || !next) return;
    worker = startWorker('font');
    worker.onerror = () => finish('broken');
    isBusy = true;
    timer = setTimeout(finish, maxDelay, 'timeout');
    worker.onmessage = ({ data }: MessageEvent<Drawn | Ready>) => {
      if (data !== 'ready') return finish(data);
      clearTimeout(timer);
      if (next) post({ ...next, font });
    };
  };
  return {
    draw(text, look) {
      if (isEnded) return;
      if (givenUp.has(id)) return finish('bomb');
      const isFirst = next === null && worker === null;
      next = { text, look };
      if (isFirst) start().catch(() => finish('broken'));
      else if (worker && !isBusy) post(next);
    },
    end,
  };
}

/** The edge length of a thumbnail in pixels, and the look of its letters. */
const edge = 80;
const look: Look = { color: '#fff', ratio: 2 };

/**
 * Draws a few letters in white, for a thumbnail. The user has not asked for the font, so it is not drawn if its cost
 * can't be predicted, or after a font was abandoned. Because the cost is low, only other work can cause a delay. In
 * that case, the drawing is repeated once, when the page is idle.
 */
export async function drawLetters(id: string, blob: Blob): Promise<ImageBitmap | Drawn> {
  if (givenUp.size > 0) return 'bomb';
  const drawn = await drawLettersOnce(id, blob, maxWait);
  if (drawn !== 'timeout') return drawn;
  await new Promise((resolve) => requestIdleCallback(resolve));
  const again = await drawLettersOnce(id, blob, maxDelay);
  if (again === 'timeout') givenUp.add(id);
  return again;
}

function drawLettersOnce(id: string, blob: Blob, timeout: number): Promise<ImageBitmap | Drawn> {
  return new Promise((resolve) => {
    const drawing = drawFont(
      id,
      blob,
      (drawn) => {
        drawing.end();
        const word = typeof drawn === 'string' ? null : (drawn.lines[0]?.words[0] ?? drawn.icons[0]?.drawing);
        resolve(word ? fitted(word.bitmap) : drawn);
      },
      timeout,
    );
    drawing.draw(null, look);
  });
}

/** Centers a bitmap in a square, in its own size or reduced to fit. */
function fitted(bitmap: ImageBitmap): ImageBitmap {
  const canvas = new OffscreenCanvas(edge, edge);
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  canvas.getContext('2d')?.drawImage(bitmap, (edge - width) / 2, (edge - height) / 2, width, height);
  return canvas.transferToImageBitmap();
}
