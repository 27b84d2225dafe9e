/**
 * Compares `charset.used` of an Inspection with `document.characterSet` of the same data: URL in a frame, in both
 * browsers.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { serve } from '../../src/cli/serve.ts';
import { inspect } from '../../src/index.ts';
import { launch } from '../firefox/firefox.ts';
import { plainBrowser } from '../support/differential.ts';
import { cases, comparisonSeed as seed } from '../support/seed.ts';
import { deviations, isExplained, type Riddle, riddles, type Trait } from './charset.ts';

const random = cases(1500, 450);
const all = riddles(seed, random);

/** Maximum number of concurrent frames. */
const batch = 100;
/** A page in a rare encoding, which no cross-origin frame may inherit. */
const page = {
  headers: { 'content-type': 'text/html; charset=x-mac-cyrillic' },
  // The body is hidden because the frames need not be drawn.
  body: '<!doctype html><body hidden>',
};

/** Replaces the frames of the page with others, and waits until they have loaded. */
const loadFrames = async (urls: string[]): Promise<void> => {
  document.body.replaceChildren();
  await Promise.all(
    urls.map(
      (url) =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe');
          frame.onload = resolve;
          frame.src = url;
          document.body.append(frame);
        }),
    ),
  );
};

const batches = (): string[][] =>
  Array.from({ length: Math.ceil(all.length / batch) }, (_, i) =>
    all.slice(i * batch, (i + 1) * batch).map(({ written }) => written),
  );

async function compare(engine: 'chromium' | 'firefox', theirs: string[]): Promise<void> {
  const unexplained: string[] = [];
  const explained = new Map<Trait, number>();
  for (const [i, riddle] of all.entries()) {
    const ours = (await inspect(riddle.written)).charset.used;
    if (ours === theirs[i]!.toLowerCase()) continue;
    if (!isExplained(riddle, engine)) unexplained.push(show(riddle, ours, theirs[i]!));
    else
      for (const trait of riddle.traits)
        if ((deviations[trait].engines as readonly string[]).includes(engine))
          explained.set(trait, (explained.get(trait) ?? 0) + 1);
  }
  console.log(
    `${engine}: ${all.length} documents, explained: ${JSON.stringify(Object.fromEntries(explained))}`,
  );
  assert.deepEqual(unexplained, [], `seed ${seed}`);
  // Every known deviation must still explain a difference.
  const known = Object.entries(deviations).filter(([, { engines }]) =>
    (engines as readonly string[]).includes(engine),
  );
  for (const [trait] of known) assert.ok(explained.has(trait as Trait), `${trait} in ${engine}`);
}

const show = ({ kind, written, traits }: Riddle, ours: string | null, theirs: string) => {
  const [type, body = ''] = written.split(';base64,');
  const text = Buffer.from(body, 'base64')
    .toString('latin1')
    .replace(/(\s|y){20,}/g, (run) => `…${run.length}…`);
  return `${kind} [${traits}]: ${type} ${JSON.stringify(text)}: ours ${ours}, theirs ${theirs}`;
};

test('the riddles are many, and few are excused', () => {
  assert.ok(all.length > random);
  for (const engine of ['chromium', 'firefox'] as const) {
    const excused = all.filter((each) => each.kind !== 'known' && isExplained(each, engine)).length;
    assert.ok(excused < 0.3 * random, `${engine}: ${excused}`);
  }
});

test('charset.used is document.characterSet in Chromium', async (test) => {
  const browser = await plainBrowser('');
  test.after(browser.close);
  browser.server.routes.set('/frames', page);
  await browser.page.goto(browser.server.url('/frames'));
  const session = await browser.page.context().newCDPSession(browser.page);
  const theirs: string[] = [];
  for (const urls of batches()) {
    await browser.page.evaluate(loadFrames, urls);
    // The snapshot lists the page's frames in order, except those that Chromium rejected.
    const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] });
    const { nodeName = [], parentIndex = [], contentDocumentIndex } = documents[0]!.nodes;
    const body = nodeName.findIndex((name) => strings[name] === 'BODY');
    for (const [node, parent] of parentIndex.entries()) {
      if (parent !== body) continue;
      const at = contentDocumentIndex?.index.indexOf(node) ?? -1;
      const encoding = at < 0 ? undefined : documents[contentDocumentIndex!.value[at]!]!.encodingName;
      theirs.push(encoding === undefined ? 'refused' : strings[encoding]!);
    }
  }
  await compare('chromium', theirs);
});

test('charset.used is document.characterSet in Firefox', async (test: TestContext) => {
  const server = await serve({ routes: { '/frames': page } });
  test.after(server.close);
  const firefox = await launch(test);
  await firefox.navigate(server.url('/frames'));
  const theirs: string[] = [];
  for (const urls of batches()) {
    await firefox.inPage(loadFrames, urls);
    // The frame's document has another origin, so only the browser itself can read its encoding.
    const { value } = await firefox.send<{ value: string[] }>('WebDriver:ExecuteScript', {
      script: 'return Array.from(window.frames, (frame) => frame.document.characterSet);',
      args: [],
      sandbox: 'system',
      newSandbox: true,
    });
    theirs.push(...value);
  }
  await compare('firefox', theirs);
});
