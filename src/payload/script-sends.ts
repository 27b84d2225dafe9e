/** Scripts that send data of the page to another site, as far as reading shows it: nothing is run. */

import { truncate } from '../truncate.ts';
import { strideLength } from '../turns.ts';
import { maxServerLength } from './limits.ts';
import { referenceKind } from './references.ts';
import { percentDecoded, type Value } from './script-values.ts';
import { type Scope, sinksIn } from './script-walk.ts';

export interface Sending {
  /** The name of the data that is sent: `document.cookie`. */
  source: string;
  /** The function or property that sends it: `fetch`, `location.href`. */
  by: string;
  /** The server, for people to read; null if unknown. */
  to: string | null;
  /** Whether the data is in the request; otherwise the scripts only mention both. */
  isDirect: boolean;
}

export interface ScriptText {
  text: string;
  /** Whether it is an event handler's attribute, in which the document's members are variables. */
  isHandler: boolean;
}

/** The script of a javascript: URL (HTML 7.4.2.3.2); yields now and then. */
export function* scriptOfUrl(url: string): Generator<void, ScriptText, void> {
  let text = '';
  for (let at = url.indexOf(':') + 1; at < url.length; ) {
    const stretch = url.slice(at, at + strideLength);
    // An escape must not be split.
    const piece = at + strideLength < url.length ? stretch.replace(/%[\da-f]?$/i, '') : stretch;
    text += percentDecoded(piece.replace(/[\t\n\r]+/g, ''));
    at += piece.length;
    yield;
  }
  return { text, isHandler: false };
}

/**
 * The data that scripts send away: preferably data in a request to a constant server, then in one to a computed
 * address, then data that is merely mentioned beside a request. Null does not prove that there is none: the parameters
 * of functions and computed values are not followed.
 *
 * @param scripts in order; they share their global names
 * @param base for relative addresses: a document's base as written, or null where these do not resolve
 * @yields now and then, where the caller may pause
 */
export function* sendingIn(
  scripts: readonly ScriptText[],
  base: string | null,
): Generator<void, Sending | null, void> {
  const quota = scripts.reduce((sum, { text }) => sum + text.length, strideLength);
  const scope: Scope = { variables: new Map(), quota, scripts: [], source: null, isInDocument: false };
  let computed: Sending | null = null;
  let request: Pick<Sending, 'by' | 'to'> | null = null;
  const queue = [...scripts];
  let begun = 0;
  // The queue grows during the loop.
  for (const { text, isHandler } of queue) {
    scope.isInDocument = isHandler;
    // Each has a fixed cost, however short it is.
    begun += text.length + 64;
    if (begun > strideLength) {
      begun = 0;
      yield;
    }
    for (const sink of sinksIn(text, scope)) {
      if (sink === null) {
        yield;
        continue;
      }
      const { by, address, content } = sink;
      const server = serverOf(address, base);
      const to = server?.text ?? null;
      // A partly known name may be that of any server.
      if (server && !server.isPartial) request ??= { by, to: server.text };
      if (content.reads === null) continue;
      if (to !== null) return { source: content.reads, by, to, isDirect: true };
      // A known address is on the page's own server, or does not resolve.
      if (!address.text) computed ??= { source: content.reads, by, to, isDirect: true };
    }
    for (const each of scope.scripts.splice(0)) queue.push({ text: each, isHandler });
  }
  const { source } = scope;
  return computed ?? (request && source !== null ? { source, ...request, isDirect: false } : null);
}

interface Server {
  /** As written, with an ellipsis for the unknown rest. */
  text: string;
  isPartial: boolean;
}

/** The server of an address; null where it has none. */
function serverOf({ text, isOpen }: Value, base: string | null): Server | null {
  if (!text) return null;
  const kind = referenceKind(text);
  if (kind === 'relative' && base !== null) return serverOf({ text: base, isOpen: false } as Value, null);
  if (kind !== 'external' && !(kind === 'protocol-relative' && base !== null)) return null;
  const address = text
    .slice(0, maxServerLength)
    .replace(/[\t\n\r]+/g, '')
    .replace(/^[\0- ]+/, '');
  const [server = '', scheme = '', authority = ''] =
    /^((?:[a-z][a-z\d+.-]*:)?[\\/]*)([^\\/?#]*)/i.exec(address) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const { text: start, isCut } = truncate(scheme + host, 100);
  // The unknown rest may be part of the server's name.
  const isPartial = isCut || (isOpen && server.length === address.length);
  return { text: isPartial ? `${start}…` : start, isPartial };
}
