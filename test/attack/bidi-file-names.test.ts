/**
 * A link's `download` attribute names the file, and may disguise its type. In both browsers, the rule must check this
 * name.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { popupReport } from '../support/popup.ts';
import { serve } from '../support/serve.ts';

/** Each link suggests a name for a different data: URL. */
const links = [
  '<a href="data:,0" download="photo&#x202E;gpj.exe">html</a>',
  '<map name=m><area href="data:,1" download="a\u202efdp.scr"></map>',
  '<svg><a href="data:,2" download="b\u202bgpj.bat"><text>svg</text></a></svg>',
  // Neither name disguises a program.
  '<a href="data:,3" download="photo.jpg">plain</a>',
  '<a href="data:,4" download="\u202egpj.png">turned</a>',
  // An image's `download` attribute does not name a file.
  '<img src="data:,5" download="photo\u202egpj.exe">',
];
const page = `<!doctype html><meta charset=utf-8>${links.join('')}`;

function check({ dataUrls }: Report): void {
  const found = dataUrls.flatMap(({ head, findings }) =>
    findings.some(({ rule }) => rule === 'bidi-file-name') ? head : [],
  );
  assert.deepEqual(found.sort(), ['data:,0', 'data:,1', 'data:,2']);
  assert.equal(dataUrls.length, links.length);
}

test('in Chromium', async (t) => {
  await using server = await serve({ routes: { '/': page } });
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  check(await popupReport(extension, tab));
});

test('in Firefox', async (t) => {
  await using server = await serve({ routes: { '/': page } });
  const firefox = await launchFirefox(t);
  await firefox.navigate(server.url('/'));
  check(await reportOf(await firefox.openPopup()));
});
