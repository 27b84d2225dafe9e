/** The URLs in a body: each as written, when it is followed, and whether it doesn't resolve. */

import { useState } from 'preact/hooks';
import type { Reference, References as ReferencesRead } from '../../../src/payload/references.ts';
import { formatNumber, message, snake } from '../../platform/i18n.ts';
import { maxTextLength } from '../limits.ts';
import { destinationText, visibleText } from '../text/format.ts';

const atFirst = 10;

/**
 * Whether a URL is listed. Nested data: URLs, fragments, and sources are listed elsewhere or don't matter, unless they
 * don't resolve.
 */
const isListed = ({ kind, name, dead }: Reference): boolean =>
  dead || !(kind === 'data' || kind === 'fragment' || name === 'sources');

export function References({ references }: { references: ReferencesRead }) {
  const [shown, setShown] = useState(atFirst);
  const listed = references.first.filter(isListed);
  if (listed.length === 0) return null;
  return (
    <section class="references">
      <h3>
        {references.count > references.first.length
          ? message('referencesOrMore', formatNumber(listed.length))
          : message('references', listed.length, formatNumber(listed.length))}
      </h3>
      {references.requests > 0 && (
        <p class="note">
          {message('requestsOnView', references.requests, formatNumber(references.requests))}
        </p>
      )}
      <ul class="occurrences">
        {listed.slice(0, shown).map((reference, n) => (
          <li key={n}>
            <ReferenceView reference={reference} />
          </li>
        ))}
      </ul>
      {listed.length > shown && (
        <button type="button" data-action="more-references" onClick={() => setShown(shown * 10)}>
          {message('morePlaces', listed.length - shown, formatNumber(listed.length - shown))}
        </button>
      )}
    </section>
  );
}

function ReferenceView({ reference }: { reference: Reference }) {
  const { written, element, name, kind, when, dead, destination } = reference;
  return (
    <div class="occurrence">
      <div class="selector">{visibleText(written.slice(0, maxTextLength))}</div>
      <div>
        <bdi class="dim">{visibleText(element === '' ? name : `<${element}> ${name}`)}</bdi>
        <span class="tag">{message(`leads_${kind === 'other' ? 'elsewhere' : snake(kind)}`)}</span>
        {dead ? (
          <span class="tag warning">{message('deadReference')}</span>
        ) : (
          <span class="tag">{message(`when_${when}`)}</span>
        )}
        {destination !== 'none' && (
          <span class="tag">{message('destination', destinationText(destination))}</span>
        )}
      </div>
    </div>
  );
}
