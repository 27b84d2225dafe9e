/** The repair of a data: URL, the same in every list, button, and form. */

import { readHead } from '../data-url/parse.ts';
import { comparing } from '../repair/compare-urls.ts';
import { type Repair, repairing } from '../repair/repair.ts';
import { loadable, type Placed, relabeled } from './loadable.ts';

/**
 * The repair of a URL that also lets browsers load it at its occurrences, or declares the type of its bytes. A
 * generator that yields now and then.
 */
export function* repairingAt(written: string, placed: Placed): Generator<void, Repair, void> {
  const repair = yield* repairing(written);
  const own = repair.ok ? repair.url : written;
  // The occurrences were judged by the type as written.
  if (readHead(own).type.essence !== readHead(written).type.essence) return repair;
  const loads = loadable(own, placed);
  const labeled = loads ?? relabeled(own, placed.inspection);
  if (labeled === null) return repair;
  // With the right type, a URL may be repairable that was not repairable before.
  const again = repair.ok || loads !== null ? null : yield* repairing(labeled);
  const url = again?.ok ? again.url : labeled;
  const changes = [repair, again].flatMap((each) => (each?.ok ? each.changes : []));
  return { ok: true, url, changes, ...(yield* comparing(written, url)) };
}
