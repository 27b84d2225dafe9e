/**
 * The script that notes the address of the large image under the pointer, for the content script that is injected later.
 * Meanwhile the page may show another image there.
 */
import { elementsOf, shadowRootOf } from './dom.ts';

/** The address that an image shows, by the members of `img`, `input`, `embed`, `object` and SVG's `image`. */
type Picture = Partial<Record<'currentSrc' | 'src' | 'data', string>> & { href?: { animVal?: string } };

globalThis.dataUrlInspectorClicked = undefined;
for (let root: Node | null | undefined = document; root; ) {
  // In quirks mode, `:hover` alone matches only links.
  const hovered: Element[] = [...elementsOf(root, ':not(_):hover')];
  globalThis.dataUrlInspectorClicked = (hovered as Picture[])
    .map(({ currentSrc, src, data, href }) => currentSrc || src || data || href?.animVal)
    // Menu events contain no longer URLs. A label hovers its control, too.
    .findLast((address) => typeof address === 'string' && address.length > 2_000_000);
  const last = hovered.at(-1);
  root = last && shadowRootOf(last);
}
