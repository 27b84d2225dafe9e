/** A page and its frame, both of which have data: URLs in their `Link` headers. */
import type { Report } from '../../src/report/report.ts';
import type { ServeOptions } from './serve.ts';

const image = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

export const linkRoutes: NonNullable<ServeOptions['routes']> = {
  '/links': {
    headers: {
      link: `<${image}>; rel=preload; as=image, <data:text/javascript,module>; rel="modulepreload", </x>; rel=next, <data:text/css,sheet>; rel=stylesheet`,
    },
    body: `<!doctype html><title>Links</title><p>x</p><iframe src="/framed?x#y"></iframe>`,
  },
  '/framed': {
    headers: {
      link: '<data:text/css,framed>;rel=preload;as=style, </a>;rel=preload;as=image;imagesrcset="data:,set 2x"',
    },
    body: '<p>y</p>',
  },
};

/** Returns the data: URLs found in the headers of the page and its frame. */
export const inHeaders = ({ dataUrls }: Report): string[] =>
  dataUrls
    .flatMap(({ head, occurrences }) =>
      occurrences
        .filter(({ name, destination }) => name === 'Link' && destination !== 'none')
        .map(
          ({ frame, place, element, destination, use }) =>
            `${new URL(frame).pathname} ${head.slice(0, 22)} ${place} ${element} ${destination} ${use ?? ''}`,
        ),
    )
    .filter((line) => !line.includes('data:text/css,sheet'))
    .sort();

export const ofPage = [
  `/links ${image.slice(0, 22)} attribute link image preload`,
  '/links data:text/javascript,m attribute link script modulepreload',
];
export const ofFrame = [
  '/framed data:,set srcset link image preload',
  '/framed data:text/css,framed attribute link style preload',
];

/** Returns the documents whose headers are unknown. */
export const unknownHeadersOf = ({ unreachable }: Report): string[] =>
  unreachable
    .filter(({ kind, reason }) => kind === 'headers' && reason === 'not-asked')
    .map(({ url }) => new URL(url).pathname);
