/** Finds the installed browsers. */
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { logToStderr } from '../project.ts';
import { minimumVersion } from './minimum-version.ts';

export class SetupError extends Error {
  override name = 'SetupError';
}

interface Browser {
  name: string;
  /** The environment variable that may name the executable, which then takes precedence. */
  variable: string;
  commands: string[];
  applications: string[];
  minimum: number;
}

export const browsers = {
  chromium: {
    name: 'Chromium, Chrome or Edge',
    variable: 'CHROMIUM',
    commands: [
      'chromium',
      'chromium-browser',
      'google-chrome-stable',
      'google-chrome',
      'microsoft-edge-stable',
      'microsoft-edge',
    ],
    applications: [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ],
    minimum: minimumVersion.chromium,
  },
  firefox: {
    name: 'Firefox',
    variable: 'FIREFOX',
    commands: ['firefox-esr', 'firefox'],
    applications: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    minimum: minimumVersion.firefox,
  },
} satisfies Record<string, Browser>;

export function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function onPath(command: string): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return [...new Set(['/usr/bin', ...folders])]
    .map((folder) => path.join(folder, command))
    .filter(executable);
}

/** The major version that an executable reports; null if it doesn't run (for example, a snap's placeholder). */
function majorVersion(file: string): Promise<number | null> {
  return new Promise((resolve) => {
    execFile(file, ['--version'], { timeout: 20_000 }, (error, stdout) => {
      const version = error === null ? /\b(\d+)(?:\.\d+)+/.exec(stdout) : null;
      resolve(version ? Number(version[1]) : null);
    });
  });
}

export async function find(browser: Browser, playwrights?: () => Promise<string>): Promise<string | null> {
  const named = process.env[browser.variable];
  if (named) {
    if (!executable(named)) throw new SetupError(`${browser.variable} names ${named}, which cannot be run.`);
    return named;
  }
  for (const file of [...browser.commands.flatMap(onPath), ...browser.applications.filter(executable)]) {
    const version = await majorVersion(file);
    if (version !== null && version >= browser.minimum) return file;
    if (version !== null)
      logToStderr(`${file} is version ${version}; ${browser.minimum} or newer is needed.`);
  }
  const last = await playwrights?.();
  return last !== undefined && executable(last) ? last : null;
}

/** The executable of an installed Chromium, or of Playwright's own; null if there is none. */
export const findChromium = (): Promise<string | null> =>
  find(browsers.chromium, async () => (await import('playwright')).chromium.executablePath());
