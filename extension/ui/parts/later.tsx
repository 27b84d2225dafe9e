/** Components whose code is loaded when they are first shown, or a moment before. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';

/** A component whose code can be loaded ahead of its first use. */
export type Later<Props> = ComponentType<Props> & { preload(): void };

/**
 * @param load called at most once
 * @param Meanwhile a component that is shown until then, and if loading fails; a text by default
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
): Later<Props> {
  // The component is null if the extension was updated while the page was open, because the files are then named
  // differently.
  let loaded: ComponentType<Props> | null | undefined;
  let loading: Promise<void> | undefined;
  const preload = (): Promise<void> => {
    loading ??= load()
      .catch(() => null)
      .then((component) => {
        loaded = component;
      });
    return loading;
  };
  function Deferred(props: Props) {
    const [, setIsLoaded] = useState(loaded !== undefined);
    useEffect(() => {
      void preload().then(() => setIsLoaded(true));
    }, []);
    const Shown = loaded ?? Meanwhile;
    if (Shown) return <Shown {...props} />;
    return <p class="note later">{loaded === undefined ? message('loading') : message('viewerGone')}</p>;
  }
  return Object.assign(Deferred, { preload: () => void preload() });
}
