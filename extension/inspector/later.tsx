import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { message } from '../platform/i18n.ts';

/** A component that is loaded when it is first shown. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Later(props: Props) {
    const [Loaded, setLoaded] = useState<{ Component: ComponentType<Props> | null }>();
    useEffect(() => {
      load()
        // The extension was updated beneath the page, and its files have other names.
        .catch(() => null)
        .then((Component) => setLoaded({ Component }));
    }, []);
    if (!Loaded) return <p class="note">{message('loading')}</p>;
    return Loaded.Component ? <Loaded.Component {...props} /> : <p class="note">{message('viewerGone')}</p>;
  };
}
