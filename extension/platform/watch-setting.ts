import { browser } from './browser.ts';

/** Reports every change of one setting, or of another storage area, for as long as the document or the worker lives. */
export function watchSetting(key: string, onChange: () => void, other?: string): void {
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === other || (area === 'local' && key in changes)) onChange();
  });
}
