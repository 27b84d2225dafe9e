/** Pages whose scan lasts until they are told otherwise. */

declare global {
  /** Whether the page keeps its main thread busy, working for a tenth of a second between two slices of the scan. */
  var isBusy: boolean;
}

/** Runs in a page: keeps it busy until `isBusy` is set to false. */
export function keepBusy(): void {
  isBusy = true;
  const work = () => {
    for (const end = performance.now() + 100; isBusy && performance.now() < end; );
    setTimeout(work);
  };
  work();
}

/**
 * Returns a busy page with so many elements that the walk takes long. The elements are in a template, so they are not
 * drawn. The first data: URL is sent soon, `data:,last` only at the end.
 */
export const busyPage = (first: string, markup = ''): string =>
  `<!doctype html><title>Long</title><img src="${first}">${markup}<template id="long"></template><script>
  long.innerHTML = '<p id="a" class="b" title="x:y">text</p>'.repeat(100_000) + '<img src="da' + 'ta:,last">';
  const __name = (value) => value;
  (${keepBusy})();
</script>`;
