/** Runs in a page: builds sheets that many elements and trees share, and runs the content script's walk over them. */
import type { At } from '../../extension/content/listener.ts';
import { walkPage } from '../../extension/content/walk.ts';
import { drain } from '../fuzz/growth/entry.ts';

const loaded = (link: Element) => new Promise((resolve) => link.addEventListener('load', resolve));

/** Adds elements that load the server's sheet. Resolves when all have loaded. */
async function links(count: number): Promise<HTMLLinkElement[]> {
  const all = Array.from({ length: count }, () => document.createElement('link'));
  for (const link of all) Object.assign(link, { rel: 'stylesheet', href: '/a.css' });
  const done = Promise.all(all.map(loaded));
  document.head.append(...all);
  await done;
  return all;
}

/** Adds style elements with this text, each in its own shadow root. Resolves when all have loaded their imports. */
async function styles(count: number, text: string): Promise<void> {
  const all = Array.from({ length: count }, () => document.createElement('style'));
  for (const style of all) style.textContent = text;
  const done = Promise.all(all.map(loaded));
  for (const style of all) {
    const host = document.body.appendChild(document.createElement('p'));
    host.attachShadow({ mode: 'open' }).append(style);
  }
  await done;
}

/** Builds each page, which contains only its own elements. */
export const pages: Record<string, () => Promise<unknown>> = {
  async adopted() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(await (await fetch('/a.css')).text());
    for (let n = 0; n < 200; n++) {
      const host = document.body.appendChild(document.createElement('p'));
      host.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet, sheet];
    }
  },
  alone: () => links(1),
  linked: () => links(60),
  async changed() {
    const [, second, third] = (await links(4)).map(({ sheet }) => sheet as CSSStyleSheet);
    // After these changes, the sheet has as many rules as before.
    second?.deleteRule(7);
    second?.insertRule('i { background: url(data:,changed) }', 100);
    third?.insertRule('b { cursor: url(data:,shared), auto }', 0);
  },
  imported: () => styles(60, '@import "/a.css";'),
  'imported deeper': () => styles(60, '@import "/importing.css";'),
  'imported by one': () => styles(1, '@import "/a.css";'.repeat(60)),
};

/** Empties the document, and builds the page with this name. */
export async function open(name: string): Promise<void> {
  document.head.replaceChildren();
  document.body.replaceChildren();
  // This walk makes the content script forget the sheets that the previous page shared.
  walkAll();
  await pages[name]?.();
}

export interface Walked {
  /** The number of rules whose texts were read. */
  reads: number;
  /** The data: URLs that were found, each with the index of its element among the element's siblings. */
  found: string[];
  /** The number of users of each source that contains data: URLs. */
  users: Record<string, number>;
  unreachable: string[];
}

const text = Object.getOwnPropertyDescriptor(CSSRule.prototype, 'cssText')?.get;

/**
 * Walks through the page as the content script does.
 *
 * @param movedAt the number of a rule of the first sheet; while that rule is read, a script removes an earlier rule
 */
export function walkAll(movedAt = 0): Walked {
  const walked: Walked = { reads: 0, found: [], users: {}, unreachable: [] };
  const sources = new Set<object>();
  Object.defineProperty(CSSRule.prototype, 'cssText', {
    configurable: true,
    get() {
      if (++walked.reads === movedAt) document.styleSheets[0]?.deleteRule(0);
      return text?.call(this);
    },
  });
  drain(
    walkPage(document, {
      // biome-ignore lint/correctness/useYield: there is nothing to wait for
      *found({ source, element }: At, urls) {
        if (urls.length > 0) sources.add(source);
        const at = [...(element.parentNode?.children ?? [])].indexOf(element);
        for (const { written, sheet } of urls) walked.found.push(`${written} ${at} ${sheet?.nth ?? '-'}`);
      },
      knows: () => false,
      shared(source, href, users) {
        if (sources.has(source)) walked.users[href === undefined ? '' : new URL(href).pathname] = users;
      },
      unreachable({ kind, url, reason }) {
        if (kind === 'stylesheet') walked.unreachable.push(`${url && new URL(url).pathname} ${reason}`);
      },
      frame() {},
      load: () => Promise.resolve(undefined),
    }),
  );
  return walked;
}

/** Removes the first link. */
export const removeFirst = (): void => document.querySelector('link')?.remove();
