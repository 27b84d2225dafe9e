/** Exports the Report of a page from its popup, as a user would. */
import type { Report } from '../../report/report.ts';
import { failureText, oneLine, PageError } from '../inspect-page.ts';
import type { Surface } from './surface.ts';

/**
 * Returns the Report that the popup would save. Throws a PageError with the popup's text if the popup can't scan the
 * page.
 */
export async function reportOf(popup: Pick<Surface, 'evaluate' | 'waitFor'>): Promise<Report> {
  const state = await popup.waitFor(() => {
    const now = document.querySelector<HTMLElement>('[data-surface]')?.dataset.state;
    return now === 'done' || now === 'failed' ? now : null;
  });
  if (state === 'failed') throw new PageError(oneLine(await popup.evaluate(failureText)));
  const text = await popup.evaluate(async () => {
    const saved = new Promise<Blob>((resolve) => {
      const { createObjectURL } = URL;
      URL.createObjectURL = (blob) => {
        // Blobs of other types are thumbnails.
        if (!(blob instanceof Blob) || blob.type !== 'application/json') return createObjectURL(blob);
        resolve(blob);
        return '#';
      };
    });
    const click = (action: string) =>
      document.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
    const item = new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[data-action="export-json"]')) return;
        observer.disconnect();
        resolve();
      }).observe(document.body, { childList: true, subtree: true });
    });
    click('export');
    await item;
    // A real download would open a dialog.
    HTMLAnchorElement.prototype.click = () => {};
    click('export-json');
    return (await saved).text();
  });
  const [report]: Report[] = JSON.parse(text);
  if (!report) throw new PageError('the extension exported no Report');
  return report;
}
