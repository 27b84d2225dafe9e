/**
 * Determines the base URI (RFC 3986 section 5.1): shows the layers in the pasted texts, and which of them provides the
 * base.
 */
import { useMemo, useState } from 'preact/hooks';
import { type BaseSources, baseLayers } from '../../src/references/base-layers.ts';
import { message } from '../platform/i18n.ts';
import { ClippedUri } from './clipped.tsx';
import { FirstNote } from './first-note.tsx';
import { maxItems } from './limits.ts';
import { TextField } from './url-field.tsx';

const fields = ['document', 'message', 'retrieval', 'default'] as const;

export function BaseFrom({ onBase }: { onBase: (uri: string) => void }) {
  const [sources, setSources] = useState<BaseSources>({});
  const { layers, base } = useMemo(() => baseLayers(sources), [sources]);
  return (
    <details class="base-sources">
      <summary>{message('baseSources')}</summary>
      {fields.map((field) => (
        <TextField
          key={field}
          field={`base-${field}`}
          label={message(`baseSource_${field}`)}
          value={sources[field] ?? ''}
          rows={field === 'document' || field === 'message' ? 4 : 1}
          onChange={(text) => setSources({ ...sources, [field]: text })}
        />
      ))}
      <div role="status">
        {layers.length > 0 && (
          <ol class="base-layers">
            {layers.slice(0, maxItems).map(({ name, uri, state }, n) => (
              <li key={n} data-layer={name} data-state={state}>
                {message(`baseLayer_${name}`)} <ClippedUri text={uri} />{' '}
                <strong>{message(`baseState_${state}`)}</strong>
              </li>
            ))}
          </ol>
        )}
        <FirstNote shown={maxItems} of={layers.length} />
        {layers.length > 0 && !base.ok && <p class="note">{message('baseMissing')}</p>}
      </div>
      {base.ok && (
        <button type="button" data-action="use-base" onClick={() => onBase(base.uri)}>
          {message('useAsBase')}
        </button>
      )}
    </details>
  );
}
