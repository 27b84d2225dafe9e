/** Scripts, by their declared type. */
import { isInGroup } from '../mime/mime-type.ts';
import { type Fetched, loads, loadsAs, type Outcome, refused, unknown } from './outcome.ts';

const javascript = 'text/javascript';

/**
 * HTML 8.1.4.2: a module needs a JavaScript type. A classic script runs with any type: neither browser
 * applies to data: URLs Fetch's rule for images and CSV ("should response to request be blocked due to its
 * MIME type?").
 */
export function scriptOutcome(fetched: Fetched): Outcome {
  if (isInGroup(fetched.type, 'javascript')) return loads;
  const { script } = fetched.context;
  if (script === undefined) return unknown;
  return script === 'module' ? refused('not-a-module') : loadsAs(fetched, javascript);
}

/** HTML 10.2.1.3 requires a JavaScript type over HTTP only. */
export const workerOutcome = (fetched: Fetched): Outcome =>
  isInGroup(fetched.type, 'javascript') ? loads : loadsAs(fetched, javascript);
