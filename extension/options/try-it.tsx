/** Shows how the policies judge a media type in a destination, using the same function as the worker. */

import { useId, useState } from 'preact/hooks';
import { parseMimeType } from '../../src/mime/mime-type.ts';
import { decidedBy, mergePolicies, siteOf } from '../../src/policy/policy.ts';
import type { PolicyEntry } from '../../src/policy/policy-types.ts';
import { isSite } from '../../src/policy/read-policy.ts';
import { type Destination, destinations } from '../../src/vocabulary.ts';
import { message } from '../platform/i18n.ts';
import type { Policies } from '../platform/settings.ts';
import { destinationText, visibleText } from '../ui/text/format.ts';
import { siteText } from '../ui/text/policy-text.ts';
import { typedSite } from './draft.ts';
import { placesText, Verdict } from './entry-text.tsx';
import { TextField } from './text-field.tsx';

export function TryIt({ policies }: { policies: Policies }) {
  const [type, setType] = useState('image/svg+xml');
  const [destination, setDestination] = useState<Destination>('iframe');
  const [site, setSite] = useState('');
  const id = useId();
  const mimeType = parseMimeType(type);
  const page = siteOf(site.trim()) ?? typedSite(site);
  const isPage = page === null || (isSite(page) && !page.startsWith('*'));
  const entry =
    mimeType && isPage ? decidedBy(mergePolicies(policies, page), mimeType.essence, destination) : undefined;
  return (
    <div class="try-it">
      <h3>{message('tryIt')}</h3>
      <div class="fields">
        <TextField
          field="type"
          label={message('mediaType')}
          value={type}
          problem={mimeType ? undefined : message('noMediaType')}
          onInput={setType}
        />
        <div class="field">
          <label for={id}>{message('destinationLabel')}</label>
          <select
            id={id}
            data-field="destination"
            value={destination}
            onChange={({ currentTarget: { value } }) =>
              setDestination(destinations.find((each) => each === value) ?? 'none')
            }
          >
            {destinations.map((each) => (
              <option key={each} value={each}>
                {destinationText(each)}
              </option>
            ))}
          </select>
        </div>
        <TextField
          field="page"
          label={message('siteOfPage')}
          value={site}
          problem={isPage ? undefined : message('policyProblem_not_site', visibleText(site))}
          onInput={setSite}
        />
      </div>
      <p
        class="verdict"
        role="status"
        data-verdict={entry === undefined ? '' : (entry?.severity ?? 'allowed')}
      >
        {entry !== undefined && <Verdict severity={entry?.severity ?? null} />}
        {entry !== undefined && <span>{reasonText(entry)}</span>}
      </p>
    </div>
  );
}

/** States whose policy decided, and by which entry. */
function reasonText(entry: PolicyEntry | null): string {
  if (!entry) return message('decided_nobody');
  return message(`decided_${entry.by}`, visibleText(entry.pattern), placesText(entry), siteText(entry.site));
}
