/** A page that shows pictures at sizes other than their own, and the dimensions that each picture's row shows. */
import { base64Url, pngImage } from './pictures.ts';

let shade = 0;
/** Returns a 24×16 PNG image that is different each time. */
function picture(): string {
  const level = ++shade * 10;
  return base64Url(
    'image/png',
    pngImage(24, 16, () => [level, 0, 0, 255]),
  );
}
const svg = (attributes: string): string =>
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' ${attributes}><rect width='9' height='9'/></svg>`;

const twice = picture();
const chosen = picture();

export const shownSizesPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sizes</title>
  <img alt="Wide" style="width: 200px; padding: 5px; border: 3px solid; box-sizing: content-box" src="${picture()}">
  <img alt="Own" src="${picture()}">
  <img alt="Moved" style="width: 48px; transform: scale(2)" src="${picture()}">
  <img alt="Not rendered" style="display: none; width: 200px" src="${picture()}">
  <img alt="Invisible" style="visibility: hidden; width: 200px" src="${picture()}">
  <img alt="Flat" style="width: 200px; height: 0" src="${picture()}">
  <img alt="Twice" style="width: 60px" src="${twice}"><img alt="Twice" style="width: 120px" src="${twice}">
  <picture><source title="Chosen" srcset="${chosen}"><img alt="Fallback" style="width: 72px" src="${picture()}"></picture>
  <form><input type="image" alt="Button" style="width: 96px; padding: 4px" src="${picture()}"></form>
  <svg width="100" height="60" viewBox="0 0 50 30"><image aria-label="Drawn" width="24" height="16" href="${picture()}"/>
    <defs><image aria-label="Defined" width="24" height="16" href="${picture()}"/></defs></svg>
  <img alt="Sized" style="width: 90px" src="${svg("width='30' height='20'")}">
  <img alt="Boxed" style="width: 48px" src="${svg("viewBox='0 0 24 12.5'")}">
  <img alt="Unsized" style="width: 48px" src="${svg("width='100%' height='20'")}">
  <p style="background: url(${picture()})">Background</p>`;

/** The expected dimensions, by row name. Rows without dimensions are not listed. */
export const sizesOfPage: Record<string, string> = {
  Wide: '24×16 → 200×133',
  Own: '24×16',
  Moved: '24×16 → 48×32',
  'Not rendered': '24×16',
  Invisible: '24×16',
  Flat: '24×16',
  Twice: '24×16 → 120×80',
  Chosen: '24×16 → 72×48',
  Fallback: '24×16',
  Button: '24×16 → 96×64',
  Drawn: '24×16 → 48×32',
  Defined: '24×16',
  // SVG images have no pixels.
  Sized: '30×20',
  Boxed: '24×12.5',
  // This is a background, not the picture of an element.
  'PNG image': '24×16',
};

interface Listed {
  evaluate<A extends unknown[], R>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  waitFor<R, A extends unknown[]>(fn: (...args: A) => R, ...args: A): Promise<NonNullable<Awaited<R>>>;
}

/**
 * Returns the dimensions in the rows of a popup after the page has responded about each picture. Scrolls through the
 * list.
 */
export async function sizesIn(popup: Listed): Promise<Record<string, string>> {
  const sizes: Record<string, string> = {};
  for (let isAtEnd = false; !isAtEnd; ) {
    const shown = await popup.waitFor(() => {
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
      const frame = document.querySelector('.virtual-list')?.getBoundingClientRect();
      const inView = rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return frame && top < frame.bottom && bottom > frame.top;
      });
      const texts = inView.map((row) => {
        const dimensions = row.querySelector<HTMLElement>('.dimensions');
        return { name: row.querySelector('.name')?.textContent ?? '', dimensions };
      });
      const names = ['Wide', 'Own', 'Moved', 'Twice', 'Chosen', 'Button', 'Drawn'];
      const isAnswered = texts.every(
        ({ name, dimensions }) => !names.includes(name) || dimensions?.dataset.measured !== undefined,
      );
      return (
        inView.length > 0 &&
        isAnswered &&
        texts.map(({ name, dimensions }) => [name, dimensions?.textContent ?? ''] as const)
      );
    });
    for (const [name, text] of shown || []) if (text !== '') sizes[name] = text;
    isAtEnd = await popup.evaluate(() => {
      const list = document.querySelector('.virtual-list');
      if (!list) return true;
      const before = list.scrollTop;
      list.scrollTop += list.clientHeight / 2;
      return list.scrollTop === before;
    });
  }
  return sizes;
}
