import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fileKinds } from '../../../src/files/file-kind.ts';
import { type ScanTextOptions, scanText } from '../../../src/files/scan-text.ts';
import { mergePolicies } from '../../../src/policy/policy.ts';
import { canRunInReport } from '../../../src/report/can-run.ts';
import { runs } from '../../support/seed.ts';

const css = ".a { background: url('data:image/svg+xml;utf8,<svg fill=#f00>') }\n.b { cursor: url(data:,) }";

test('each finding has the code units, the line and the column of its data: URL', async () => {
  for (const mark of ['', '\ufeff']) {
    const text = mark + css;
    const { report, findings } = await scanText(text, { name: 'a.css' });
    assert.equal(report.totals.dataUrls, 2);
    assert.ok(findings.length > 1);
    for (const { start, end, line, column, dataUrl } of findings) {
      assert.equal(text.slice(start, end), dataUrl?.head);
      const before = text.slice(mark.length, start).split('\n');
      assert.deepEqual([line, column], [before.length, before.at(-1)!.length + 1]);
    }
    assert.deepEqual(
      findings.map(({ start }) => start),
      findings.map(({ start }) => start).toSorted((a, b) => a - b),
    );
  }
});

test('a fix, applied, leaves no finding with its cause', async () => {
  const text = '<link href="data:text/css;base64;charset=utf-8,YXt9">';
  const { findings } = await scanText(text, { kind: 'html' });
  const fixed = findings.filter(({ fix }) => fix);
  assert.ok(fixed.length > 0);
  for (const { fix, messageId } of fixed) {
    const better = text.slice(0, fix!.start) + fix!.text + text.slice(fix!.end);
    const { findings: after } = await scanText(better, { kind: 'html' });
    assert.ok(!after.some((each) => each.messageId === messageId), messageId);
  }
});

test('the sentence about a drop is true of a bracket that is closed later and of a URL that ends first', async () => {
  const said = async (text: string, kind: 'html' | 'css') => {
    const { findings } = await scanText(text, { kind });
    return findings.filter(({ rule }) => rule === 'dropped-css').map(({ message }) => message);
  };
  assert.deepEqual(await said('<style><![CDATA[a{b:url(data:,c)}]]></style>', 'html'), [
    'Parenthesis or bracket still open, line 1, column 18. Close or remove it.',
  ]);
  assert.deepEqual(await said('a{content:"data:,b\n}', 'css'), [
    'Line break in the URL or its string, line 1, column 19. Put the URL on one line, in quotes, and write quotes in it as "%22" and "%27".',
  ]);
});

test('a sentence about a drop has the position of each occurrence', async () => {
  const { findings } = await scanText('a{cursor:url(data:,a)}\nb{cursor:url(data:,a)}', { kind: 'css' });
  const said = findings
    .filter(({ rule }) => rule === 'dropped-css')
    .map(({ line, message }) => [line, message]);
  assert.deepEqual(said, [
    [1, 'No keyword after the cursor URL, line 1, column 22. Add one, such as ", auto".'],
    [2, 'No keyword after the cursor URL, line 2, column 22. Add one, such as ", auto".'],
  ]);
});

test('a comment suppresses, and its reason is given', async () => {
  const text = `/* data-url-inspector-ignore-file syntax: known */\n${css}`;
  const { findings } = await scanText(text, { name: 'a.css' });
  const reasons = findings.filter(({ rule }) => rule === 'syntax').map(({ suppression }) => suppression);
  assert.ok(reasons.length > 0);
  assert.deepEqual([...new Set(reasons)], ['known']);
});

test('a frame whose sandbox allows no scripts runs none', async () => {
  const of = async (attribute: string) => {
    const text = `<iframe ${attribute} src="data:text/html,<script>1</script>"></iframe>`;
    const { report, findings } = await scanText(text, { kind: 'html' });
    const [occurrence] = report.dataUrls[0]?.occurrences ?? [];
    return [
      occurrence?.use,
      canRunInReport(report).length,
      findings.map(({ rule, severity }) => `${severity} ${rule}`),
    ];
  };
  assert.deepEqual(await of(''), [undefined, 1, ['error active-content']]);
  assert.deepEqual(await of('sandbox'), ['sandbox ', 0, ['error disallowed-type', 'info active-content']]);
  assert.deepEqual((await of('sandbox="Allow-Scripts"'))[1], 1);
});

test('what is in a frame whose sandbox allows no scripts runs none either', async () => {
  const of = async (attribute: string, inner: string) => {
    const srcdoc = inner.replaceAll('"', '&quot;');
    const { report } = await scanText(`<iframe ${attribute} srcdoc="${srcdoc}"></iframe>`, { kind: 'html' });
    return canRunInReport(report).map(({ dataUrl }) => dataUrl.runs);
  };
  const url = "'data:text/html,<script>1</script>'";
  for (const [inner, when] of [
    [`<iframe src=${url}></iframe>`, []],
    [`<iframe sandbox=allow-scripts src=${url}></iframe>`, []],
    [`<object data=${url}></object>`, []],
    [`<iframe srcdoc="<p><embed src=${url}>"></iframe>`, []],
    ["<script src='data:text/javascript,1'></script>", ['shown']],
  ] as const) {
    assert.deepEqual(await of('sandbox=allow-forms', inner), when, inner);
    assert.deepEqual(await of('sandbox=allow-scripts', inner), ['now'], inner);
  }
});

test('the policy decides', async () => {
  const html = '<img src="data:image/png;base64,iVBORw0KGgo=">';
  const policy = mergePolicies({ user: { version: 1, disallow: [{ pattern: 'image/*' }] } }, null);
  const isDisallowed = async (options: ScanTextOptions) => {
    const { findings } = await scanText(html, { kind: 'html', ...options });
    return findings.some(({ rule }) => rule === 'disallowed-type');
  };
  assert.deepEqual([await isDisallowed({}), await isDisallowed({ policy })], [false, true]);
});

test('the size of a buffer proves what is missing before its data', async () => {
  const of = async (byteLength: number) => {
    const buffers = [{ uri: 'data:,AAABAAIAAAAAAAAA', byteLength }];
    const { findings } = await scanText(JSON.stringify({ buffers }), { name: 'a.gltf' });
    return findings.map(({ messageId }) => messageId);
  };
  assert.deepEqual([await of(12), await of(16)], [['base64-unmarked'], []]);
});

test('the numbers in a buffer give no type', async () => {
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const buffers = [{ uri: `data:image/png;base64 ,${gif}`, byteLength: 42 }];
  const { report } = await scanText(JSON.stringify({ buffers }), { name: 'a.gltf' });
  assert.equal(report.dataUrls[0]?.occurrences[0]?.repair?.text, '');
});

test('copies in a script are named by their positions', async () => {
  const load = `import 'data:text/javascript,${'x'.repeat(5000)}';\n`;
  const { report } = await scanText(load + load, { kind: 'script' });
  const [finding] = report.findings.filter(({ rule }) => rule === 'duplicates');
  assert.equal(finding?.args.where, '1:9 (script), 2:9 (script)');
});

describe('wrong arguments are named', () => {
  test('a text', async () => {
    await assert.rejects(scanText(null as never), {
      name: 'TypeError',
      message: 'The text must be a string; got object.',
    });
  });
  test('a kind', async () => {
    await assert.rejects(scanText('', { kind: 'htm' as never }), {
      name: 'TypeError',
      message: /html, .*"htm"/,
    });
  });
  for (const [options, message] of [
    [null, 'scanText takes an object with options; these are kind, name, policy, isBare.'],
    [{ file: 'a.js' }, 'scanText has no option "file"; these are kind, name, policy, isBare.'],
    [{ name: 1 }, 'The name must be a string; got number.'],
    [{ policy: { rules: {} } }, 'scanText takes a policy that mergePolicies() has returned.'],
  ] as const)
    test(JSON.stringify(options), async () => {
      await assert.rejects(scanText('data:,x', options as never), { name: 'TypeError', message });
    });
});

test('any text of any kind is scanned', async () => {
  const parts = fc.constantFrom(
    'data:,x',
    '"',
    "'",
    '<img src=',
    '>',
    '{',
    '}',
    'url(',
    ')',
    '\n',
    '\ufeff',
    ' ',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(parts, { maxLength: 12 }),
      fc.constantFrom(...fileKinds),
      async (some, kind) => {
        const text = some.join('');
        for (const { start, end } of (await scanText(text, { kind })).findings)
          assert.ok(0 <= start && start <= end && end <= text.length);
      },
    ),
    runs(5000, 200),
  );
});
