/**
 * The worker's entry point. Every listener is registered here, in the worker's first tick. Listeners are not async:
 * they start any long work and return.
 */
import { browser, type Runtime } from '../platform/browser.ts';
import { portNames } from '../platform/limits.ts';
import { watchPolicies } from '../platform/settings.ts';
import { watchWatchedSites } from '../platform/watched-sites.ts';
import { onPolled } from './frames/polling-port.ts';
import { acceptFrame } from './scan/frame-connections.ts';
import { refreshPolicies } from './scan/policy-changes.ts';
import { closeTab, rescanAfterGrant, resetListening } from './scan/scan-lifecycle.ts';
import { toggleWatched } from './scan/start-watching.ts';
import { inspectFromMenu } from './surfaces/from-menu.ts';
import { createMenus, requestOf } from './surfaces/menus.ts';
import { acceptSurface } from './surfaces/surfaces.ts';
import { registerSites } from './watching/registration.ts';
import { endUngrantedWatches, refreshWatchedSites } from './watching/watching.ts';

browser.runtime.onConnect.addListener((port: Runtime.Port) => {
  if (port.sender?.id !== browser.runtime.id) return port.disconnect();
  if (port.name === portNames.surface) return acceptSurface(port);
  return acceptFrame(port);
});

onPolled(acceptFrame);

browser.runtime.onInstalled.addListener(({ reason }) => {
  void createMenus();
  void registerSites();
  if (reason === 'install') void showFirstRun();
});

/**
 * Opens the welcome page, unless an administrator installed the extension or a developer loaded it, because then no
 * user chose it.
 */
async function showFirstRun(): Promise<void> {
  const { installType } = await browser.management.getSelf();
  if (installType === 'normal') await browser.tabs.create({ url: 'welcome.html' });
}

browser.contextMenus.onClicked.addListener((info, tab) => {
  const request = requestOf(info, tab);
  if (request) void inspectFromMenu(request);
});

browser.commands.onCommand.addListener((command, tab) => {
  if (command === 'watch-page' && tab?.id !== undefined) void toggleWatched(tab.id);
});

browser.permissions.onAdded.addListener(rescanAfterGrant);
browser.permissions.onRemoved.addListener(() => void endUngrantedWatches());

browser.tabs.onRemoved.addListener((tabId) => closeTab(tabId));
resetListening();

watchWatchedSites(() => void refreshWatchedSites());
watchPolicies(() => void refreshPolicies());
void refreshPolicies();

// When Chromium has ended a worker, it rejects the worker's API calls with this error. The next worker repeats the
// calls.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Error && event.reason.message === 'No SW') event.preventDefault();
});
