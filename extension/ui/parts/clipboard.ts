/** Copies to the clipboard, with a fallback if the browser refuses. */

/** The result of copying. `refused` comes with the text that could not be copied. */
export type Copied = { state: 'copied' | 'nothing' } | { state: 'refused'; text: string };

/**
 * Copies text that may not be available yet. Calls the browser's API immediately, while the user's click still permits
 * it.
 *
 * @param wanted the text; null if there is nothing to copy
 */
export async function copyText(wanted: Promise<Blob | null>): Promise<Copied> {
  const known = wanted.then((blob) => blob ?? Promise.reject(new Error('nothing to copy')));
  // If the browser refuses immediately, it never uses the promise, whose rejection would be unhandled.
  known.catch(() => {});
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': known })]);
    return { state: 'copied' };
  } catch {
    const blob = await wanted;
    if (blob === null) return { state: 'nothing' };
    const text = await blob.text();
    return copyBySelection(text) ? { state: 'copied' } : { state: 'refused', text };
  }
}

/** Copies with `execCommand`, which is the only way in DevTools panels. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
