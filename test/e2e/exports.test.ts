/** What a surface is given when it asks for the Report in each of its forms. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvColumns } from '../../src/report/csv.ts';
import { launch } from '../support/chromium.ts';
import { serve } from '../support/serve.ts';
import { openSurfacePort } from '../support/surface-port.ts';

test('the forms of a Report', { timeout: 600_000 }, async (t) => {
  const images = Array.from({ length: 300 }, (_, n) => `<img src="data:text/plain,body-${n}">`);
  await using server = await serve({
    routes: { '/': `<title>Forms</title>${images.join('')}<iframe src="data:text/html,=1"></iframe>` },
  });
  const extension = await launch(t);
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const surface = await openSurfacePort(extension);
  await surface.when((rows) => rows.length === 301);
  let request = 0;
  const textOf = async (format?: 'json' | 'csv' | 'sarif' | 'zip') =>
    String(await surface.ask({ type: 'report', request: request++, ...(format && { format }) }));

  await t.test('JSON where no form is named', async () => {
    const [report] = JSON.parse(await textOf());
    assert.equal(report.dataUrls.length, 301);
    assert.equal(await textOf('json').then((text) => JSON.parse(text)[0].dataUrls.length), 301);
  });

  await t.test('CSV', async () => {
    const lines = (await textOf('csv')).split('\r\n');
    assert.equal(lines.length, 303);
    assert.equal(lines[0], csvColumns.map((name) => `"${name}"`).join(','));
  });

  await t.test('SARIF, with the version and the help of the rules', async () => {
    const { runs } = JSON.parse(await textOf('sarif'));
    const { driver } = runs[0].tool;
    assert.match(driver.version, /^\d+\.\d+\.\d+$/);
    assert.ok(driver.rules.length > 2);
    assert.ok(runs[0].results.some(({ ruleId }: { ruleId: string }) => ruleId === 'disallowed-type'));
  });

  await t.test('ZIP, with every body once', async () => {
    const zip = await textOf('zip');
    const names = new Set(zip.match(/bodies\/\d{5}-[0-9a-f]{12}\.(?:txt|html)/g));
    assert.equal(names.size, 301);
    for (let n = 0; n < 300; n++) assert.ok(zip.includes(`body-${n}`));
  });
});
