/** Establishes a base URI by rfc2396bis section 5.1. */

import type { Problem } from '../problem.ts';
import { asciiLowercase } from '../uri/characters.ts';
import { components, type ParsedReference } from '../uri/components.ts';
import { withoutFragment } from '../uri/fragment.ts';
import { checkObject, urlText } from '../url-text.ts';
import { resolve } from './resolve.ts';

/** The known context of a representation. Unknown parts are omitted. */
export interface BaseContext {
  /** 5.1.1: the base in the content itself, such as `<base href>`. It may be relative to the next outer base. */
  embedded?: string | URL | undefined;
  /**
   * 5.1.2: the entity that encloses this one, such as a message or an archive. The page around a data: frame isn't one:
   * browsers resolve nothing but fragments in such a frame.
   */
  encapsulating?: BaseContext | undefined;
  /**
   * 5.1.3: the URI from which the representation was retrieved, after redirects. It is ignored inside another entity.
   */
  retrieval?: string | URL | undefined;
  /** 5.1.4: the application's default. */
  default?: string | URL | undefined;
}

export type BaseSource = 'embedded' | 'encapsulating' | 'retrieval' | 'default';

/** A candidate that can't be a base, with the reason. Positions are in `uri`. */
export interface RefusedBase {
  source: BaseSource;
  uri: string;
  problem: Problem;
}

/** The base URI and its source, and the candidates that were refused. */
export type EstablishedBase =
  | { ok: true; uri: string; source: BaseSource; refused: RefusedBase[] }
  | { ok: false; problem: Problem; refused: RefusedBase[] };

/**
 * The base URI by the precedence in section 5.1, without its fragment, and the source (one of four) that provided it. A
 * data: URL is refused, and the next outer candidate is tried instead, if its path does not begin with "/" (URL
 * Standard) or if the content itself names it (HTML Standard). Problem codes: uri-base-missing; in `refused`:
 * uri-base-is-data, uri-base-not-absolute.
 */
export function establishBase(context: BaseContext): EstablishedBase {
  checkObject(context, 'establishBase', 'a context');
  const refused: RefusedBase[] = [];
  /** Embedded references that are relative to an outer base, innermost first. */
  const pending: { source: BaseSource; uri: string }[] = [];
  for (const candidate of candidates(context)) {
    const { source, mayBeRelative } = candidate;
    const uri = urlText(candidate.uri, `establishBase's ${source}`);
    const parsed = components(uri);
    if (isData(parsed) && (mayBeRelative || hasOpaquePath(uri))) {
      refused.push({ source, uri, problem: baseIsData(parsed, uri) });
    } else if (parsed.scheme === undefined) {
      if (mayBeRelative) pending.push({ source, uri });
      else refused.push({ source, uri, problem: notAbsolute(uri) });
    } else {
      return resolvePending(uri, source, pending, refused);
    }
  }
  for (const { source, uri } of pending) refused.push({ source, uri, problem: notAbsolute(uri) });
  return {
    ok: false,
    problem: {
      code: 'uri-base-missing',
      args: {},
      message: 'There is no base URI, so only fragments and whole URIs can be followed from here.',
      start: 0,
      end: 0,
    },
    refused,
  };
}

/** Resolves the relative bases, from the outermost to the innermost; the last result is the base. */
function resolvePending(
  uri: string,
  source: BaseSource,
  pending: { source: BaseSource; uri: string }[],
  refused: RefusedBase[],
): EstablishedBase {
  let base = withoutFragment(uri);
  let served = source;
  for (let i = pending.length - 1; i >= 0; i--) {
    const inner = pending[i]!;
    const resolved = resolve(inner.uri, base);
    if (!resolved.ok) continue;
    base = withoutFragment(resolved.uri);
    served = inner.source;
  }
  return { ok: true, uri: base, source: served, refused };
}

/** The layers of section 5.1, from the innermost outward. */
function* candidates(
  context: BaseContext,
): Generator<{ source: BaseSource; uri: string | URL; mayBeRelative: boolean }> {
  const { embedded, retrieval } = context;
  if (embedded !== undefined) yield { source: 'embedded', uri: embedded, mayBeRelative: true };
  const seen = new Set<BaseContext>([context]);
  let entity = context.encapsulating;
  while (entity !== undefined && !seen.has(entity)) {
    seen.add(entity);
    if (entity.embedded !== undefined) {
      yield { source: 'encapsulating', uri: entity.embedded, mayBeRelative: true };
    }
    if (entity.encapsulating === undefined && entity.retrieval !== undefined) {
      yield { source: 'encapsulating', uri: entity.retrieval, mayBeRelative: false };
    }
    entity = entity.encapsulating;
  }
  if (context.encapsulating === undefined && retrieval !== undefined) {
    yield { source: 'retrieval', uri: retrieval, mayBeRelative: false };
  }
  if (context.default !== undefined) yield { source: 'default', uri: context.default, mayBeRelative: false };
}

function isData(parsed: ParsedReference): boolean {
  return parsed.scheme !== undefined && asciiLowercase(parsed.scheme) === 'data';
}

/** Whether nothing but a fragment can be relative to a URL. */
const hasOpaquePath = (uri: string): boolean => !URL.canParse('x', uri);

function baseIsData(parsed: ParsedReference, uri: string): Problem {
  return {
    code: 'uri-base-is-data',
    args: {},
    message: hasOpaquePath(uri)
      ? 'By the URL Standard, nothing but a fragment can be relative to this data: URL.'
      : 'By the HTML Standard, a data: URL in <base> is ignored.',
    start: 0,
    end: (parsed.spans.scheme?.end ?? 0) + 1,
  };
}

function notAbsolute(uri: string): Problem {
  return {
    code: 'uri-base-not-absolute',
    args: {},
    message: 'A base URI begins with a scheme, and there is nothing to resolve this one against.',
    start: 0,
    end: uri.length,
  };
}
