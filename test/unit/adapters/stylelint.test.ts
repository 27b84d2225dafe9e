import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import scss from 'postcss-scss';
import stylelint, { type Config, type CustomSyntax, type LinterOptions } from 'stylelint';
import { lintText } from '../../../src/adapters/linters.ts';
import plugins, { recommended } from '../../../src/adapters/stylelint.ts';
import { applyEdits } from '../../../src/data-url/lints/index.ts';
import { ruleDocs } from '../../../src/rules/docs.ts';
import { broken, inOrder, type Reported, repaired, swapped, textAt } from './shared.ts';

async function lint(code: string, options: LinterOptions = {}) {
  const all = { code, codeFilename: 'a.css', config: recommended(), ...options };
  const { results, code: fixed } = await stylelint.lint(all);
  const [result] = results;
  assert.deepEqual(result?.parseErrors, []);
  return { warnings: result?.warnings ?? [], options: result?.invalidOptionWarnings ?? [], fixed };
}

async function reported(text: string, options?: LinterOptions): Promise<Reported[]> {
  const { warnings } = await lint(text, options);
  const own = text.replace(/^\ufeff/, '');
  return warnings.map((found) => [found.rule, found.text, textAt(own, found)]);
}

const sheets: Record<string, { name: string; text: string; syntax?: string }> = {
  CSS: {
    name: 'a.css',
    text: `@import "${swapped}";\n.a { background: url(${broken}), url('${swapped}') }\n/* ${broken} */\n.b { mask: url("data:image/svg+xml,<svg>#</svg>") }`,
  },
  'CSS with escapes': {
    name: 'a.css',
    text: `.a { background: url("\\64 ata:image/png;base64,\\\niVBO*w0K") }`,
  },
  'CSS with other lines': { name: 'a.css', text: `\ufeff.a {\r\n  background: url(${broken});\r\n}` },
  SCSS: {
    name: 'a.scss',
    text: `$a: "${swapped}";\n.a { .b & { background: url(${broken}) } } // ${broken}\n.c { background: url("data:image/png;base64,#{$x}*") }`,
    syntax: 'postcss-scss',
  },
  Less: {
    name: 'a.less',
    text: `@a: "${swapped}";\n.a { .b() { background: url(${broken}) } } // ${broken}`,
    syntax: 'postcss-less',
  },
};

describe('the findings of a style sheet are those of its scan, each with its code units', () => {
  for (const [title, { name, text, syntax }] of Object.entries(sheets))
    test(title, async () => {
      const options = { codeFilename: name, ...(syntax && { customSyntax: syntax }) };
      const findings = await lintText(text, { name });
      assert.ok(findings.length > 0);
      const expected = findings.map(
        ({ rule, message, start, end }): Reported => [
          `data-url-inspector/${rule}`,
          `${message} (data-url-inspector/${rule})`,
          text.slice(start, end),
        ],
      );
      assert.deepEqual(inOrder(await reported(text, options)), inOrder(expected));
    });
});

describe('fixes are those of the scan', () => {
  const texts = {
    'in declarations': `.a { background: url(${swapped}); mask: url("${swapped}") }`,
    'several in one, with a comment': `.a { background: url(${swapped}), /* x */ url('${broken}'), url("${swapped}=") , url("${swapped}") }`,
    'in at-rules and selectors': `@import url(${swapped});\na[href="${swapped}"] { color: red }`,
  };
  for (const [title, text] of Object.entries(texts))
    test(title, async () => {
      const findings = await lintText(text, { kind: 'css' });
      const fixes = new Map(findings.flatMap(({ fix }) => (fix ? [[fix.start, fix] as const] : [])));
      const edits = [...fixes.values()].sort((a, b) => a.start - b.start);
      assert.ok(edits.length > 0);
      const { fixed, warnings } = await lint(text, { fix: true });
      assert.equal(fixed, applyEdits(text, edits));
      assert.equal(warnings.length, findings.filter(({ fix }) => !fix).length);
    });
  for (const [title, { name, text, syntax }] of Object.entries(sheets).filter(([, { syntax }]) => syntax))
    test(`in ${title}`, async () => {
      const url = text.replace(broken, swapped);
      const { fixed = '' } = await lint(url, { codeFilename: name, customSyntax: syntax!, fix: true });
      assert.ok(fixed.includes(`url(${repaired})`), fixed);
    });
  test('for editors', async () => {
    const text = `.a { background: url(${swapped}) }`;
    const { warnings } = await lint(text, { computeEditInfo: true });
    const edits = warnings.flatMap(({ fix }) =>
      fix ? [{ start: fix.range[0], end: fix.range[1], text: fix.text }] : [],
    );
    assert.equal(applyEdits(text, edits), text.replace(swapped, repaired));
  });
});

/** A syntax for HTML, which counts positions in the whole file, as those for HTML do: one sheet after the mark. */
const ofPart = (mark: string): CustomSyntax => ({
  parse(source, options) {
    const text = source.toString();
    const start = text.indexOf(mark) + mark.length;
    const content = text.slice(start).split(/"|<\/style/)[0]!;
    const root = scss.parse(content, { ...options, document: text } as typeof options);
    const move = ({ source: own }: Pick<typeof root, 'source'>) => {
      for (const position of [own?.start, own?.end]) {
        if (position)
          Object.assign(position, { offset: position.offset + start, column: position.column + start });
      }
    };
    move(root);
    root.walk(move);
    root.raws.codeBefore = text.slice(0, start);
    root.raws.codeAfter = text.slice(start + content.length);
    return root;
  },
  stringify(node, build) {
    if (node.type === 'root') build(node.raws.codeBefore ?? '');
    scss.stringify(node, build);
    if (node.type === 'root') build(node.raws.codeAfter ?? '');
  },
});

describe('a style sheet in a file of another kind', () => {
  const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';
  const rulesIn = async (text: string, mark: string) =>
    (await reported(text, { codeFilename: 'a.html', customSyntax: ofPart(mark) })).map(([rule, , url]) => [
      rule.replace('data-url-inspector/', ''),
      url,
    ]);
  const attribute = '<p style="';
  const element = '<!doctype html><style>';
  test('has declarations without a rule in an attribute', async () => {
    const text = `<!doctype html><img src="${broken}">${attribute}mask: url(${gif}); background: url(${broken})">`;
    assert.deepEqual(await rulesIn(text, attribute), [['invalid-data-url', broken]]);
  });
  test('has none in an element', async () => {
    assert.deepEqual(await rulesIn(`${element}background: url(${gif});</style>`, element), [
      ['dropped-css', gif],
    ]);
  });
  test('is fixed in its file', async () => {
    const text = `<!doctype html><img src="${swapped}">${attribute}background: url(${swapped})">`;
    const options = { codeFilename: 'a.html', customSyntax: ofPart(attribute), fix: true };
    const { fixed, warnings } = await lint(text, options);
    assert.deepEqual(warnings, []);
    assert.equal(fixed, text.replace(`(${swapped}`, `(${repaired}`));
  });
});

test('a finding without a fix is not counted as fixable', async () => {
  const { report } = await stylelint.lint({
    ...{ code: `.a { background: url(${broken}) }`, codeFilename: 'a.css', config: recommended() },
    formatter: 'string',
  });
  assert.match(report, /1 problem/);
  assert.doesNotMatch(report, /fixable/);
});

test("comments of Stylelint's and of our own suppress", async () => {
  const rule = `.a { background: url(${broken}) }`;
  const disabled = `/* stylelint-disable-next-line data-url-inspector/invalid-data-url -- a test */\n${rule}`;
  const ignored = `/* data-url-inspector-ignore-next-line invalid-data-url: a test */\n${rule}`;
  assert.deepEqual(await reported(disabled), []);
  assert.deepEqual(await reported(ignored), []);
  assert.equal((await reported(disabled.replace('invalid-data-url', 'syntax'))).length, 1);
});

describe('severities', () => {
  const text = `.a { background: url(${broken}) } /* ${broken} */`;
  const severities = async (config: Config) => {
    const { warnings } = await lint(text, { config });
    return warnings.map(({ severity }) => severity);
  };
  test('are those of the findings', async () => {
    assert.deepEqual(await severities(recommended()), ['error', 'warning']);
  });
  test('are those of the policy', async () => {
    const policy = { rules: { 'invalid-data-url': 'warning' } } as const;
    assert.deepEqual(await severities(recommended(policy)), ['warning', 'warning']);
  });
  test('are those of the configuration, if it has any', async () => {
    const name = 'data-url-inspector/invalid-data-url';
    const own = { plugins, rules: { [name]: [true, { severity: 'error' }] } };
    assert.deepEqual(await severities(own as Config), ['error', 'error']);
    assert.deepEqual(await severities({ ...recommended(), defaultSeverity: 'warning' }), [
      'warning',
      'warning',
    ]);
  });
});

describe('the policy', () => {
  test('turns rules off', () => {
    const { rules = {} } = recommended({ rules: { syntax: 'off' } });
    assert.equal(rules['data-url-inspector/syntax'], null);
    assert.equal(Object.keys(rules).length, ruleDocs.length);
  });
  test('decides what is disallowed', async () => {
    const config = recommended({ disallow: [{ pattern: 'image/gif' }] });
    const found = await reported('.a { background: url(data:image/gif,GIF89a) }', { config });
    assert.ok(found.some(([rule]) => rule === 'data-url-inspector/disallowed-type'));
  });
});

describe('what is wrong is said in one sentence', () => {
  const name = 'data-url-inspector/syntax';
  const withRule = (rule: unknown) => ({ config: { plugins, rules: { [name]: rule } } as Config });
  test('in a policy', async () => {
    const policy = { rules: { 'large-inlin': 'off' } } as const;
    const says = 'rules["large-inlin"]: there is no rule "large-inlin".';
    assert.throws(() => recommended(policy), { name: 'SetupError', message: `recommended: ${says}` });
    await assert.rejects(lint('a {}', withRule([true, { policy }])), {
      name: 'SetupError',
      message: `${name}: ${says}`,
    });
  });
  test('in a policy that selects files', async () => {
    for (const member of ['include', 'exclude']) {
      const policy = { [member]: ['app'] };
      const says = `remove "${member}": the linter's configuration selects the files.`;
      assert.throws(() => recommended(policy), { name: 'SetupError', message: `recommended: ${says}` });
      await assert.rejects(lint('a {}', withRule([true, { policy }])), { message: `${name}: ${says}` });
    }
  });
  test('in the options of a rule', async () => {
    for (const [rule, says] of [
      ['always', /"always" for rule "data-url-inspector\/syntax"/],
      [[true, { polcy: {} }], /"polcy" for rule "data-url-inspector\/syntax"/],
    ] as const) {
      const { options } = await lint('a {}', withRule(rule));
      assert.match(options.map(({ text }) => text).join('\n'), says);
    }
  });
});
