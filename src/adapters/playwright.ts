/**
 * `data-url-inspector/playwright`: inspects the data: URLs of a page that a Playwright test has opened, and provides
 * a matcher for `expect`. The content script of the built extension finds the data: URLs; the library judges them.
 */
import { minimumVersion } from '../cli/drivers/minimum-version.ts';
import { formatArgument } from '../format-numbers.ts';
import { checkOptions, checkPolicy } from '../policy/check-options.ts';
import { defaultPolicy } from '../policy/policy.ts';
import type { Policy } from '../policy/policy-types.ts';
import { markdownOf } from '../report/markdown.ts';
import { documentOf } from '../report/placed-findings.ts';
import { jsonOf, printable } from '../report/printable.ts';
import { type DataUrl, isOfSecurity, type Report } from '../report/report.ts';
import { partLocation, unreadParts } from '../report/unreachable.ts';
import type { Occurrence } from '../vocabulary.ts';
import { reportOfDocuments } from './page-report.ts';
import { scanDocuments, type TestedPage } from './page-scan.ts';

/** The options of `inspectPage`. */
export interface InspectPageOptions {
  /** The policy to apply. Default: `defaultPolicy` */
  policy?: Policy;
  /** Time limit of the scan in milliseconds. Default: 15,000 */
  timeout?: number;
}

/** Thrown if a page can't be inspected; the message is the reason, in one sentence. */
export class InspectPageError extends Error {
  override name = 'InspectPageError';
}

/**
 * Finds, inspects, and judges the data: URLs of a page that is open in Chromium, in all of its frames. The page isn't
 * changed.
 *
 * @param page a `Page` of Playwright
 * @returns the Report, as printed by `inspect --json`; `unreachable` lists each part that was not scanned
 * @throws {TypeError} for an argument of the wrong type
 * @throws {InspectPageError} if the page is closed, leaves its document, or isn't scanned in time
 */
export async function inspectPage(page: TestedPage, options: InspectPageOptions = {}): Promise<Report> {
  if (typeof page?.context !== 'function' || typeof page.frames !== 'function')
    throw new TypeError('The page must be a Page of Playwright.');
  checkOptions(options, 'inspectPage', ['policy', 'timeout']);
  const { policy = defaultPolicy, timeout = 15_000 } = options;
  if (typeof timeout !== 'number' || !(timeout > 0 && timeout < 2 ** 31))
    throw new TypeError(`The timeout must be a number of milliseconds; got ${timeout}.`);
  checkPolicy(policy, 'inspectPage');
  checkBrowser(page);
  const start = performance.now();
  const end = start + timeout;
  try {
    const found = await scanDocuments(page, end);
    return await reportOfDocuments(found, policy, start);
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    if (page.isClosed()) throw new InspectPageError('The page was closed before it was scanned.');
    if (performance.now() >= end)
      throw new InspectPageError(
        `The page wasn't scanned within ${formatArgument('milliseconds', timeout, 'en')}: set a longer timeout.`,
      );
    if (/context|navigated|Navigation/.test(reason))
      throw new InspectPageError(`The page left its document during the scan: wait until it has loaded.`);
    throw new InspectPageError(`The page can't be scanned: ${reason}`, { cause: error });
  }
}

function checkBrowser(page: TestedPage): void {
  if (page.isClosed()) throw new InspectPageError('The page is closed.');
  const browser = page.context().browser();
  const name = browser?.browserType().name() ?? 'chromium';
  if (name !== 'chromium') throw new InspectPageError(`Only Chromium is supported; this browser is ${name}.`);
  const major = Number.parseInt(browser?.version() ?? '', 10);
  if (major < minimumVersion.chromium)
    throw new InspectPageError(
      `Chromium ${minimumVersion.chromium} or newer is needed; this is ${major}: update Playwright.`,
    );
}

/** The members of `test` of @playwright/test that are used. */
export interface TestRunner {
  info(): {
    attach(name: string, options: { body: string; contentType: string }): Promise<void>;
  };
}

/**
 * Makes the matcher: `const expect = base.extend(dataUrlMatchers(test))`. The matcher attaches the Report to the result
 * of the test, as JSON and as Markdown.
 *
 * @param test the `test` of @playwright/test, or an extension of it
 * @returns the matchers
 * @throws {TypeError} for anything else
 */
export function dataUrlMatchers(test: TestRunner): {
  /** Fails if the policy disallows a data: URL of the page, including nested ones. */
  toHaveNoDisallowedDataUrls(
    page: TestedPage,
    options?: InspectPageOptions,
  ): Promise<{ name: string; pass: boolean; message: () => string }>;
} {
  if (typeof test?.info !== 'function')
    throw new TypeError('dataUrlMatchers needs the test of @playwright/test: dataUrlMatchers(test).');
  return {
    async toHaveNoDisallowedDataUrls(page, options) {
      const report = await inspectPage(page, options);
      const info = test.info();
      await info.attach('data-urls.json', { body: jsonOf([report], 2), contentType: 'application/json' });
      const markdown = [...markdownOf([report])].join('');
      await info.attach('data-urls.md', { body: markdown, contentType: 'text/markdown' });
      // In the place of a frame that was not loaded, the browser shows an error.
      const missing = report.unreachable.filter(
        ({ kind, reason }) => kind === 'page' || (kind === 'frame' && reason !== 'failed-or-redirected'),
      );
      const disallowed = [...disallowedIn(report.dataUrls)];
      // Without a complete scan, neither success nor failure is certain.
      if (disallowed.length === 0 && missing.length > 0)
        throw new InspectPageError(`The page wasn't scanned in full: ${missing.map(partText).join(', ')}.`);
      return {
        name: 'toHaveNoDisallowedDataUrls',
        pass: disallowed.length === 0,
        message: () => messageOf(report, disallowed),
      };
    },
  };
}

/** A disallowed data: URL, with the occurrences of the outermost data: URL that contains it. */
interface Disallowed {
  dataUrl: DataUrl;
  occurrences: readonly Occurrence[];
}

function* disallowedIn(
  dataUrls: readonly DataUrl[],
  outer?: readonly Occurrence[],
): Generator<Disallowed, void, void> {
  for (const dataUrl of dataUrls) {
    const occurrences = outer ?? dataUrl.occurrences;
    if (dataUrl.disallowed) yield { dataUrl, occurrences };
    yield* disallowedIn(dataUrl.nested, occurrences);
  }
}

/** Maximum number of data: URLs in the failure message. The attachments list all of them. */
const maxListed = 20;

function messageOf({ page, unreachable }: Report, disallowed: readonly Disallowed[]): string {
  const lines = disallowed.slice(0, maxListed).map(lineOf);
  const more = disallowed.length - lines.length;
  // The parts that only the extension can scan are omitted, because they exist in every page.
  const unread = unreadParts(unreachable).filter(({ reason }) => reason !== 'no-extension');
  return [
    disallowed.length === 0
      ? `Expected disallowed data: URLs, found none: ${printable(page.url)}`
      : `Expected no disallowed data: URLs, found ${disallowed.length}: ${printable(page.url)}`,
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(unread.length > 0
      ? [
          `Not scanned: ${unread.slice(0, maxListed).map(partText).join(', ')}${unread.length > maxListed ? ', …' : ''}`,
        ]
      : []),
  ].join('\n');
}

/** Formats a disallowed data: URL: `- text/html as iframe: Active content: script. (<iframe src> #ad, https://…)`. */
function lineOf({ dataUrl: { disallowed, findings, essence }, occurrences }: Disallowed): string {
  const destination = disallowed?.destination;
  const at = occurrences.find((each) => each.destination === destination) ?? occurrences[0];
  const says = findings.find(isOfSecurity)?.message ?? 'Disallowed.';
  const place = at ? ` (<${at.element} ${at.name}> ${at.selector}, ${documentOf(at)})` : '';
  return printable(`- ${essence} as ${destination}: ${says}${place}`);
}

const partText = (part: Report['unreachable'][number]): string =>
  printable(`${part.kind} ${partLocation(part)} (${part.reason})`);
