/**
 * Elements that a script moves out of a frame, after the frame was scanned, into the document around it. What a script
 * has of a node keeps the prototypes of the frame where it first saw it, so `instanceof` no longer knew the node: each
 * of these hid what hangs on it, or its frame.
 */

/** In the frame: each element is moved. Each data: URL stands in a tree that hangs on one of them. */
const moved = `
  <div id="open"></div>
  <div><template shadowrootmode="closed"><img src="data:,declared"><p id="deep"></p></template></div>
  <x-y></x-y>
  <template><img src="data:,in-a-template"><template><img src="data:,in-a-template-of-it"></template></template>
  <iframe srcdoc="<img src='data:,in-a-frame'>"></iframe>
  <iframe loading="lazy" style="margin-top:10000px" srcdoc="<img src='data:,in-a-lazy-frame'>"></iframe>
  <iframe src="/other"></iframe>
  <iframe src="OTHER/iframe"></iframe>
  <object data="OTHER/object" type="text/html"></object>
  <embed src="OTHER/embed" type="text/html">
  <style>@import "/imported.css"; @media all { a { color: red } }</style>
  <link rel="stylesheet" href="/imported.css">
  <p id="animated"></p>`;

const script = `
  const D = 'da' + 'ta:';
  const img = (name) => '<img src="' + D + ',' + name + '">';
  document.getElementById('open').attachShadow({ mode: 'open' }).innerHTML = img('open');
  document.querySelector('x-y').attachShadow({ mode: 'closed' }).innerHTML = img('closed') + '<style></style>';
  document.getElementById('animated').animate({ backgroundImage: 'url(' + D + ',animated)' }, 1e6);`;

const frame = `<!doctype html><body>${moved}<script>${script}</script>`;

/** Each address and what it answers. `OTHER` stands for another site. */
export const documents: Readonly<Record<string, string>> = {
  '/': '<!doctype html><title>Moved</title><img src="data:,control"><iframe src="/frame"></iframe>',
  '/frame': frame,
  '/other': '<img src="data:,in-another-frame">',
  '/imported.css': 'a { background: url(data:,imported) }',
};

/** What the page does then. Resolves when the frames that were moved have loaded again. */
export async function move(): Promise<void> {
  const holder = document.querySelector('iframe') as HTMLIFrameElement;
  const from = (holder.contentDocument as Document).body;
  const loads: Promise<unknown>[] = [];
  for (const element of [...from.children]) {
    if (element.localName === 'script') continue;
    if (element.matches('object, embed, iframe:not([loading])'))
      loads.push(new Promise((resolve) => element.addEventListener('load', resolve, { once: true })));
    document.body.append(element);
  }
  await Promise.all(loads);
  const embed = document.querySelector('embed') as HTMLEmbedElement;
  const hasWindow = () => {
    const holders = document.querySelectorAll<HTMLIFrameElement | HTMLObjectElement>('iframe, object');
    const known = new Set(Array.from(holders, ({ contentWindow }) => contentWindow));
    return Array.from(window as unknown as ArrayLike<Window>).some((own) => !known.has(own));
  };
  // On a busy machine Firefox now and then never loads an embed that needs another process, until it is told again.
  for (let looks = 1; !hasWindow(); looks++) {
    await new Promise(requestAnimationFrame);
    if (looks % 50 === 0) embed.src = String(embed.getAttribute('src'));
  }
  document.body.append(Object.assign(new Image(), { src: 'data:,moved' }));
}

/** The data: URLs of the page, once it has been done, each as often as it stands there. */
export const heads: readonly string[] = [
  'animated',
  'closed',
  'control',
  'declared',
  'imported',
  'imported',
  'in-a-frame',
  'in-a-lazy-frame',
  'in-a-template',
  'in-a-template-of-it',
  'in-another-frame',
  'moved',
  'open',
].map((name) => `data:,${name}`);

/** Frames of the other site. */
export const unread: readonly string[] = ['embed', 'iframe', 'object'];
/** In an object that was moved it shows nothing at first, and gives it no window. */
export const unreadInFirefox = unread.filter((name) => name !== 'object');
