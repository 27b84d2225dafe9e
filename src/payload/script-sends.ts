/** Scripts that put what a page holds into a request to elsewhere, as far as reading shows it: nothing is run. */

import { truncate } from '../truncate.ts';
import { strideLength } from '../turns.ts';
import { maxServerLength } from './limits.ts';
import { referenceKind } from './references.ts';
import { percentDecoded, type Value } from './script-values.ts';
import { type Scope, sinksIn } from './script-walk.ts';

export interface Sending {
  /** What is sent, by its name: `document.cookie`. */
  source: string;
  /** What sends it: `fetch`, `location.href`. */
  by: string;
  /** The server, for people to read; null where it is not known. */
  to: string | null;
  /** Whether the source is in the request; otherwise the same scripts name both, each in its place. */
  isDirect: boolean;
}

export interface ScriptText {
  text: string;
  /** Whether it is an event handler's attribute, in which the document's members are names of their own. */
  isHandler: boolean;
}

/** The script that a javascript: URL is (HTML 7.4.2.3.2); yields now and then. */
export function* scriptOfUrl(url: string): Generator<void, ScriptText, void> {
  let text = '';
  for (let at = url.indexOf(':') + 1; at < url.length; ) {
    const stretch = url.slice(at, at + strideLength);
    // No escape is cut in two.
    const piece = at + strideLength < url.length ? stretch.replace(/%[\da-f]?$/i, '') : stretch;
    text += percentDecoded(piece.replace(/[\t\n\r]+/g, ''));
    at += piece.length;
    yield;
  }
  return { text, isHandler: false };
}

/**
 * What scripts send away: best what is in a request to a server that they name, then what is in one to an address that
 * they compute, then what they merely name beside a request. Null where there is none of it, which proves nothing: what
 * functions are given, and what is computed, is not followed.
 *
 * @param scripts in the order in which they stand; they share their global names
 * @param base what relative addresses lead to: a document's base as written, or null where they lead nowhere
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
  // It grows while it is walked.
  for (const { text, isHandler } of queue) {
    scope.isInDocument = isHandler;
    // Each takes its time, however short it is.
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
      // A server that is known in part may be anything.
      if (server && !server.isPartial) request ??= { by, to: server.text };
      if (content.reads === null) continue;
      if (to !== null) return { source: content.reads, by, to, isDirect: true };
      // An address that is known leads to the page's own server, or nowhere.
      if (!address.text) computed ??= { source: content.reads, by, to, isDirect: true };
    }
    for (const each of scope.scripts.splice(0)) queue.push({ text: each, isHandler });
  }
  const { source } = scope;
  return computed ?? (request && source !== null ? { source, ...request, isDirect: false } : null);
}

interface Server {
  /** As it is written, with an ellipsis for what is not known of it. */
  text: string;
  isPartial: boolean;
}

/** The server to which an address leads; null where it leads to none. */
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
  // What follows may be a part of its name.
  const isPartial = isCut || (isOpen && server.length === address.length);
  return { text: isPartial ? `${start}…` : start, isPartial };
}
