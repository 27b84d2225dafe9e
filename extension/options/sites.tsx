/** Lists the sites that are always watched, and everything to which the user has granted access. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { browser } from '../platform/browser.ts';
import { message } from '../platform/i18n.ts';
import { setSiteWatched, watchedSites, watchWatchedSites } from '../platform/watched-sites.ts';
import { visibleText } from '../ui/text/format.ts';
import { Section } from './section.tsx';
import type { Announce } from './use-policies.ts';

interface Sites {
  watched: readonly { site: string; isGranted: boolean }[];
  granted: readonly string[];
}

async function loadSites(): Promise<Sites> {
  const [sites, { origins = [] }] = await Promise.all([watchedSites(), browser.permissions.getAll()]);
  const watched = await Promise.all(
    sites.map(async (site) => ({ site, isGranted: await browser.permissions.contains({ origins: [site] }) })),
  );
  return { watched, granted: origins };
}

export function SitesSection({ announce }: { announce: Announce }) {
  const [{ watched, granted }, setSites] = useState<Sites>({ watched: [], granted: [] });
  useEffect(() => {
    const load = () => void loadSites().then(setSites);
    load();
    watchWatchedSites(load);
    browser.permissions.onAdded.addListener(load);
    browser.permissions.onRemoved.addListener(load);
  }, []);
  /** These headings take the focus when the focused button is removed with its entry. */
  const watchedHeading = useRef<HTMLHeadingElement>(null);
  const grantedHeading = useRef<HTMLHeadingElement>(null);
  const unwatch = async (site: string) => {
    watchedHeading.current?.focus();
    await setSiteWatched(site, false);
    announce(message('siteUnwatched', visibleText(site)), () => setSiteWatched(site, true));
  };
  const revoke = (origin: string) => {
    grantedHeading.current?.focus();
    void browser.permissions.remove({ origins: [origin] });
  };
  return (
    <Section id="sites" title={message('sites')} hint={message('sitesHint')}>
      <h3 ref={watchedHeading} tabIndex={-1}>
        {message('watchedSites')}
      </h3>
      <p class="dim">{message('watchedSitesHint')}</p>
      {watched.length === 0 && <p data-none="watched">{message('noWatchedSites')}</p>}
      <ul class="entries">
        {watched.map(({ site, isGranted }) => (
          <li key={site} class="entry" data-watched={site}>
            <div class="entry-main">
              <code>{visibleText(site)}</code>
              {!isGranted && <span class="warning">{message('watchedNotGranted')}</span>}
            </div>
            {!isGranted && (
              <button
                type="button"
                data-action="grant"
                onClick={() => void browser.permissions.request({ origins: [site] })}
              >
                {message('grantSite')}
              </button>
            )}
            <button type="button" data-action="unwatch" onClick={() => void unwatch(site)}>
              {message('unwatch')}
              <span class="visually-hidden"> {visibleText(site)}</span>
            </button>
          </li>
        ))}
      </ul>
      <h3 ref={grantedHeading} tabIndex={-1}>
        {message('grantedSites')}
      </h3>
      <p class="dim">{message('grantedSitesHint')}</p>
      {granted.length === 0 && <p data-none="granted">{message('noGrantedSites')}</p>}
      <ul class="entries">
        {granted.map((origin) => (
          <li key={origin} class="entry" data-granted={origin}>
            <div class="entry-main">
              {origin === '<all_urls>' ? message('everySite') : <code>{visibleText(origin)}</code>}
            </div>
            <button type="button" data-action="revoke" onClick={() => revoke(origin)}>
              {message('revoke')}
              <span class="visually-hidden"> {visibleText(origin)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
