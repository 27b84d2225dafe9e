import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import * as esbuild from 'esbuild';
import { nativeBrowser } from '../../../extension/build/native-browser.ts';
import { root } from '../../../src/cli/project.ts';

test("without the polyfill, its import is the browser's own object", async () => {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: "export { default } from 'webextension-polyfill';", resolveDir: root },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'bundled',
    plugins: [nativeBrowser],
  });
  const importIn = (globals: object): unknown => {
    const context = { ...globals, bundled: { default: undefined } };
    runInNewContext(outputFiles[0]!.text, context);
    return context.bundled.default;
  };
  const [browser, chrome] = [{}, {}];
  assert.equal(importIn({ browser, chrome }), browser);
  assert.equal(importIn({ chrome }), chrome);
});
