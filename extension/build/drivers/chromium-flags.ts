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
/** Documents of the address bar for suggestions that nobody sees: a second of the processor for each browser. */
const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Of two such flags the last alone holds: Playwright's own features are repeated. */
export const headlessFeatures = `--disable-features=${[...offForPlaywright, ...unseen].join(',')}`;
