/** The keyboard shortcuts, and the syntax of the search box. */
import { useEffect, useRef } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';
import './shortcuts.css';

const keys = (): [string, string][] => [
  ['↑ ↓ Home End', message('keysMove')],
  ['Enter', message('keysOpen')],
  ['Esc', message('keysBack')],
  ['/', message('keysSearch')],
  ['Shift Enter', message('keysCombine')],
  ['?', message('keysHelp')],
];

const searches = (): [string, string][] => [
  ['png', message('searchWord')],
  ['type:image/*', message('searchType')],
  ['cost>1M  size>4k  length<1M  places>1', message('searchQuantity')],
  ['rule:large  severity:error  category:security', message('searchRule')],
  ['selector:nav  sheet:main  element:img  place:srcset  frame:example', message('searchPlace')],
  [
    'is:flagged  is:security  is:broken  is:repairable  is:duplicate  is:quoted  is:gone',
    message('searchState'),
  ],
  ['is:loaded  is:not-shown  is:blocked  is:refused  is:download  is:not-requested', message('searchBecame')],
  ['-svg', message('searchNot')],
];

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // Else the button at the end takes the focus, and the beginning is out of sight.
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
        // In a popup Escape would close it.
        event.preventDefault();
        event.stopPropagation();
        dialog.current?.close();
      }}
    >
      <h2 id="shortcuts-heading" ref={heading} tabIndex={-1}>
        {message('shortcuts')}
      </h2>
      <dl>
        {keys().map(([key, text]) => (
          <Line key={text} term={key} text={text} />
        ))}
      </dl>
      <h2>{message('searches')}</h2>
      <dl>
        {searches().map(([term, text]) => (
          <Line key={text} term={term} text={text} />
        ))}
      </dl>
      <button type="button" data-action="close" onClick={() => dialog.current?.close()}>
        {message('close')}
      </button>
    </dialog>
  );
}

function Line({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt>
        <bdi dir="ltr">
          {term.split('  ').map((part) => (
            <kbd key={part}>{part}</kbd>
          ))}
        </bdi>
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
