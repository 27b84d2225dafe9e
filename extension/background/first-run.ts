/** The page that a person sees once, after they have installed the extension. */
import { browser } from '../platform/browser.ts';

/** Not where an administrator installed it, or a developer loaded it: no person has asked for it then. */
export async function showFirstRun(): Promise<void> {
  const { installType } = await browser.management.getSelf();
  if (installType === 'normal') await browser.tabs.create({ url: 'welcome.html' });
}
