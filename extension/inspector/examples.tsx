/** Examples for a person who has no data: URL to paste. */
import { message } from '../platform/i18n.ts';

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

export const exampleNames = ['image', 'broken', 'parted', 'source', 'mail'] as const;

const examples: Record<(typeof exampleNames)[number], string> = {
  image:
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40"><circle cx="20" cy="20" r="16" fill="teal"/><rect x="44" y="4" width="32" height="32" fill="orange"/></svg>',
  broken: 'data:text/html;base64,PGgxPkhlbGxvPC9oM*T4',
  parted: 'data:%74ext/html;utf-8,<p>100% & more#end',
  source: String.raw`.icon { background: url(${dot}) }
{"page": "data:text\/html,\u003cp>Hello\u003c\/p>"}
<img alt="" src="data:image/png;base64,iVBORw0KGgo=">`,
  mail: [
    'Content-Type: message/external-body; access-type=URL;',
    ' URL="data:text/plain;charset=utf-8,Hello,%20',
    ' wor',
    ' ld!"',
    '',
    'Content-Type: text/plain; charset=utf-8',
    '',
    '',
  ].join('\n'),
};

export const Examples = ({ onChoose }: { onChoose: (text: string) => void }) => (
  <div class="examples">
    <p>{message('examplesHint')}</p>
    {exampleNames.map((name) => (
      <button
        key={name}
        type="button"
        data-action={`example-${name}`}
        onClick={() => onChoose(examples[name])}
      >
        {message(`example_${name}`)}
      </button>
    ))}
  </div>
);
