/** A small server on loopback for files, folders, and test responses. Used by `start`, `inspect`, and the tests. */
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { formats } from '../payload/formats.ts';

/** The Content-Type for a file's extension, without a charset, so that a saved page's own declaration applies. */
export function contentTypeOf(file: string): string {
  const extension = path.extname(file).slice(1).toLowerCase();
  const usual = extensionAliases[extension] ?? extension;
  // Formats without an extension of their own are saved as `bin`.
  const format = usual === 'bin' ? undefined : formats.find((each) => each.extension === usual);
  return format?.type ?? 'application/octet-stream';
}
const extensionAliases: Record<string, string> = { htm: 'html', jpeg: 'jpg', mjs: 'js' };

export interface Answer {
  status?: number;
  /**
   * The headers of the response. If Content-Type is missing, it follows from the extension in the path; without an
   * extension, it is HTML.
   */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** The response for a path: a body, a response object, or a function that returns one or writes the response itself. */
export type Route =
  | string
  | Uint8Array
  | Answer
  | ((request: IncomingMessage, response: ServerResponse) => RouteResult | Promise<RouteResult>);
type RouteResult = string | Uint8Array | Answer | undefined;

export interface ServeOptions {
  /**
   * The routes, keyed by path with a leading slash and without the query. They take precedence over the folder's files.
   */
  routes?: Record<string, Route>;
  folder?: string;
  /** Headers that are sent with every response. */
  headers?: Record<string, string>;
}

export interface Served {
  /** http://127.0.0.1:PORT */
  origin: string;
  /** http://localhost:PORT: the same server, but a different site for browsers. */
  otherOrigin: string;
  url(pathname: string): string;
  /** The path and query of every request so far. */
  requests: string[];
  /** The routes, which can be added and changed while the server runs. */
  routes: Map<string, Route>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function serve({ routes = {}, folder, headers = {} }: ServeOptions): Promise<Served> {
  const known = new Map(Object.entries(routes));
  const requests: string[] = [];

  const send = (
    response: ServerResponse,
    pathname: string,
    result: Exclude<RouteResult, undefined>,
  ): void => {
    const answer: Answer =
      typeof result === 'string' || result instanceof Uint8Array ? { body: result } : result;
    const type = path.extname(pathname) === '' ? 'text/html; charset=utf-8' : contentTypeOf(pathname);
    response.writeHead(answer.status ?? 200, {
      'content-type': type,
      'cache-control': 'no-store',
      ...headers,
      ...answer.headers,
    });
    response.end(answer.body ?? '');
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1');
    requests.push(pathname + search);
    const route = known.get(pathname);
    if (route !== undefined) {
      const result = typeof route === 'function' ? await route(request, response) : route;
      if (result !== undefined) send(response, pathname, result);
      return;
    }
    const body = folder === undefined ? null : await fileIn(folder, pathname);
    send(
      response,
      pathname,
      body ?? { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found\n' },
    );
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, '/error.txt', { status: 500, body: `${error}\n` });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    origin,
    otherOrigin: `http://localhost:${port}`,
    url: (pathname) => origin + pathname,
    requests,
    routes: known,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Reads a file in a folder; null if there is none or the path leads out of the folder. */
async function fileIn(folder: string, pathname: string): Promise<Uint8Array | null> {
  let relative: string;
  try {
    relative = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const top = path.resolve(folder);
  const file = path.join(top, relative.endsWith('/') ? `${relative}index.html` : relative);
  if (file.includes('\0') || !file.startsWith(top.endsWith(path.sep) ? top : top + path.sep)) return null;
  const info = await stat(file).catch(() => null);
  return info?.isFile() ? readFile(file) : null;
}

/** Serves a file, identified by its full path, and the rest of its folder. */
export async function serveFile(
  full: string,
  options: { headers?: Record<string, string> } = {},
): Promise<{ url: string; server: Served }> {
  const server = await serve({ folder: path.dirname(full), ...options });
  return { url: server.url(`/${encodeURIComponent(path.basename(full))}`), server };
}
