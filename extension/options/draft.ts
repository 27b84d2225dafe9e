/** An entry of the policy while the user edits it. */

import { addEntry, type OwnEntry } from '../../src/policy/edit.ts';
import { emptyPolicy, splitSite } from '../../src/policy/policy.ts';
import type { PolicyEntry } from '../../src/policy/policy-types.ts';
import { type PolicyProblem, readPolicy } from '../../src/policy/read-policy.ts';
import type { Destination, Severity } from '../../src/vocabulary.ts';

export interface Draft {
  pattern: string;
  /** The site as typed; empty for all sites. */
  site: string;
  severity: Severity | null;
  everywhere: boolean;
  destinations: readonly Destination[];
}

export type Field = 'pattern' | 'site' | 'destinations';

export const emptyDraft: Draft = {
  pattern: '',
  site: '',
  severity: 'error',
  everywhere: true,
  destinations: [],
};

export const draftOf = ({ pattern, site, severity, destinations }: OwnEntry): Draft => ({
  pattern,
  site: site ?? '',
  severity,
  everywhere: destinations === 'any',
  destinations: destinations === 'any' ? [] : destinations,
});

/** Normalizes a typed site. A URL is reduced to its site, and a host may contain non-ASCII letters. */
export function typedSite(text: string): string | null {
  const site = text.trim().toLowerCase();
  if (site === '') return null;
  const { protocol = '', host: ofAddress = '' } = URL.parse(site) ?? {};
  if (/^https?:$/.test(protocol)) return ofAddress;
  if (protocol === 'file:') return 'file:';
  if (!/[^\0-\x7f]/.test(site)) return site;
  const { host: typed, port } = splitSite(site);
  const [, subdomains = '', host = ''] = /^(\*\.)?(.*)$/.exec(typed) ?? [];
  return subdomains + (URL.parse(`http://${host}/`)?.hostname ?? host) + (port && `:${port}`);
}

/** Returns the entry that a draft represents, and its errors by field. */
export function readDraft({ pattern, site, severity, everywhere, destinations }: Draft): {
  entry: OwnEntry;
  problems: Partial<Record<Field, PolicyProblem>>;
} {
  const entry: OwnEntry = {
    pattern: pattern.trim().toLowerCase(),
    destinations: everywhere ? 'any' : destinations,
    severity,
    site: typedSite(site),
  };
  const problems: Partial<Record<Field, PolicyProblem>> = {};
  const addProblems = (policy: OwnEntry) => {
    for (const problem of readPolicy(addEntry(emptyPolicy, policy)).problems) {
      const { code } = problem;
      problems[code === 'not-site' ? 'site' : code === 'not-destinations' ? 'destinations' : 'pattern'] ??=
        problem;
    }
  };
  // Checks each field separately, because parsing stops at the first problem of an entry.
  addProblems({ ...entry, site: null, destinations: 'any' });
  addProblems({ ...entry, site: null, pattern: '*/*' });
  addProblems({ ...entry, pattern: '*/*', destinations: 'any' });
  return { entry, problems };
}

/** A group of entries that differ only in their pattern. */
export interface EntryGroup extends Pick<PolicyEntry, 'destinations' | 'severity'> {
  entries: PolicyEntry[];
}

/** Groups neighboring entries that differ only in their pattern. */
export function groupsOf(entries: readonly PolicyEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  for (const entry of entries) {
    const { destinations, severity } = entry;
    const last = groups.at(-1);
    if (last && last.severity === severity && String(last.destinations) === String(destinations)) {
      last.entries.push(entry);
    } else groups.push({ destinations, severity, entries: [entry] });
  }
  return groups;
}

/** Whether other entries, which take precedence, make an entry ineffective. */
export const isOverridden = (entry: PolicyEntry, others: readonly OwnEntry[]): boolean =>
  others.some(
    ({ pattern, site, destinations }) =>
      site === null &&
      pattern === entry.pattern &&
      (destinations === 'any' ||
        (entry.destinations !== 'any' && entry.destinations.every((each) => destinations.includes(each)))),
  );
