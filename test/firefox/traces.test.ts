/** In Firefox, neither the page nor its server may notice anything that a person does with the extension. */
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { checkMenuTraces, checkNoTraces, tracePages, traceRoutes, whenQuiet } from '../support/traces.ts';
import { launch } from './firefox.ts';

for (const name of tracePages) {
  testInFull(`${name} notices nothing in Firefox`, { timeout: 600_000 }, async (t) => {
    await using server = await serve({ routes: traceRoutes });
    const firefox = await launch(t);
    const page = { evaluate: firefox.inPage };
    await firefox.navigate(server.url(name));
    await whenQuiet(page, server, name);
    await checkNoTraces(page, server, false, firefox.openPopup, (what, run) => t.test(what, run));
    await t.test('the context menu', async () => {
      await (await firefox.openPopup()).close();
      await firefox.chooseInMenu('#picture', 'Inspect this image');
      await firefox.switchTo('inspector.html');
      await firefox.inPage(async () => {
        while (!document.querySelector('main[data-state="done"] [data-detail] .detail-title .type'))
          await new Promise((resolve) => requestAnimationFrame(resolve));
      });
      await firefox.switchTo(name);
      await checkMenuTraces(page, server);
    });
  });
}
