/** The page that opens once, after a user has installed the extension. */
import { browser } from '../../platform/browser.ts';

/** Opens no page if an administrator installed the extension or a developer loaded it: no user chose it. */
export async function showFirstRun(): Promise<void> {
  const { installType } = await browser.management.getSelf();
  if (installType === 'normal') await browser.tabs.create({ url: 'welcome.html' });
}
