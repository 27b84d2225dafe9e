/** The input of the workbench: a field for text, a drop area for files, and the options for encoding a file. */
import { useRef, useState } from 'preact/hooks';
import { parseMimeType } from '../../src/mime/mime-type.ts';
import { type Destination, destinations } from '../../src/vocabulary.ts';
import { message } from '../platform/i18n.ts';
import { focusOn } from '../ui/parts/focus-on.ts';
import { Icon } from '../ui/parts/icons.tsx';
import { formatBytes, visibleText } from '../ui/text/format.ts';
import { maxFieldLength } from './limits.ts';
import { asEncoded, type Source, sourceOfFile, sourceOfText } from './source.ts';

interface Props {
  source: Source;
  onSource: (source: Source) => void;
  destination: Destination | 'auto';
  onDestination: (destination: Destination | 'auto') => void;
}

const sourceId = 'bench-source';

/** Focuses the field after the next rendering, because the focused element may have been removed. */
export const toSource = (): number => requestAnimationFrame(() => focusOn(sourceId));

export function BenchInput({ source, onSource, destination, onDestination }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = async (file: File | undefined) => {
    if (file) onSource(await sourceOfFile(file));
  };
  const clear = () => {
    onSource({ kind: 'text', text: '' });
    toSource();
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const { files } = event.dataTransfer ?? {};
    if (files && files.length > 0) return void take(files[0]);
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (text !== '') onSource(sourceOfText(text));
  };
  return (
    <section
      class={isOver ? 'bench-input over' : 'bench-input'}
      aria-label={message('benchInput')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      {source.kind === 'text' ? (
        <label class="field">
          <span>{message('benchInput')}</span>
          <textarea
            id={sourceId}
            data-field="source"
            rows={8}
            spellcheck={false}
            autocomplete="off"
            dir={source.text === '' ? undefined : 'ltr'}
            placeholder={message('benchPlaceholder')}
            value={source.text}
            onInput={({ currentTarget }) => onSource(sourceOfText(currentTarget.value))}
            onPaste={(event) => {
              // A field that contains megabytes of text would block the page.
              const text = event.clipboardData?.getData('text/plain') ?? '';
              if (text.length <= maxFieldLength) return;
              event.preventDefault();
              onSource(sourceOfText(text));
            }}
          />
        </label>
      ) : (
        <HeldSource source={source} onSource={onSource} />
      )}
      <div class="bench-tools">
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={message('chooseFile')}
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            // Without this, the same file could not be chosen again.
            currentTarget.value = '';
          }}
        />
        <button type="button" data-action="choose-file" onClick={() => chooser.current?.click()}>
          <Icon name="file" />
          {message('chooseFile')}
        </button>
        {source.kind === 'text' && source.text !== '' && (
          <button
            type="button"
            data-action="encode-text"
            onClick={async () => onSource(await asEncoded(new Blob([source.text]), null))}
          >
            {message('encodeText')}
          </button>
        )}
        {(source.kind !== 'text' || source.text !== '') && (
          <button type="button" data-action="clear" onClick={clear}>
            <Icon name="close" />
            {message('clear')}
          </button>
        )}
        <label class="used-as">
          {message('destinationLabel')}{' '}
          <select
            data-field="destination"
            value={destination}
            onChange={({ currentTarget }) => onDestination(currentTarget.value as Destination | 'auto')}
          >
            <option value="auto">{message('destinationAuto')}</option>
            {destinations.map((each) => (
              <option key={each} value={each}>
                {message(`destination_${each}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </section>
  );
}

type Large = Exclude<Source, { kind: 'text' }>;

/** A source whose content is not shown: it is either encoded or searched. */
function HeldSource({ source, onSource }: { source: Large; onSource: (source: Source) => void }) {
  const { blob, name } = source;
  const search = () => onSource({ kind: 'search', blob, name });
  const encode = async () => onSource(await asEncoded(blob, name));
  return (
    <div class="held" data-held={source.kind}>
      <p>
        <strong>{name === null ? message('longText') : visibleText(name)}</strong>{' '}
        <span class="dim">{formatBytes(blob.size)}</span>
      </p>
      <fieldset class="choices">
        <legend class="visually-hidden">{message('dropAction')}</legend>
        <label>
          <input
            type="radio"
            name="deal"
            value="encode"
            checked={source.kind === 'encode'}
            onChange={() => void encode()}
          />
          {message('dropEncode')}
        </label>
        <label>
          <input
            type="radio"
            name="deal"
            value="search"
            checked={source.kind === 'search'}
            onChange={search}
          />
          {message('dropSearch')}
        </label>
      </fieldset>
      {source.kind === 'encode' && <Encoding source={source} onSource={onSource} />}
    </div>
  );
}

function Encoding({
  source,
  onSource,
}: {
  source: Extract<Source, { kind: 'encode' }>;
  onSource: (source: Source) => void;
}) {
  const [type, setType] = useState(source.mimeType);
  const isType = parseMimeType(type) !== null;
  return (
    <div class="encoding">
      <label class="field">
        <span>{message('mediaType')}</span>
        <input
          data-field="type"
          dir="ltr"
          value={type}
          spellcheck={false}
          aria-invalid={!isType}
          aria-describedby="bench-type-problem"
          onInput={({ currentTarget: { value } }) => {
            setType(value);
            if (parseMimeType(value) !== null) onSource({ ...source, mimeType: value });
          }}
        />
      </label>
      <p id="bench-type-problem" class="problem" role="status">
        {isType ? '' : message('noMediaType')}
      </p>
      <label>
        {message('encoding')}{' '}
        <select
          data-field="encoding"
          value={source.encoding}
          onChange={({ currentTarget: { value } }) =>
            onSource({ ...source, encoding: value === 'base64' ? 'base64' : 'percent' })
          }
        >
          <option value="base64">{message('encoding_base64')}</option>
          <option value="percent">{message('encoding_percent')}</option>
        </select>
      </label>
    </div>
  );
}
