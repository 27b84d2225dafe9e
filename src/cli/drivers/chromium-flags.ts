/** Features that are off in a Chromium without a window. */

const offForPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];
/** The address bar's suggestion documents are never visible, but cost each browser a second of processor time. */
const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Only the last such flag applies, so this one repeats Playwright's own features. */
export const headlessFeatures = `--disable-features=${[...offForPlaywright, ...unseen].join(',')}`;
