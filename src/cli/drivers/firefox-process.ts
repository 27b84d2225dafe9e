/** Starts a real Firefox with its own profile: quiet, in one language, and offline if requested. */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectMarionette, type Marionette } from './marionette.ts';
import { poll, within } from './wait.ts';

/** Fixed, so that the add-on's pages can be opened by address. */
const uuid = '6d5f4c3b-2a19-4807-96e5-d4c3b2a19080';
export const origin = `moz-extension://${uuid}`;

type Pref = boolean | number | string;

/** Preferences for a quiet browser: no first-run pages, reports, updates, or background services. */
const quiet: Record<string, Pref> = {
  'marionette.port': 0,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.startup.homepage_override.mstone': 'ignore',
  'startup.homepage_welcome_url': '',
  'browser.aboutwelcome.enabled': false,
  'browser.preonboarding.enabled': false,
  'browser.termsofuse.enabled': false,
  'termsofuse.acceptedVersion': 999,
  'browser.newtabpage.enabled': false,
  'browser.topsites.contile.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'toolkit.telemetry.server': '',
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.region.network.url': '',
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'extensions.blocklist.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'geo.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  // The delay lets people read before they click. A driver doesn't need it.
  'security.notification_enable_delay': 0,
};

/** Sends all requests, including DNS, to a proxy that does not exist. Exception: loopback. */
const loopbackOnly: Record<string, Pref> = {
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disabled': false,
  'network.http.speculative-parallel-limit': 0,
  'network.prefetch-next': false,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': '127.0.0.1, localhost',
};

export interface ProcessOptions {
  executablePath: string;
  /** Whether the browser runs without a window. Default: true */
  headless?: boolean;
  /** Whether network access is blocked, except to loopback. Default: false */
  offline?: boolean;
  /** The browser's language, which `browser.i18n` uses; null means the user's own. Default: en-US */
  language?: string | null;
  prefs?: Record<string, Pref>;
  /** The content of an administrator's policies.json, which Firefox reads at startup. */
  policies?: Record<string, unknown>;
  /** The deadline of every operation. Default: 60 s */
  deadlineMs?: number;
}

/**
 * Writes a profile for `FIREFOX_PROFILE`: the profile of a Firefox without extensions after its first start. Starting
 * from a copy of it takes two thirds of the processor time, because scripts are already compiled and databases exist.
 */
export async function writeProfile(folder: string, executablePath: string): Promise<void> {
  // The first start takes longest, and other builds run at the same time.
  const deadlineMs = 240_000;
  const { marionette, profile, exited, kill, failed } = await startFirefox('', {
    executablePath,
    offline: true,
    deadlineMs,
  });
  try {
    await marionette.send('Marionette:Quit', { flags: ['eAttemptQuit'] });
    await within('the end of Firefox', deadlineMs, exited);
    marionette.close();
    // Not copied, because each start writes its own preferences and lock.
    for (const name of ['prefs.js', 'user.js', 'lock']) await rm(path.join(profile, name), { force: true });
    await cp(profile, folder, { recursive: true });
    await kill();
  } catch (error) {
    throw await failed(error);
  }
}

export interface Started {
  marionette: Marionette;
  profile: string;
  /** Resolves when Firefox has ended. */
  exited: Promise<void>;
  /** Ends Firefox and removes its profile. */
  kill(): Promise<void>;
  /**
   * Ends Firefox because of an error.
   *
   * @returns that error, with Firefox's output
   */
  failed(error: unknown): Promise<Error>;
}

/** Starts Firefox with its own profile, which begins as a copy of `FIREFOX_PROFILE` if that is set. */
export async function startFirefox(
  id: string,
  options: ProcessOptions & { deadlineMs: number },
): Promise<Started> {
  const { executablePath, headless = true, offline = false, language = 'en-US', deadlineMs } = options;
  const profile = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-firefox-'));
  const { FIREFOX_PROFILE: beginning } = process.env;
  if (beginning) await cp(beginning, profile, { recursive: true });
  const administered = options.policies ? await administer(profile, options.policies) : null;
  const prefs: Record<string, Pref> = {
    ...quiet,
    ...(offline ? { ...loopbackOnly, ...(await downloadsIn(profile)) } : {}),
    ...(language === null ? {} : { 'intl.locale.requested': language }),
    'extensions.webextensions.uuids': JSON.stringify({ [id]: uuid }),
    ...administered?.prefs,
    ...options.prefs,
  };
  const lines = Object.entries(prefs).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join(''));

  const child = spawn(
    executablePath,
    [
      ...(headless ? ['--headless'] : []),
      '--no-remote',
      '--profile',
      profile,
      '--marionette',
      '--remote-allow-system-access',
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1', ...administered?.env },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  // Firefox ends when this process exits for any reason.
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  void exited.then(() => process.off('exit', killNow));
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
    // Content processes may still be writing while they end.
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };

  const failed = async (error: unknown): Promise<Error> => {
    await kill();
    return new Error(`Firefox could not be driven:\n${output.slice(-2000)}`, { cause: error });
  };

  try {
    const port = await poll('the port of Marionette', deadlineMs, async () => {
      if (child.exitCode !== null) throw new Error('Firefox ended as it started.');
      const text = await readFile(path.join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '');
      return Number(text) || undefined;
    });
    const marionette = await within('the connection to Firefox', deadlineMs, connectMarionette(port));
    // Longer than the deadline, because scripts that wait enforce their own deadline.
    await marionette.send('WebDriver:SetTimeouts', { script: 2 * deadlineMs, pageLoad: deadlineMs });
    return { marionette, profile, exited, kill, failed };
  } catch (error) {
    throw await failed(error);
  }
}

/**
 * Stores the downloads of tests in the profile instead of the user's folder, so that they are deleted with the profile.
 */
async function downloadsIn(profile: string): Promise<Record<string, Pref>> {
  const folder = path.join(profile, 'downloads');
  await mkdir(folder, { recursive: true });
  return { 'browser.download.folderList': 2, 'browser.download.dir': folder };
}

/**
 * Writes policies to a file in this profile, because the usual paths apply to every Firefox on the machine. Firefox
 * accepts another path only in tests, so the second preference and the environment variable claim that this is a test.
 */
async function administer(
  profile: string,
  policies: Record<string, unknown>,
): Promise<{ prefs: Record<string, Pref>; env: Record<string, string> }> {
  const file = path.join(profile, 'policies.json');
  await writeFile(file, JSON.stringify({ policies }));
  return {
    prefs: {
      'browser.policies.alternatePath': file,
      'security.turn_off_all_security_so_that_viruses_can_take_over_this_computer': true,
    },
    env: { MOZ_DISABLE_NONLOCAL_CONNECTIONS: '1' },
  };
}
