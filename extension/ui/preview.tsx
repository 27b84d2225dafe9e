/** What a body looks like, by its real type; of a disallowed one only its bytes and its text, and why. */
import { useEffect, useState } from 'preact/hooks';
import { message } from '../platform/i18n.ts';
import type { Row } from '../platform/messages.ts';
import { type Body, isPicture, useBody, useImageSource } from './body.ts';
import { findingText } from './finding-text.ts';
import { visibleText } from './format.ts';
import { Icon } from './icons.tsx';
import { kindOf } from './kind.ts';
import type { ReportClient } from './report-client.ts';

/** Bytes of a body that are shown as text and as hex. */
const textLimit = 20_000;
const hexLimit = 512;

export function Preview({ row, client }: { row: Row; client: ReportClient }) {
  const body = useBody(client, row.sha256, row.problem === null);
  if (row.problem !== null) return null;
  return (
    <section class="preview" aria-label={message('preview')}>
      <h3>{message('preview')}</h3>
      {row.disallowed !== null && <Disallowed row={row} />}
      {row.size === 0 ? <p class="note">{message('emptyBody')}</p> : <PreviewOf row={row} body={body} />}
    </section>
  );
}

function Disallowed({ row }: { row: Row }) {
  // The most telling rule may have taken the verdict's place: then its finding is the reason.
  const reason = row.findings.find(({ rule }) => rule === 'disallowed-type') ?? row.findings[0];
  return (
    <p class="note disallowed">
      <Icon name="blocked" />
      <span>
        {reason && `${findingText(reason)} `}
        {message('notRendered')}
      </span>
    </p>
  );
}

function PreviewOf({ row, body }: { row: Row; body: Body }) {
  if (body.state === 'loading') return <p class="note">{message('loading')}</p>;
  if (body.state === 'gone') return <p class="note">{message('bodyGone')}</p>;
  const isText = kindOf(row) === 'text' || kindOf(row) === 'svg' || row.charset.used !== null;
  return (
    <>
      {isPicture(row) && <Picture row={row} body={body} />}
      {isText && <TextView blob={body.blob} charset={row.charset.used ?? 'utf-8'} />}
      {(!isPicture(row) || row.disallowed !== null) && <HexView blob={body.blob} />}
    </>
  );
}

function Picture({ row, body }: { row: Row; body: Body }) {
  const source = useImageSource(body, row);
  const [size, setSize] = useState('');
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <p class="note">{message('brokenImage')}</p>;
  return (
    <figure class="picture">
      {source && (
        <img
          class="checkerboard"
          src={source}
          alt={message('pictureAlt', row.essence ?? '')}
          onError={() => setIsBroken(true)}
          onLoad={({ currentTarget }) =>
            setSize(`${currentTarget.naturalWidth} × ${currentTarget.naturalHeight}`)
          }
        />
      )}
      <figcaption>{size}</figcaption>
    </figure>
  );
}

/** The first part of a blob's bytes, or null until they are read. */
function useBytes(blob: Blob, limit: number): Uint8Array | null {
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  useEffect(() => {
    let isWanted = true;
    blob
      .slice(0, limit)
      .arrayBuffer()
      .then((buffer) => isWanted && setBytes(new Uint8Array(buffer)));
    return () => {
      isWanted = false;
    };
  }, [blob, limit]);
  return bytes;
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

function TextView({ blob, charset }: { blob: Blob; charset: string }) {
  const bytes = useBytes(blob, textLimit);
  if (!bytes) return null;
  const text = decoderFor(charset).decode(bytes);
  return (
    <section class="text-view" tabIndex={0} aria-label={message('asText')}>
      <pre>
        {visibleText(text)}
        {blob.size > textLimit && '…'}
      </pre>
    </section>
  );
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0');

function HexView({ blob }: { blob: Blob }) {
  const bytes = useBytes(blob, hexLimit);
  if (!bytes) return null;
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const some = [...bytes.subarray(at, at + 16)];
    const characters = some
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'))
      .join('');
    const column = some.map(hex).join(' ').padEnd(47);
    lines.push(`${at.toString(16).padStart(4, '0')}  ${column}  ${characters}`);
  }
  return (
    <section class="hex-view" tabIndex={0} aria-label={message('asHex')}>
      <pre>
        {lines.join('\n')}
        {blob.size > hexLimit && '\n…'}
      </pre>
    </section>
  );
}
