/** Changes of the user's policy, as pure functions. */
import { patternFor } from '../mime/patterns.ts';
import {
  type AllowedType,
  type By,
  entriesOf,
  type OwnPolicy,
  type PolicyEntry,
  type PolicyPart,
  type RuleSetting,
} from '../policy.ts';

/** An entry of a single policy, so its author is known. */
export type OwnEntry = Omit<PolicyEntry, 'by'>;

/** All entries of a policy, those for all sites first. */
export function allEntries(own: OwnPolicy, by: By): PolicyEntry[] {
  const ofSites = Object.entries(own.sites ?? {}).flatMap(([site, part]) => entriesOf(part, by, site));
  return [...entriesOf(own, by, null), ...ofSites];
}

/** The members that say something. */
const tidied = <Part extends object>(part: Part): Part =>
  Object.fromEntries(
    Object.entries(part).filter(([, value]) => typeof value !== 'object' || Object.keys(value).length > 0),
  ) as Part;

/** Changes the part of a policy for one site, or for all (null), and removes members and sites that say nothing. */
function changePart(
  own: OwnPolicy,
  site: string | null,
  change: (part: PolicyPart) => PolicyPart,
): OwnPolicy {
  if (site === null) return tidied({ ...own, ...change(own) });
  const sites = tidied({ ...own.sites, [site]: tidied(change(own.sites?.[site] ?? {})) });
  return tidied({ ...own, sites });
}

/** A key: sorted, without duplicates; empty for all. */
const placesOf = ({ destinations = [] }: AllowedType): string => [...new Set(destinations)].sort().join(' ');

const typeOf = ({ pattern, destinations }: OwnEntry): AllowedType => ({
  pattern,
  ...(destinations !== 'any' && { destinations: [...destinations] }),
});

/** A part without its entry for the same pattern in the same destinations. */
function without<Part extends PolicyPart>(part: Part, entry: OwnEntry): Part {
  const gone = typeOf(entry);
  const isOther = (type: AllowedType) => type.pattern !== gone.pattern || placesOf(type) !== placesOf(gone);
  return {
    ...part,
    ...(part.disallow && { disallow: part.disallow.filter(isOther) }),
    ...(part.allow && { allow: part.allow.filter(isOther) }),
  };
}

/** Adds an entry, which replaces the one for the same pattern, destinations and site. */
export function addEntry(own: OwnPolicy, entry: OwnEntry): OwnPolicy {
  const { severity } = entry;
  const type = typeOf(entry);
  return changePart(own, entry.site, (part) => {
    const others = without(part, entry);
    return severity === null
      ? { ...others, allow: [...(others.allow ?? []), type] }
      : { ...others, disallow: [...(others.disallow ?? []), { ...type, severity }] };
  });
}

/** Removes the entry for a pattern in these destinations and this site. */
export const removeEntry = (own: OwnPolicy, entry: OwnEntry): OwnPolicy =>
  changePart(own, entry.site, (part) => without(part, entry));

/** Sets a rule, everywhere or for one site; null removes its setting. */
export function setRule(
  own: OwnPolicy,
  { rule, site = null }: { rule: string; site?: string | null },
  setting: RuleSetting | null,
): OwnPolicy {
  return changePart(own, site, (part) => {
    const { [rule]: _, ...others } = part.rules ?? {};
    return { ...part, rules: setting === null ? others : { ...others, [rule]: setting } };
  });
}

/**
 * Allows one media type everywhere on a site, or on all; or removes that permission. A page chooses the type,
 * so a pattern that would also match other types changes nothing.
 */
export function setAllowed(
  own: OwnPolicy,
  { pattern, site }: { pattern: string; site: string | null },
  on: boolean,
): OwnPolicy {
  if (on && patternFor(pattern) === null) return own;
  return changePart(own, site, (part) => {
    const others = (part.allow ?? []).filter((type) => type.pattern !== pattern || type.destinations);
    return { ...part, allow: on ? [...others, { pattern }] : others };
  });
}
