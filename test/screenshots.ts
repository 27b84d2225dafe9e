/**
 * Implements `npm run screenshots [-- [--language LANGUAGE] part of a name]`: takes pictures of every state of the
 * surfaces, in light and dark, at the width of the popup and of a tab; and of the popup and the panel as the browser
 * shows them. Writes them to `docs/screenshots`.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { buildAll } from '../extension/build/build.ts';
import { ensureChromium } from '../extension/build/setup.ts';
import { commandLine, processArguments } from '../src/cli/command-line.ts';
import { launchExtension } from '../src/cli/drivers/chromium.ts';
import { isCalm } from '../src/cli/drivers/surface.ts';
import { logToStderr, root } from '../src/cli/project.ts';
import { openDetail, openPopup, whenRead } from './support/popup.ts';
import { serve } from './support/serve.ts';
import { pageOf, type State, statePages, states } from './support/states.ts';

const folder = path.join(root, 'docs/screenshots');
const sizes = { narrow: { width: 440, height: 580 }, wide: { width: 1280, height: 800 } };

async function take(colorScheme: 'light' | 'dark', wanted: string, language: string): Promise<void> {
  await using server = await serve({ folder: path.join(root, 'test/pages'), routes: statePages });
  await using extension = await launchExtension({
    extensionDir: path.join(root, 'dist/chromium'),
    executablePath: await ensureChromium(),
    offline: true,
    colorScheme,
    language,
  });
  const suffix = language === 'en' ? '' : `-${language}`;
  const file = (name: string) => path.join(folder, `${name}-${colorScheme}${suffix}.png`);
  const setting = { extension, server };

  if ('popup'.includes(wanted) || 'panel'.includes(wanted)) {
    const tab = await extension.newPage();
    await tab.goto(server.url('/demo.html'));
    const popup = await openPopup(extension, tab);
    await popup.waitFor(isCalm);
    await popup.screenshot(file('popup'));
    await openDetail(popup, 'iVBORw0KGgo*');
    await popup.waitFor(() => document.querySelector('.legend') && !document.querySelector('[data-waiting]'));
    await popup.screenshot(file('popup-detail'));
    await popup.close();
    await extension.grantHosts();
    const panel = await extension.openDevToolsPanel(tab, { width: 1280, height: 900 });
    await whenRead(panel);
    await panel.waitFor(() => document.querySelector('[data-watching]'));
    // The panel takes its theme from DevTools, which selected the theme when it opened.
    await panel.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
    }, colorScheme);
    await panel.waitFor(isCalm);
    // The screen shows a new layout two frames later.
    await panel.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))),
    );
    await panel.screenshot(file('panel'));
    await tab.close();
  }
  let before: { state: State; page: Page } | null = null;
  for (const state of states.filter(({ name }) => name.includes(wanted))) {
    logToStderr(`${state.name}, ${colorScheme}`);
    const page = await pageOf(state, setting, before);
    before = { state, page };
    await page.setViewportSize(sizes.wide);
    await state.reach?.(page, setting);
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      await page.waitForFunction(isCalm);
      await page.screenshot({ path: file(`${state.name}-${size}`), animations: 'disabled' });
    }
  }
}

const screenshotsCommandLine = commandLine({
  purpose: 'Takes pictures of the popup, the panel and the inspector tab, light and dark.',
  usage: ['[PART]'],
  operands: { PART: 'Takes the pictures with this in their names; without one, all' },
  options: {
    language: {
      type: 'text',
      value: 'LANGUAGE',
      default: 'en',
      help: 'The language of the pictures, such as de or ar',
    },
  },
  exitCodes: { 0: 'Taken', 2: 'An argument is wrong' },
  examples: [
    ['', 'Takes all pictures.'],
    ['overview', 'Takes those of the overview.'],
    ['--language de', 'Takes all pictures in German.'],
  ],
});
const { operands, values } = processArguments(screenshotsCommandLine, 'screenshots');

mkdirSync(folder, { recursive: true });
await buildAll();
for (const colorScheme of ['light', 'dark'] as const)
  await take(colorScheme, operands[0] ?? '', values.language);
logToStderr(`The pictures are in ${path.relative(process.cwd(), folder)}.`);
