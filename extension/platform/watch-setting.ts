import { browser } from './browser.ts';

/** Tells of every change of one setting, or of another area, for as long as the document or the worker lives. */
export function watchSetting(key: string, onChange: () => void, other?: string): void {
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === other || (area === 'local' && key in changes)) onChange();
  });
}
