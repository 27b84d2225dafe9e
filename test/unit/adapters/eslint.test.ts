import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Linter } from 'eslint';
import { lintText } from '../../../src/adapters/linters.ts';
import { ruleDocs } from '../../../src/rules/docs.ts';
import { asJavaScript, broken, inOrder, type Reported, repaired, swapped, textAt } from './shared.ts';

type Adapter = typeof import('../../../src/adapters/eslint.ts');
const { module, remove } = await asJavaScript<Adapter>('src/adapters/eslint.ts');
after(remove);
const { default: plugin, recommended } = module;
const linter = new Linter();

function reported(text: string, config = recommended(), name = 'a.js'): Reported[] {
  const own = text.replace(/^\ufeff/, '');
  return linter
    .verify(text, config, name)
    .map((found) => [String(found.ruleId), found.message, textAt(own, found)]);
}

describe('the findings of a script are those of its scan, each with its code units', () => {
  const texts = {
    'of literals': `a = '${broken}'; b = "data:text/html,<p>"; import('data:text/javascript,0');`,
    'with escapes': String.raw`a = '\x64ata:image/png;base64\u002ciVBO*w0K'; b = 'data:text/html,\'<p>\'';`,
    'of templates': `a = \`\n\${b}\n${broken}\`; c = \`data:image/png;base64,\${b}*\`;`,
    'of several lines': `a = 'data:image/png;base64,\\\niVBO*w' +\r\n  '0K';\u2028b = '${broken}';`,
    'of comments': `// ${broken}\n/*\n ${broken} */`,
    'after a byte order mark': `\ufeffa = '${broken}';`,
    'that are copies': `fetch('data:text/css,${'b'.repeat(9000)}');\n`.repeat(2),
  };
  for (const [name, text] of Object.entries(texts))
    test(name, async () => {
      const findings = await lintText(text, { name: 'a.js' });
      assert.ok(findings.length > 0);
      assert.deepEqual(
        inOrder(reported(text)),
        inOrder(
          findings.map(({ rule, message, start, end }) => [
            `data-url-inspector/${rule}`,
            message,
            text.slice(start, end),
          ]),
        ),
      );
    });
  test('of a file whose extension says less', () => {
    const text = "import('data:text/javascript,0');";
    assert.deepEqual(reported(text, { files: ['**/*.es'], ...recommended() }, 'a.es'), reported(text));
  });
});

test('a fix makes the one repair, and other comments and code stay', () => {
  const text = `fetch('${swapped}');\nnew URL("${swapped}"); // kept\nb = '${broken}';`;
  const { fixed, output, messages } = linter.verifyAndFix(text, recommended(), 'a.js');
  assert.ok(fixed);
  assert.equal(output, text.replaceAll(swapped, repaired));
  assert.deepEqual(
    messages.map(({ ruleId }) => ruleId),
    ['data-url-inspector/invalid-data-url'],
  );
});

test("comments of ESLint's and of our own suppress", () => {
  const disabled = `// eslint-disable-next-line data-url-inspector/invalid-data-url -- a test\na = '${broken}';`;
  const ignored = `// data-url-inspector-ignore-next-line invalid-data-url: a test\na = '${broken}';`;
  assert.deepEqual(reported(disabled), []);
  assert.deepEqual(reported(ignored), []);
  const other = reported(disabled.replace('invalid-data-url', 'syntax'));
  assert.ok(other.some(([rule]) => rule === 'data-url-inspector/invalid-data-url'));
});

describe('the policy', () => {
  test('sets the levels', () => {
    const { rules = {} } = recommended({ rules: { syntax: 'error', 'base64-text': 'off' } });
    const level = (id: string) => rules[`data-url-inspector/${id}`];
    assert.deepEqual(['syntax', 'base64-text', 'invalid-data-url', 'large-inline'].map(level), [
      'error',
      'off',
      'error',
      'warn',
    ]);
    assert.equal(Object.keys(rules).length, ruleDocs.length);
  });
  test('decides what is disallowed', () => {
    const text = "a = 'data:text/css,b';";
    assert.deepEqual(reported(text), []);
    const disallowing = recommended({ disallow: [{ pattern: 'text/css' }], $schema: 'a.json' });
    assert.deepEqual(
      reported(text, disallowing).map(([rule]) => rule),
      ['data-url-inspector/disallowed-type'],
    );
  });
});

describe('what is wrong is said in one sentence', () => {
  test('in a policy', () => {
    const wrong = { rules: { 'large-inlin': 'off' } } as const;
    assert.throws(() => recommended(wrong), {
      name: 'SetupError',
      message: 'recommended: rules["large-inlin"]: there is no rule "large-inlin".',
    });
    const config: Linter.Config = { ...recommended(), settings: { 'data-url-inspector': wrong } };
    assert.throws(
      () => linter.verify('', config, 'a.js'),
      /^SetupError: settings\["data-url-inspector"\]: rules\["large-inlin"\]: there is no rule "large-inlin"\.\n/,
    );
  });
  test('in the options of a rule', () => {
    const rules: Linter.RulesRecord = { 'data-url-inspector/syntax': ['warn', { a: 1 }] };
    assert.throws(() => linter.verify('', { ...recommended(), rules }, 'a.js'), /data-url-inspector\/syntax/);
  });
  test('with an ESLint that is too old', () => {
    // ESLint before 8.40 creates a rule in this way.
    assert.throws(() => plugin.rules.syntax?.create({} as never), {
      message: 'data-url-inspector/eslint needs ESLint 8.40 or newer.',
    });
  });
});

test('the plugin has the recommended configuration, and is the same in all', () => {
  assert.equal(plugin.configs.recommended.plugins?.['data-url-inspector'], plugin);
  assert.deepEqual(plugin.configs.recommended, recommended());
});
