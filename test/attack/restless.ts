/**
 * Pages that never become idle: frames are endlessly added, removed and replaced, and threads are always busy. The scan
 * of each page must end, list everything that stays, and name the parts that did not respond.
 */
export interface RestlessPage {
  /** Markup that follows `<img src="data:,page">` and a frame of `/inner`, which contains `data:,inner`. */
  markup: string;
  /** The kind and reason of each unreachable part that must be reported. No others may be reported. */
  says: readonly string[];
}

/**
 * Returns a script that begins after the load event, which would otherwise wait forever for a frame that is replaced
 * before it has loaded.
 */
const script = (text: string) =>
  `<div id=room></div><script>addEventListener('load', () => { ${text}; document.title = 'Ready'; })</script>`;

/** The correct reasons for a frame that is replaced all the time: each of its documents may disappear too early. */
const replaced = ['frame: no-answer', 'frame: not-loaded', 'frame: removed'];

export const restlessPages: Readonly<Record<string, RestlessPage>> = {
  'timers, frames and microtasks without end': {
    markup: script(`
      const spin = (time) => { for (const end = performance.now() + time; performance.now() < end;); };
      const timeouts = () => { spin(4); setTimeout(timeouts); };
      for (let n = 0; n < 10; n++) timeouts();
      const frames = () => { spin(10); requestAnimationFrame(frames); };
      frames();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { spin(1); port2.postMessage(0); };
      port2.postMessage(0);
      const microtasks = async () => {
        for (let n = 0; ; n++) await (n % 100 ? null : new Promise((resolve) => setTimeout(resolve)));
      };
      void microtasks();`),
    says: [],
  },
  'changes without end': {
    markup: script(`
      setInterval(() => {
        for (let n = 0; n < 500; n++) room.append(Object.assign(document.createElement('b'), { title: 'x:' }));
        room.replaceChildren();
        document.body.title = performance.now();
      });`),
    says: [],
  },
  'a frame that is removed and added every 10 ms': {
    markup: script(`
      setInterval(() => {
        room.replaceChildren(Object.assign(document.createElement('iframe'), { srcdoc: '<p>x' }));
      }, 10);`),
    says: replaced,
  },
  'a frame that goes elsewhere every 20 ms': {
    markup: script(`
      room.innerHTML = '<iframe></iframe>';
      let n = 0;
      setInterval(() => { room.firstChild.src = '/empty?' + n++; }, 20);`),
    says: replaced,
  },
  'a frame that goes elsewhere as soon as it is there': {
    markup: script(`
      room.innerHTML = '<iframe></iframe>';
      let n = 0;
      room.firstChild.onload = () => { room.firstChild.src = '/empty?' + n++; };
      room.firstChild.src = '/empty';`),
    says: replaced,
  },
  'a frame that is opened and written every 20 ms': {
    markup: script(`
      room.innerHTML = '<iframe></iframe>';
      setInterval(() => {
        const { contentDocument } = room.firstChild;
        contentDocument.open();
        contentDocument.write('<p>x');
        contentDocument.close();
      }, 20);`),
    says: replaced,
  },
  'a frame that is opened and never closed': {
    markup: script(`
      room.innerHTML = '<iframe></iframe>';
      room.firstChild.contentDocument.open();
      room.firstChild.contentDocument.write('<img src="da' + 'ta:,written"><!-- ');`),
    says: replaced,
  },
};
