/** The readings of a data: URL by browsers (the Fetch Standard) and by RFC 2397, and the reasons for differences. */

import { useEffect, useState } from 'preact/hooks';
import { type RfcReading, readByRfc } from '../../src/data-url/read-by-rfc.ts';
import { sha256 } from '../../src/sha256.ts';
import { wholeText } from '../platform/answers.ts';
import { formatNumber, message, snake } from '../platform/i18n.ts';
import type { Detail } from '../platform/messages.ts';
import { findingText } from '../ui/text/finding-text.ts';
import { charsetText, formatBytes, visibleText } from '../ui/text/format.ts';
import { maxReadByRfc } from './limits.ts';

type ByRfc = RfcReading & { bodySha256: string | null };

async function byRfc(written: string | Blob): Promise<ByRfc> {
  const reading = readByRfc(await wholeText(written));
  return { ...reading, bodySha256: reading.said && (await sha256(reading.said.body)) };
}

/** Undefined until it is read; null for a URL that is too large. */
function useRfc(written: string | Blob): ByRfc | null | undefined {
  const [reading, setReading] = useState<{ of: string | Blob; is: ByRfc | null }>();
  useEffect(() => {
    let isWanted = true;
    const size = typeof written === 'string' ? written.length : written.size;
    const wanted = size > maxReadByRfc ? Promise.resolve(null) : byRfc(written);
    wanted.then((is) => isWanted && setReading({ of: written, is }));
    return () => {
      isWanted = false;
    };
  }, [written]);
  return reading?.of === written ? reading.is : undefined;
}

/** `remark` is about the RFC's reading only, not a difference between the two. */
type Line = [name: string, fetch: string, rfc: string, remark?: string];

export function Readings({ detail, written }: { detail: Detail; written: string | Blob }) {
  const rfc = useRfc(written);
  if (rfc === null) return <p class="note">{message('rfcTooLarge')}</p>;
  if (rfc === undefined) return null;
  const lines = linesOf(detail, rfc);
  const lints = (detail.payload?.lints ?? []).filter(({ group }) => group !== 'length');
  return (
    <section class="readings">
      <h3>{message('twoReadings')}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{message('property')}</span>
            </th>
            <th scope="col">{message('byFetch')}</th>
            <th scope="col">{message('byRfc')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([name, fetch, said, remark]) => (
            <tr key={name} class={alike(fetch) === alike(said) ? '' : 'differs'}>
              <th scope="row">{name}</th>
              <td>{fetch}</td>
              <td>
                {said}
                {remark && <p class="note">{remark}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lints.length > 0 && (
        <ul class="writing-notes">
          {lints.map(({ code, args, message: text, start }) => (
            <li key={`${code} ${start}`}>{findingText({ messageId: code, args, message: text })}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Labels of one charset may differ in case and hyphens, which is not a difference. */
const alike = (text: string): string => text.toLowerCase().replace(/\butf-?(8|16)/g, 'utf$1');

function linesOf(detail: Detail, rfc: ByRfc): Line[] {
  const { problem, charset, bodySha256, encoding, size, mimeType } = detail;
  const { said } = rfc;
  const none = message('none');
  const sizeText = (bytes: number | null | undefined) => (bytes == null ? none : formatBytes(bytes));
  const valid = message('valid');
  const lines: Line[] = [
    [
      message('verdict'),
      problem === null ? valid : problemText(detail),
      rfc.problem ? rfcText(rfc.problem) : valid,
      said !== null && said.ignored > 0 ? message('rfcIgnored') : '',
    ],
  ];
  if (mimeType === null && said === null) return lines;
  return [
    ...lines,
    [message('mediaType'), visibleText(mimeType ?? none), visibleText(said?.mimeType.slice(0, 300) ?? none)],
    [
      message('charset'),
      charset.isInherited ? charsetText(detail) : visibleText(charset.used ?? charset.declared ?? none),
      visibleText(said?.charset?.slice(0, 100) ?? none),
    ],
    [
      message('encoding'),
      mimeType === null ? none : message(`encoding_${encoding}`),
      said === null ? none : message(`encoding_${said.base64 ? 'base64' : 'percent'}`),
    ],
    [message('size'), sizeText(size), sizeText(said?.body.length)],
    ['SHA-256', bodySha256 ?? none, rfc.bodySha256 ?? none],
  ];
}

const problemText = ({ problem }: Detail): string =>
  problem === null
    ? ''
    : `${findingText({ messageId: problem.code, args: problem.args, message: problem.message })} ${message('position', formatNumber(problem.start))}`;

const rfcText = ({ code, text, start }: NonNullable<RfcReading['problem']>): string =>
  `${message(`rfc_${snake(code)}`, visibleText(text))} ${message('position', formatNumber(start))}`;
