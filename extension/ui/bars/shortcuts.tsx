/** The keyboard shortcuts, and the syntax of the search box. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { browser } from '../../platform/browser.ts';
import { message } from '../../platform/i18n.ts';
import { searchTerms } from './search-terms.ts';

/** The keys that work in the whole browser, as assigned now. */
function useBrowserKeys(): [string, string][] {
  const [keys, setKeys] = useState<[string, string][]>([]);
  useEffect(() => {
    // Panels of Firefox's developer tools don't have this API.
    void browser.commands?.getAll().then((commands) =>
      setKeys(
        commands.flatMap(({ shortcut, description }): [string, string][] =>
          // The command that opens the popup has no description.
          shortcut ? [[shortcut, description || message('keysPopup')]] : [],
        ),
      ),
    );
  }, []);
  return keys;
}

const keys = (): [string, string][] => [
  ['↑ ↓ Home End', message('keysMove')],
  ['← →', message('keysBar')],
  ['Enter', message('keysOpen')],
  ['Esc', message('keysBack')],
  ['/', message('keysSearch')],
  ['Shift Enter', message('keysCombine')],
  ['?', message('keysHelp')],
];

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const browserKeys = useBrowserKeys();
  useEffect(() => {
    dialog.current?.showModal();
    // Otherwise, the button at the end takes the focus and scrolls the beginning out of view.
    heading.current?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="shortcuts"
      aria-labelledby="shortcuts-heading"
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // In a popup, Escape would close the popup.
        event.preventDefault();
        event.stopPropagation();
        dialog.current?.close();
      }}
    >
      <h2 id="shortcuts-heading" ref={heading} tabIndex={-1}>
        {message('shortcuts')}
      </h2>
      <dl>
        {[...browserKeys, ...keys()].map(([key, text]) => (
          <Line key={text} terms={[key]} text={text} />
        ))}
      </dl>
      <h2>{message('searches')}</h2>
      <dl>
        {(Object.keys(searchTerms) as (keyof typeof searchTerms)[]).map((found) => (
          <Line key={found} terms={searchTerms[found]} text={message(`search_${found}`)} />
        ))}
      </dl>
      <button type="button" data-action="close" onClick={() => dialog.current?.close()}>
        {message('close')}
      </button>
    </dialog>
  );
}

function Line({ terms, text }: { terms: readonly string[]; text: string }) {
  return (
    <div>
      <dt>
        {terms.map((part) => (
          <kbd key={part} dir="ltr">
            {part}
          </kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
