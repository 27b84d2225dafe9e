/** Uses each copyable form of a URL for its purpose, and checks that the URL's bytes arrive. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { marked } from 'marked';
import { type Decoded, decodeDataUrl } from '../../src/data-url/decode.ts';
import { readExternalBody } from '../../src/payload/external-body/message-external-body.ts';
import { externalForm } from '../../src/references/external-body-form.ts';
import { repairDataUrl } from '../../src/repair/repair.ts';
import { type EmbeddedForm, embeddedForms } from '../../src/report/copy-forms.ts';
import { copyOf } from '../../src/report/copy-text.ts';
import { plainBrowser } from '../support/differential.ts';
import { cases, seed } from '../support/seed.ts';
import { arbitraryDataUrl } from '../vectors/arbitrary-data-url.ts';

const picture = { essence: 'image/png', detectedType: null };
const link = { essence: 'text/plain', detectedType: null };

interface Copied {
  url: string;
  texts: Partial<Record<EmbeddedForm, string>>;
}

/** Returns the copyable forms that surfaces offer: those of the repaired URL, if there is one. */
function copied(written: string, n: number): Copied {
  const repair = repairDataUrl(written);
  const url = repair.ok ? repair.url : written;
  const item = {
    ...(n % 2 === 0 ? picture : link),
    occurrences: [{ label: { by: 'alt' as const, text: '*[A] & "b" <i>`\\' } }],
  };
  const texts: Copied['texts'] = {};
  for (const form of embeddedForms) {
    const text = copyOf(url, form, item);
    if (text !== null) texts[form] = text;
  }
  return { url, texts };
}

const all: Copied[] = fc
  .sample(arbitraryDataUrl, { seed, numRuns: cases(5000, 300) })
  .map((written, n) => copied(written, n))
  .filter(({ url }) => decodeDataUrl(url).ok);

const brief = (decoded: Decoded): [string, string] | null =>
  decoded.ok ? [decoded.mimeType, Buffer.from(decoded.body).toString('base64')] : null;

/** Compares the URLs that arrived with those that were copied. */
function same(form: EmbeddedForm, arrived: readonly (string | null)[]): void {
  const had = all.filter(({ texts }) => texts[form] !== undefined);
  assert.ok(had.length > all.length / 2, `${had.length} of ${all.length}`);
  assert.equal(arrived.length, had.length);
  for (const [n, { url, texts }] of had.entries())
    assert.deepEqual(
      brief(decodeDataUrl(arrived[n] ?? '')),
      brief(decodeDataUrl(url)),
      `${url}: ${texts[form]}`,
    );
}

const textsOf = (form: EmbeddedForm): string[] => all.flatMap(({ texts }) => texts[form] ?? []);

test('in Chromium: as HTML, in a style sheet, as a script, and what is rendered of Markdown', async (t) => {
  const plain = await plainBrowser('');
  t.after(plain.close);
  const ask = <Result>(texts: string[], work: (texts: string[]) => Result) =>
    plain.page.evaluate(work, texts);
  const inHtml = (texts: string[]) =>
    ask(texts, (each) =>
      each.map((html) => {
        const { body } = new DOMParser().parseFromString(`<!doctype html><body>${html}</body>`, 'text/html');
        const [element] = body.querySelectorAll('[src], [href]');
        return element?.getAttribute('src') ?? element?.getAttribute('href') ?? null;
      }),
    );
  same('html', await inHtml(textsOf('html')));
  const rendered = textsOf('markdown').map((text) => marked.parse(`Text ${text} text`) as string);
  same('markdown', await inHtml(rendered));
  const inSheet = await ask(textsOf('css'), (each) =>
    each.map((css) => {
      const style = document.createElement('style');
      style.textContent = `a { background-image: ${css} }`;
      document.head.append(style);
      const [rule] = style.sheet!.cssRules;
      const text = (rule as CSSStyleRule).style.backgroundImage;
      style.remove();
      // CSSOM escapes only quotes, backslashes and controls, and the form contains no controls.
      return text.slice(5, -2).replace(/\\(.)/g, '$1');
    }),
  );
  same('css', inSheet);
  const inScript = await ask(textsOf('javascript'), (each) =>
    each.map((text) => {
      const script = document.createElement('script');
      script.textContent = `globalThis.copied = ${text}`;
      document.head.append(script);
      script.remove();
      return (globalThis as { copied?: string }).copied ?? null;
    }),
  );
  same('javascript', inScript);

  await t.test('the browser itself reads the same bytes', async () => {
    const urls = inScript.filter((url) => url !== null);
    const read = await plain.page.evaluate(
      (each) =>
        Promise.all(
          each.map(async (url) => {
            try {
              return Array.from(new Uint8Array(await (await fetch(url)).arrayBuffer()));
            } catch {
              return null;
            }
          }),
        ),
      urls,
    );
    let accepted = 0;
    for (const [n, bytes] of read.entries()) {
      const decoded = decodeDataUrl(urls[n]!);
      // Chromium rejects a few URLs that the standard accepts (docs/conformance.md).
      if (bytes === null) continue;
      accepted++;
      assert.deepEqual(bytes, decoded.ok && [...decoded.body], urls[n]);
    }
    assert.ok(accepted > urls.length * 0.8, `${accepted} of ${urls.length}`);
  });
});

test('in a shell: the argument of curl is the URL', () => {
  const commands = textsOf('curl').map((text) => {
    const [, argument] = /^curl --data-urlencode ('url=.*') https:\/\/example\.com\/$/s.exec(text) ?? [];
    return `printf '%s\\0' ${argument}`;
  });
  const output = execFileSync('sh', { input: commands.join('\n'), maxBuffer: 1 << 28 }).toString();
  same(
    'curl',
    output
      .split('\0')
      .slice(0, -1)
      .map((argument) => argument.replace('url=', '')),
  );
});

test('in mail: the message refers to the same bytes', () => {
  let written = 0;
  for (const { url } of all) {
    const { text } = externalForm(url);
    if (text === null) continue;
    written++;
    const read = readExternalBody(text);
    assert.deepEqual(brief(decodeDataUrl(read.ok ? read.url : '')), brief(decodeDataUrl(url)), url);
  }
  assert.ok(written > all.length / 2, `${written} of ${all.length}`);
});
