/**
 * Elements that a script moves out of an already scanned frame into the document around the frame. A script always sees
 * a node with the prototypes of the frame in which it first saw the node, so `instanceof` no longer recognized it. Each
 * of these elements hid its contents, or its frame.
 */

/** The contents of the frame. Each element is moved, and each data: URL is in a tree below one of the elements. */
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

/** The response at each address. `OTHER` stands for another site. */
export const documents: Readonly<Record<string, string>> = {
  '/': '<!doctype html><title>Moved</title><img src="data:,control"><iframe src="/frame"></iframe>',
  '/frame': frame,
  '/other': '<img src="data:,in-another-frame">',
  '/imported.css': 'a { background: url(data:,imported) }',
};

/** Moves the elements. Resolves when the moved frames have loaded again. */
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
  // On a busy machine, Firefox sometimes doesn't load an embed that needs another process until `src` is set again.
  for (let looks = 1; !hasWindow(); looks++) {
    await new Promise(requestAnimationFrame);
    if (looks % 50 === 0) embed.src = String(embed.getAttribute('src'));
  }
  document.body.append(Object.assign(new Image(), { src: 'data:,moved' }));
}

/** The data: URLs of the page after the move, each as often as it occurs. */
export const heads: readonly string[] = [
  'animated',
  'closed',
  'control',
  'declared',
  'imported',
  'in-a-frame',
  'in-a-lazy-frame',
  'in-a-template',
  'in-a-template-of-it',
  'in-another-frame',
  'moved',
  'open',
].map((name) => `data:,${name}`);

/** Frames of the other site, which are not scanned. */
export const unread: readonly string[] = ['embed', 'iframe', 'object'];
/** After a move, Firefox at first shows nothing in an object and gives it no window. */
export const unreadInFirefox = unread.filter((name) => name !== 'object');

/** A page for `comeAndGo`, and the document of its frames. */
export const shortLived: Readonly<Record<string, string>> = {
  '/short-lived': '<!doctype html><title>Short-lived</title><img src="data:,control">',
  '/framed': '<p style="background:url(data:,framed)">'.repeat(300),
};

/** Runs in the page: adds 80 frames, and removes each after a while. Every second frame is moved first. */
export async function comeAndGo(): Promise<void> {
  const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const gone: Promise<void>[] = [];
  for (let n = 0; n < 80; n++) {
    const frame = document.createElement('iframe');
    if (n % 3 === 0) frame.srcdoc = '<img src="data:,framed">'.repeat(200);
    else frame.src = '/framed';
    document.body.append(frame);
    // Frames live for 0 to 400 ms, so that some of them end during each step: injection, scanning and posting.
    const life = after((n * 37) % 400).then(() => {
      if (n % 2 === 0) document.body.prepend(frame);
      return after((n * 13) % 60);
    });
    gone.push(life.then(() => frame.remove()));
    await after(n % 20);
  }
  await Promise.all(gone);
  document.body.append(Object.assign(new Image(), { src: 'data:,last' }));
}
