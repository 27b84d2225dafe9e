/** Features that are turned off in Chromium without a window. */

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
/**
 * The documents for the address bar's suggestions. They are never visible, but cost each browser a second of processor
 * time.
 */
const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Only the last such flag applies, so this one repeats the features that Playwright turns off. */
export const headlessFeatures = `--disable-features=${[...offForPlaywright, ...unseen].join(',')}`;
