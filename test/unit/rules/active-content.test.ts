import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergePolicies } from '../../../src/policy/policy.ts';
import type { OwnPolicy } from '../../../src/policy/policy-types.ts';
import { cases, findingsOf, html, inTemplate, quoted, svg, type Where } from './cases.ts';

const scripted = svg('<script>1</script>');
const pdf = (objects: string) => `data:application/pdf,%25PDF-1.7 ${objects}`;
const sandboxed = (value: string) => ({
  destination: 'iframe' as const,
  element: 'iframe',
  use: `sandbox ${value}`,
});
const pdfScript = pdf('<</OpenAction <</S /%234aavaScript /JS (x)>> >>');

cases(
  'active-content',
  {
    'SVG with a script in a frame': {
      written: scripted,
      where: 'iframe',
      severity: 'error',
      messageId: 'active-content',
      args: { holds: 'script' },
    },
    'a script in a frame without scripts, and in one with them': {
      written: html('<script>1</script>'),
      where: [sandboxed(''), sandboxed('ALLOW-SCRIPTS\tallow-forms')],
      severity: 'error',
      messageId: 'active-content',
      args: { holds: 'script' },
    },
    'a script in a frame without scripts': {
      written: html('<script>1</script>'),
      where: sandboxed('allow-popups allow-top-navigation x-allow-scripts'),
      severity: 'info',
      messageId: 'active-content-idle',
      args: { holds: 'script' },
      besides: ['disallowed-type'],
    },
    'PDF with a script in a frame without scripts': {
      written: pdfScript,
      where: sandboxed(''),
      severity: 'info',
      messageId: 'active-content',
      args: { holds: 'JavaScript' },
    },
    'a handler behind many others': {
      written: `data:text/html,${'<x onclick=1>'.repeat(120)}<body onload=1>`,
      where: 'iframe',
      severity: 'error',
      messageId: 'active-content',
      args: { holds: 'onclick handler, onload handler' },
    },
    'scripts that run in one browser alone': {
      written: `data:text/html,${encodeURIComponent('<script type="\vtext/javascript">a</script><script type=" module">b</script>')}`,
      where: 'iframe',
      severity: 'error',
      messageId: 'active-content',
      args: { holds: 'script (Chromium), script (Firefox)' },
    },
    'what runs in the browser alone that makes a document of it': {
      written: `data:application/rss+xml,${encodeURIComponent(`<r><script xmlns="http://www.w3.org/1999/xhtml" type="\u2003text/javascript">a</script></r>`)}`,
      where: 'iframe',
      severity: 'error',
      messageId: 'active-content-in',
      args: { browser: 'Chromium', type: 'application/rss+xml', holds: 'script' },
    },
    'PDF with a script in a frame': {
      written: pdfScript,
      where: 'iframe',
      severity: 'error',
      messageId: 'active-content',
      args: { holds: 'JavaScript' },
    },
    'PDF with a script to download': {
      written: pdf('<</S /Launch>> <</S /JavaScript>>'),
      where: 'download',
      severity: 'warning',
      messageId: 'active-content',
      args: { holds: 'JavaScript, Launch' },
    },
    'PDF with a script, labelled HTML, to download': {
      written: 'data:text/html,%25PDF-1.7 <</S /JavaScript>>',
      where: 'download',
      severity: 'warning',
      messageId: 'active-content',
      args: { holds: 'JavaScript' },
    },
    'PDF with objects that cannot be read': {
      written: pdf('<</Type /ObjStm /Filter /X>>stream%0Ax'),
      where: 'embed',
      severity: 'warning',
      messageId: 'active-content-unread',
      args: { count: 1 },
    },
    'XML that XSLT makes another document of': {
      written: `data:text/xml,${encodeURIComponent('<?xml-stylesheet type="text/xsl" href="#a"?><r/>')}`,
      where: 'iframe',
      severity: 'warning',
      messageId: 'active-content-possible',
      args: { by: 'XSLT' },
      besides: ['disallowed-type'],
    },
    'a type of which one browser makes documents': {
      written: scripted.replace('image/svg+xml', 'application/rdf+xml'),
      where: 'iframe',
      severity: 'error',
      messageId: 'active-content-in',
      args: { browser: 'Firefox', type: 'application/rdf+xml', holds: 'script' },
    },
    'XSLT in such a type': {
      written: `data:application/rss+xml,${encodeURIComponent('<?xml-stylesheet type="text/xsl" href="#a"?><r/>')}`,
      where: 'iframe',
      severity: 'warning',
      messageId: 'active-content-possible-in',
      args: { browser: 'Chromium', type: 'application/rss+xml', by: 'XSLT' },
      besides: ['disallowed-type'],
    },
    'a spelling that one browser reads': {
      written: 'data://text/html,<script>1</script>',
      where: ['iframe', 'image'],
      severity: 'error',
      messageId: 'active-content-in',
      args: { browser: 'Chromium', type: 'text/html', holds: 'script' },
      besides: ['syntax'],
    },
    'XML of a type of which no browser makes a document': {
      written: scripted.replace('image/svg+xml', 'application/gpx+xml'),
      where: 'object',
      severity: 'info',
      messageId: 'active-content-inert',
      besides: ['disallowed-type'],
    },
    'a page of plain text, which runs nothing in an iframe': {
      written: 'data:text/plain,<script>1</script>',
      where: 'iframe',
      severity: 'info',
      messageId: 'active-content-inert',
      args: { holds: 'script' },
      besides: ['disallowed-type'],
    },
    'XML that one browser makes a document of, in an image': {
      written: scripted.replace('image/svg+xml', 'application/rss+xml'),
      severity: 'info',
      messageId: 'active-content-idle-in',
      args: { browser: 'Chromium', holds: 'script' },
      besides: ['wrong-type'],
    },
    'SVG with a handler in an object': {
      written: svg('', " onload='x()'"),
      where: 'object',
      severity: 'error',
      messageId: 'active-content',
      args: { holds: 'onload handler' },
    },
    'SVG with a javascript: link in an embed': {
      written: svg("<a href='javascript:x()'><circle r='1'/></a>"),
      where: 'embed',
      severity: 'error',
      messageId: 'active-content',
      args: { holds: 'javascript: URL' },
    },
    'SVG with HTML in it, in a frame': {
      written: svg("<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>x</p></foreignObject>"),
      where: 'iframe',
      severity: 'error',
      messageId: 'active-content',
      args: { holds: 'foreignObject' },
    },
    'HTML with a script in a frame': {
      written: html('<script>x()</script>'),
      where: 'iframe',
      severity: 'error',
      messageId: 'active-content',
    },
    'HTML with a script in a link': {
      written: html('<script>x()</script>'),
      where: 'document',
      severity: 'warning',
      messageId: 'active-content',
    },
    'the frame counts where there is an image too': {
      written: scripted,
      where: ['image', 'iframe'],
      severity: 'error',
      messageId: 'active-content',
    },
    'in a template it may come to run': {
      written: scripted,
      where: inTemplate('iframe'),
      severity: 'warning',
      messageId: 'active-content',
    },
    'SVG with a script in an image': {
      written: scripted,
      severity: 'info',
      messageId: 'active-content-idle',
    },
  },
  {
    'a well-made SVG': { written: svg("<circle r='3' fill='#f00'/><style>a{fill:red}</style>") },
    'SVG with HTML in an image': {
      written: svg("<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>x</p></foreignObject>"),
    },
    'a link in SVG': { written: svg("<a href='https://example.com/'><circle r='1'/></a>") },
    'HTML without scripts': { written: html('<p>x</p>'), where: 'iframe', besides: ['disallowed-type'] },
    'a script that the page only quotes': { written: svg('<title>x</title>'), where: quoted },
  },
);

const script: Where = { destination: 'script', element: 'script' };
const block: Where = { ...script, use: 'text/template' };
const preload: Where = { destination: 'script', element: 'link', use: 'modulepreload' };
const module: Where = { ...script, use: 'module' };
const code = 'data:text/javascript,top.a=1';

/** The rule and severity of each finding whose effect is that something can run, by a user's policy. */
const running = async (user: Partial<OwnPolicy>, written: string, ...where: Where[]) =>
  (await findingsOf(written, where, mergePolicies({ user: { version: 1, ...user } }, null)))
    .filter(({ effect }) => effect === 'can-run')
    .map(({ rule, severity }) => `${rule} ${severity}`);

test('a script runs whatever a policy says about it', async () => {
  const allow = [{ pattern: 'text/javascript' }];
  const off = { 'disallowed-type': 'off' } as const;
  const disallow = (severity: 'error' | 'info') => [{ pattern: 'text/javascript', severity }];
  assert.deepEqual(await running({}, code, script), ['disallowed-type error']);
  for (const where of [script, module, { ...script, destination: 'worker' as const }])
    assert.deepEqual(await running({ allow }, code, where), ['active-content info'], JSON.stringify(where));
  assert.deepEqual(await running({ rules: off }, code, script), ['active-content info']);
  assert.deepEqual(await running({ disallow: disallow('error') }, code, script), ['active-content info']);
  assert.deepEqual(await running({ disallow: disallow('info') }, code, script), ['active-content info']);
  assert.deepEqual(await running({ allow }, code, { ...script, inert: true }), ['active-content info']);
});

test('a more severe use of what is allowed as a script keeps its severity', async () => {
  const allow = [{ pattern: '*/*', destinations: ['script' as const] }];
  assert.deepEqual(await running({ allow }, svg('<script>1</script>'), script), ['active-content info']);
  assert.deepEqual(await running({ allow }, svg('<script>1</script>'), script, 'iframe'), [
    'active-content error',
  ]);
  assert.deepEqual(await running({ allow }, pdfScript, script), ['active-content info']);
  // The finding about another use, which the defaults disallow, gives way, so its severity counts.
  assert.deepEqual(await running({ allow }, html('x'), script, 'iframe'), ['active-content error']);
  assert.deepEqual(await running({}, html('x'), 'iframe', script), ['active-content error']);
});

test('what no browser runs as a script is none, although it is allowed', async () => {
  const allow = [{ pattern: '*/*' }];
  for (const where of [block, preload, 'image', 'style', quoted] as Where[])
    assert.deepEqual(await running({ allow }, code, where), [], JSON.stringify(where));
  assert.deepEqual(await running({ allow }, 'data:text/plain,1', module), []);
  assert.deepEqual(await running({ allow }, 'data:text/javascript,', script), []);
  assert.deepEqual(await running({ allow }, 'data:text/javascript;base64,a', script), []);
});
