/**
 * Style sheets of other sites to which access is granted, and whose servers keep the extension waiting or send data
 * endlessly. They were once fetched one after the other, so that a hundred stalling sheets kept the page "reading" for
 * 1,000 seconds.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { maxPerScan, maxUnreachable, sheetLimits } from '../../extension/platform/limits.ts';
import { type Served, serve } from '../support/serve.ts';

export interface SheetServer extends Served {
  /** The maximum number of the extension's requests that were pending at the same time. */
  maxPending(): number;
  /** Paths that the extension itself requested. */
  fetched: string[];
}

/**
 * Whether the extension sent a request. Stalling sheets respond to the page immediately, so that it loads; they stall
 * only for the extension.
 */
const isOurs = ({ headers }: IncomingMessage) => headers['sec-fetch-dest'] !== 'style';

/**
 * A number of imports that exceeds the sum of two limits: the sheets that a scan fetches, and the unreachable parts
 * that a Report names.
 */
const importCount = sheetLimits.sheets + maxUnreachable + 100;
/** More data: URLs than a scan keeps. */
const urlCount = maxPerScan.dataUrls + 500;

const stalling = Array.from({ length: 98 }, (_, n) => `stalls-${n}`);

export async function serveSheets(): Promise<SheetServer> {
  const pending = new Set<ServerResponse>();
  const fetched: string[] = [];
  let max = 0;
  const css = (text: string) => (request: IncomingMessage, response: ServerResponse) => {
    if (isOurs(request)) fetched.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/css', 'cache-control': 'no-store' });
    response.end(text);
    return undefined;
  };
  const stall = (request: IncomingMessage, response: ServerResponse) => {
    if (!isOurs(request)) return { headers: { 'content-type': 'text/css' } };
    fetched.push(request.url ?? '');
    max = Math.max(max, pending.add(response).size);
    response.on('close', () => pending.delete(response));
    // Every second stalling sheet sends its headers first.
    if (fetched.length % 2) response.writeHead(200, { 'content-type': 'text/css' }).flushHeaders();
    return undefined;
  };
  const good = css('@import "imported.css"; a { background: url(data:,good) }');
  let saidMany = () => {};
  const manyImports = new Promise<void>((resolve) => {
    saidMany = resolve;
  });
  const missing = (request: IncomingMessage) => {
    if (isOurs(request) && fetched.push(request.url ?? '') >= 40) saidMany();
    return { status: 404 };
  };
  const routes = {
    ...Object.fromEntries(Array.from({ length: importCount }, (_, n) => [`/none-${n}.css`, missing])),
    ...Object.fromEntries(stalling.map((name) => [`/${name}.css`, stall])),
    '/good.css': good,
    // Responds only after the imports of another sheet have been requested.
    '/late.css': async (request: IncomingMessage, response: ServerResponse) => {
      if (isOurs(request)) await manyImports;
      return good(request, response);
    },
    '/imported.css': css('a { background: url(data:,imported) }'),
    '/imports.css': css(Array.from({ length: importCount }, (_, n) => `@import "none-${n}.css";`).join('')),
    '/many.css': css(
      `a { background: ${Array.from({ length: urlCount }, (_, n) => `url(data:,many-${n})`)} }`,
    ),
  };
  const server = await serve({ routes });
  const others = await Promise.all([serve({ routes }), serve({ routes })]);
  const origins = [server, ...others].map(({ otherOrigin }) => otherOrigin);
  const page = (names: readonly string[]) =>
    `<!doctype html><title>Sheets</title>${names.map((name, n) => `<link rel="stylesheet" href="${origins[n % origins.length]}/${name}.css">`).join('')}`;
  server.routes.set('/stalling', page(['good', ...stalling]));
  server.routes.set('/clicked', `${page(stalling)}<img src="data:,page"><img src="data:text/csv,clicked">`);
  server.routes.set('/imports', page(['imports', 'late']));
  server.routes.set('/many', page(['many', 'good']));
  const close = async () => void (await Promise.all([server, ...others].map((each) => each.close())));
  return Object.assign({ ...server, [Symbol.asyncDispose]: close }, { maxPending: () => max, fetched });
}
