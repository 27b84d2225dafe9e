/** Texts of a policy's entries. */
import type { Exception } from '../../../src/policy/exceptions.ts';
import type { Destination } from '../../../src/vocabulary.ts';
import { locale, message } from '../../platform/i18n.ts';
import { destinationText, siteName, visibleText } from './format.ts';

/** Uses in words: "as image, script". */
export const usesText = (destinations: readonly Destination[]): string =>
  message('usedAs', new Intl.ListFormat(locale()).format(destinations.map(destinationText)));

/** The site of an entry in words, such as "on example.com"; null means all sites. */
export const siteText = (site: string | null): string =>
  site === null ? message('allSites') : message('onSite', siteName(site));

/** The type, uses, and site of an exception, each in words. */
export const exceptionText = ({ pattern, destinations, site }: Exception): [string, string, string] => [
  visibleText(pattern),
  destinations ? usesText(destinations) : message('forEveryUse'),
  siteText(site),
];
