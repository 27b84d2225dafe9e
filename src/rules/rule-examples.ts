import type { ruleTexts } from './rule-texts.ts';

/**
 * Examples of each rule, by its id: a part of a file that it reports, and the corrected part. Documentation
 * and the rules page show them; a test scans them as files.
 */
export interface RuleExamples {
  /** `…` stands for omitted text. */
  bad: string;
  good: string;
  /** The omitted text, and how many times it is repeated. */
  left?: { text: string; times: number };
  /** The language of the file. Default: HTML */
  language?: 'html' | 'css' | 'script';
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAAAAAAAAAAAAC0lEQVR4nGNgQAUAABAAAQAAAAAAAAAASUVORAAAAAA=';
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

export const ruleExamples: Readonly<Record<keyof typeof ruleTexts, RuleExamples>> = {
  'invalid-data-url': {
    bad: '<img src="data:image/png;base64,iVBO*w0KGgo=">',
    good: `<img src="data:image/png;base64,${png}">`,
  },
  phishing: {
    bad: '<a href="data:text/html,<form action=https://example.com/><input type=password></form>">Sign in</a>',
    good: '<a href="https://example.com/sign-in">Sign in</a>',
  },
  'use-data-url': {
    bad: "<svg><use href=\"data:image/svg+xml,<svg id='a' xmlns='http://www.w3.org/2000/svg'/>#a\"/></svg>",
    good: '<svg><symbol id="a"/><use href="#a"/></svg>',
  },
  'active-content': {
    bad: '<iframe src="data:text/html,<script>start()</script>"></iframe>',
    good: '<iframe src="widget.html"></iframe>',
  },
  'type-mismatch': {
    bad: '<img src="data:image/png,<html><script>start()</script></html>">',
    good: `<img src="data:image/png;base64,${png}">`,
  },
  polyglot: {
    bad: '<img src="data:image/gif;base64,R0lGODlhLyoAAAAAAAAAACovPTE7YWxlcnQoMSkvLzs=">',
    good: `<img src="data:image/gif;base64,${gif}">`,
  },
  'disallowed-type': {
    bad: '<iframe src="data:text/html,Hello"></iframe>',
    good: '<iframe src="hello.html"></iframe>',
  },
  'nested-data-url': {
    bad: '<iframe src="data:text/html,<a href=\'data:text/html,<form action=https://example.com/><input type=password></form>\'>Sign in</a>"></iframe>',
    good: '<iframe src="menu.html"></iframe>',
  },
  'cut-off-file': {
    bad: '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAPBUlEQVR42u3b">',
    good: `<img src="data:image/png;base64,${png}">`,
  },
  'malformed-svg': {
    bad: `<img src="data:image/svg+xml,<svg viewBox='0 0 8 8'><path d='M0 0h8v8z'/></svg>">`,
    good: `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path d='M0 0h8v8z'/></svg>">`,
  },
  'trailing-bytes': {
    bad: '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAO3Bhc3N3b3JkOiBodW50ZXIy">',
    good: `<img src="data:image/gif;base64,${gif}">`,
  },
  bomb: {
    bad: '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAATiAAAE4gCAIAAAAAAAAAAAAAC0lEQVR4nGNgQAUAABAAAQAAAAAAAAAASUVORAAAAAA=">',
    good: `<img src="data:image/png;base64,${png}">`,
  },
  'xml-entities': {
    bad: `<img src="data:image/svg+xml,<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg xmlns='http://www.w3.org/2000/svg'><text>%26a;</text></svg>">`,
    good: `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><text>a</text></svg>">`,
  },
  'compressed-body': {
    bad: '<img src="data:image/svg+xml;base64,H4sIAAAAAAAAA7MpLktXqMjNySu2VcooKSmw0tcvLy/XKzfWyy9K1zcyMDDQLy5LV9K3AwDE95GTKQAAAA==">',
    good: `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`,
  },
  'obfuscated-url': {
    bad: '<img src="d&#9;ata:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'/>">',
    good: '<img src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'/>">',
  },
  'turned-name': {
    bad: '<img src="data:text/plain;charset=utf-8,photo%E2%80%AEgpj.exe">',
    good: '<img src="data:text/plain;charset=utf-8,photo.jpg">',
  },
  'risky-charset': {
    bad: '<iframe src="data:text/html;charset=utf-7,+ADw-script+AD4-start()+ADw-/script+AD4-"></iframe>',
    good: '<iframe src="data:text/html;charset=utf-8,Hello"></iframe>',
  },
  'misleading-reference': {
    bad: '<iframe src="data:text/html,<a href=https://bank.example@example.com/>Your bank</a>"></iframe>',
    good: '<iframe src="data:text/html,<a href=https://bank.example/>Your bank</a>"></iframe>',
  },
  syntax: {
    bad: "<img src=\"data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' fill='#fff'/>\">",
    good: "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' fill='%23fff'/>\">",
  },
  'dead-reference': {
    bad: '<link rel="stylesheet" href="data:text/css,b{background:url(a.png)}">',
    good: '<link rel="stylesheet" href="data:text/css,b{background:url(https://example.com/a.png)}">',
  },
  unloadable: {
    bad: '<!doctype html><link rel="stylesheet" href="data:text/plain,b{color:red}">',
    good: '<!doctype html><link rel="stylesheet" href="data:text/css,b{color:red}">',
  },
  'wrong-type': {
    bad: `<img src="data:image/png;base64,${gif}">`,
    good: `<img src="data:image/gif;base64,${gif}">`,
  },
  'external-body': {
    bad: '<a href="data:message/external-body;access-type=URL,%0D%0A%0D%0A">Attachment</a>',
    good: '<a href="data:message/external-body;access-type=URL;URL=%22https://example.com/a%22,Content-Type:%20text/plain%0D%0A%0D%0A">Attachment</a>',
  },
  'external-references': {
    bad: '<link rel="stylesheet" href="data:text/css,@import%20url(https://example.com/a.css)">',
    good: '<link rel="stylesheet" href="data:text/css,b{color:red}">',
  },
  'inline-font': {
    bad: '@font-face { font-family: f; src: url(data:font/woff2;base64,d09GMgABAAAAAAAA) }',
    good: '@font-face { font-family: f; src: url(f.woff2); font-display: swap }',
    language: 'css',
  },
  'large-inline': {
    bad: 'b { background: url("data:text/plain;base64,…") }',
    good: 'b { background: url("b.png") }',
    left: { text: 'A', times: 8000 },
    language: 'css',
  },
  'bare-base64': {
    bad: `const logo = "${png}";`,
    good: `const logo = "data:image/png;base64,${png}";`,
    language: 'script',
  },
  'base64-text': {
    bad: '<img src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxwYXRoIGQ9Ik0w…IDBoOSIvPjwvc3ZnPg==">',
    good: `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><path d='M0… 0h9'/></svg>">`,
    left: { text: 'IDBo', times: 200 },
  },
  'over-escaped': {
    bad: '<img src="data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%3E%3Cpath%20d%3D%22M0…%200h9%22%2F%3E%3C%2Fsvg%3E">',
    good: `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0,9 0,9 0h9'/></svg>">`,
    left: { text: '%200%2C9', times: 50 },
  },
  'partly-read': {
    bad: '<a download href="data:application/octet-stream;base64,…">Firmware</a>',
    good: '<a download href="firmware.bin">Firmware</a>',
    left: { text: 'A', times: 6 << 20 },
  },
  duplicates: {
    bad: `<img src="data:image/svg+xml,…"> <img src="data:image/svg+xml,…">`,
    good: '<img src="logo.svg"> <img src="logo.svg">',
    left: { text: 'A', times: 9000 },
  },
  'inline-source-maps': {
    bad: 'start();\n//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImEudHMiXSwibWFwcGluZ3MiOiJBQUFBIn0=',
    good: 'start();\n//# sourceMappingURL=app.js.map',
    language: 'script',
  },
  'render-blocking': {
    bad: '<style>b { background: url("data:image/png;base64,…") }</style>',
    good: '<style>b { background: url("b.png") }</style>',
    left: { text: 'A', times: 20_000 },
  },
  'csp-allows-data': {
    bad: '<meta http-equiv="Content-Security-Policy" content="script-src \'self\' data:">',
    good: '<meta http-equiv="Content-Security-Policy" content="script-src \'self\'; img-src data:">',
  },
  'csp-ignored-directive': {
    bad: `<meta http-equiv="Content-Security-Policy" content="script-src 'self'; object-src \u2018none\u2019">`,
    good: `<meta http-equiv="Content-Security-Policy" content="script-src 'self'; object-src 'none'">`,
  },
  'csp-blocks': {
    bad: `<meta http-equiv="Content-Security-Policy" content="img-src *"><img src="data:image/gif;base64,${gif}">`,
    good: `<meta http-equiv="Content-Security-Policy" content="img-src * data:"><img src="data:image/gif;base64,${gif}">`,
  },
};
