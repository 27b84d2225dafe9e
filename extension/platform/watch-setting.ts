import { browser } from './browser.ts';

/**
 * Reports every change of a setting, and of another storage area if given, as long as the document or worker exists.
 */
export function watchSetting(key: string, onChange: () => void, other?: string): void {
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === other || (area === 'local' && key in changes)) onChange();
  });
}
