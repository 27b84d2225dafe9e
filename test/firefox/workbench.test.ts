/** Tests the workbench in Firefox. */
import { poll } from '../../src/cli/drivers/wait.ts';
import { testInFull } from '../support/seed.ts';
import { launch } from './firefox.ts';

testInFull('the workbench reads what is pasted, in Firefox', async (t) => {
  const firefox = await launch(t);
  await firefox.openPage('inspector.html#workbench');
  const whenThere = (selector: string, count = 1) =>
    poll(selector, 60_000, async () => {
      const there = await firefox.inPage((wanted) => document.querySelectorAll(wanted).length, selector);
      return there >= count ? true : undefined;
    });
  await whenThere('[data-field="source"]');
  await firefox.inPage(() => {
    const field = document.querySelector('[data-field="source"]') as HTMLTextAreaElement;
    field.value = '{"a": "data:text\\/html,\\u003cp>one"} url(data:;base64,QUJD)';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await whenThere('.bench-list a', 2);
  await whenThere('.readings tbody tr', 6);
  await whenThere('[data-form="base64"] pre');
});
