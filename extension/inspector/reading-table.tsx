/**
 * Compares the readings of a data: URL according to the Fetch Standard, RFC 2397, the draft of 2013 and this browser.
 * Also lists the reasons for differences, and the draft's open questions with their current answers.
 */

import { useEffect, useState } from 'preact/hooks';
import { type RfcProblem, type RfcReading, readByRfc } from '../../src/data-url/read-by-rfc.ts';
import { parseMimeType } from '../../src/mime/mime-type.ts';
import { hrefOf, partsByUrlStandard } from '../../src/references/normal-forms.ts';
import { behindOf, grammarDocuments } from '../../src/references/parse-tree.ts';
import {
  type DraftQuestion,
  type DraftReading,
  draftQuestions,
  readByDraft,
} from '../../src/references/read-by-draft.ts';
import { sha256 } from '../../src/sha256.ts';
import { wholeText } from '../platform/answers.ts';
import { formatNumber, message, snake } from '../platform/i18n.ts';
import type { Detail } from '../platform/surface-updates.ts';
import { charsetText, formatBytes, visibleText } from '../ui/text/format.ts';
import { findingText } from '../ui/text/row-texts.ts';
import { fetchDataUrl, type Tried } from './fetch-data-url.ts';
import { ParseTrees } from './parse-trees.tsx';

/**
 * Maximum size, in code units of a text or bytes of a Blob, of a URL that is also parsed according to the RFC and the
 * draft. Their parsers need the whole URL in memory.
 */
const maxReadByRfc = 1 << 23;

export interface Others {
  rfc: RfcReading & { bodySha256: string | null };
  draft: DraftReading & { bodySha256: string | null };
}

/**
 * The reading according to RFC 2397, after removal of the whitespace that delimits a URL in text (RFC 2396, appendix
 * E).
 */
function readInText(text: string): RfcReading {
  let [start, end] = [0, text.length];
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  const { problems, said } = readByRfc(text.slice(start, end));
  const moved = problems.map((each) => ({ ...each, start: each.start + start, end: each.end + start }));
  return { problems: moved, said };
}

async function readOtherwise(written: string | Blob): Promise<Others> {
  const text = await wholeText(written);
  const rfc = readInText(text);
  const draft = readByDraft(text);
  const body = draft.ok ? draft.body : null;
  return {
    rfc: { ...rfc, bodySha256: rfc.said && (await sha256(rfc.said.body)) },
    draft: { ...draft, bodySha256: body && (await sha256(body)) },
  };
}

/**
 * The browser's result; null if the URL parser rejects the URL, or if only fetch() would reject it because it contains
 * a user name. Called only on a click, because browsers log each rejected URL to the console.
 */
async function tryIn(written: string | Blob): Promise<Tried | null> {
  // Parsing makes only changes that fetch() would make as well, and writes the scheme as `data:`.
  const url = hrefOf(await wholeText(written));
  const hasUser = url !== null && (partsByUrlStandard(url)?.userinfo ?? null) !== null;
  return url === null || hasUser ? null : fetchDataUrl(url);
}

/**
 * The other readings; undefined until they are available; null if the URL is too large.
 *
 * @param written null if there is no URL
 */
export function useOthers(written: string | Blob | null): Others | null | undefined {
  const [reading, setReading] = useState<{ of: string | Blob; is: Others | null }>();
  useEffect(() => {
    if (written === null) return undefined;
    let isWanted = true;
    const size = typeof written === 'string' ? written.length : written.size;
    const wanted = size > maxReadByRfc ? Promise.resolve(null) : readOtherwise(written);
    wanted.then((is) => isWanted && setReading({ of: written, is }));
    return () => {
      isWanted = false;
    };
  }, [written]);
  return reading?.of === written ? reading.is : undefined;
}

/** A line of the table. `remarks` are about the RFC's reading alone, and are not differences between the readings. */
type Line = [name: string, fetch: string, rfc: string, draft: string, tried: string, remarks?: string[]];

interface Props {
  detail: Detail;
  written: string | Blob;
  /** See `useOthers`. */
  others: Others | null | undefined;
}

export function Readings({ detail, written, others }: Props) {
  const [trial, setTrial] = useState<{ of: string | Blob; is: Tried | null }>();
  if (others === null) return <p class="note">{message('rfcTooLarge')}</p>;
  if (others === undefined) return null;
  const tried = trial?.of === written ? trial.is : undefined;
  const lines = linesOf(detail, others, tried ?? null);
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
            <th scope="col">{message('byDraft')}</th>
            <th scope="col">
              {tried === undefined ? (
                <button
                  type="button"
                  data-action="try"
                  onClick={async () => setTrial({ of: written, is: await tryIn(written) })}
                >
                  {message('tryHere')}
                </button>
              ) : (
                message('byTrial')
              )}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([name, fetch, said, draft, byTrial, remarks]) => (
            <tr key={name} class={differs(name, fetch, said) || differs(name, fetch, draft) ? 'differs' : ''}>
              <th scope="row">{name}</th>
              <td>
                <bdi>{fetch}</bdi>
              </td>
              <td class={differs(name, fetch, said) ? 'other' : ''}>
                <bdi>{said}</bdi>
                {remarks?.map((remark) => (
                  <p key={remark} class="note">
                    {remark}
                  </p>
                ))}
              </td>
              <td class={differs(name, fetch, draft) ? 'other' : ''}>
                <bdi>{draft}</bdi>
              </td>
              <td>{tried !== undefined && <bdi>{byTrial}</bdi>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(detail.problem !== null || others.rfc.problems.length > 0) && (
        <p class="dim">{message('positionsHint')}</p>
      )}
      {lints.length > 0 && (
        <ul class="writing-notes">
          {lints.map(({ code, args, message: text, start }) => (
            <li key={`${code} ${start}`}>{findingText({ messageId: code, args, message: text })}</li>
          ))}
        </ul>
      )}
      {tried && isTriedOtherwise(lines) && (
        <p class="note" data-tried-differs>
          {message('triedDiffers')}
        </p>
      )}
      <OpenQuestions open={others.draft.open} />
      <ParseTrees written={written} documents={grammarDocuments} />
    </section>
  );
}

const isTriedOtherwise = (lines: readonly Line[]): boolean =>
  lines.some(([, fetch, , , tried]) => alike(fetch) !== alike(tried));

/** The draft's questions that concern the URL, with their current answers. Renders nothing if there are none. */
function OpenQuestions({ open }: { open: readonly DraftQuestion[] }) {
  if (open.length === 0) return null;
  return (
    <section class="draft-questions">
      <h4>{message('draftQuestions', open.length, formatNumber(open.length))}</h4>
      <ul>
        {open.map((name) => (
          <li key={name} data-question={name}>
            {message(`draft_${snake(name)}`)}{' '}
            <span class="dim">{message('draftSteps', ...draftQuestions[name])}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Normalizes a text for comparison: ignores case, and the hyphens in the labels of UTF-8 and UTF-16. */
const alike = (text: string): string => text.toLowerCase().replace(/\butf-?(8|16)/g, 'utf$1');

/**
 * Whether a reading differs from the browsers' reading. What the draft leaves open is not a difference, and two
 * verdicts are the same if both reject the URL, whatever their reasons.
 */
function differs(name: string, fetch: string, other: string): boolean {
  if (other === message('leftOpen')) return false;
  const [here, there] =
    name === message('verdict') ? [isValid(fetch), isValid(other)] : [fetch, other].map(alike);
  return here !== there;
}

const isValid = (verdict: string): boolean => verdict === message('valid');

/** The verdict of each standard, in words. */
export function verdictsOf(detail: Detail, { rfc, draft }: Others) {
  const valid = message('valid');
  return {
    fetch: detail.problem === null ? valid : problemText(detail),
    rfc: rfc.problems.length === 0 ? valid : message('notValid'),
    draft: !draft.ok ? message('rfc_comma') : draft.body === null ? message('leftOpen') : valid,
  };
}

function linesOf(detail: Detail, { rfc, draft }: Others, tried: Tried | null): Line[] {
  const { problem, charset, bodySha256, encoding, size, mimeType } = detail;
  const { said } = rfc;
  const none = message('none');
  const sizeText = (bytes: number | null | undefined) => (bytes == null ? none : formatBytes(bytes));
  const valid = message('valid');
  const violations = rfcTexts(rfc);
  const isRead = tried?.ok === true;
  const triedCharset = isRead ? parseMimeType(tried.mimeType)?.parameters.get('charset') : undefined;
  const verdicts = verdictsOf(detail, { rfc, draft });
  const lines: Line[] = [
    [
      message('verdict'),
      verdicts.fetch,
      verdicts.rfc,
      verdicts.draft,
      isRead ? valid : problem !== null ? problemText(detail) : tried === null ? none : message('rejected'),
      said !== null && said.ignored > 0 ? [...violations, message('rfcIgnored')] : violations,
    ],
  ];
  if (mimeType === null && said === null) return lines;
  const undecided = draft.ok ? message('leftOpen') : none;
  // The draft returns a MIME type with parameters, and leaves open what an omitted type means.
  const isOmitted = draft.ok && /^(?:;|$)/.test(draft.mimeType);
  const draftType = draft.ok ? parseMimeType(`${isOmitted ? 'text/plain' : ''}${draft.mimeType}`) : null;
  const charsetOfDraft =
    draftType?.parameters.get('charset')?.slice(0, 100) ?? (isOmitted ? undecided : none);
  const charsetOfFetch = charset.isInherited
    ? charsetText(detail)
    : visibleText(charset.used ?? charset.declared ?? none);
  return [
    ...lines,
    [
      message('mediaType'),
      visibleText(mimeType ?? none),
      visibleText(said?.mimeType.slice(0, 300) ?? none),
      draft.ok ? visibleText(draft.mimeType.slice(0, 300)) || message('emptyText') : none,
      isRead ? visibleText(tried.mimeType.slice(0, 300)) : none,
    ],
    [
      message('charset'),
      charsetOfFetch,
      visibleText(said?.charset?.slice(0, 100) ?? none),
      visibleText(charsetOfDraft),
      // The only charset that fetch() reports is the one declared in the media type.
      triedCharset === undefined || triedCharset === charset.declared ? charsetOfFetch : triedCharset,
    ],
    [
      message('encoding'),
      mimeType === null ? none : message(`encoding_${encoding}`),
      said === null ? none : message(`encoding_${said.base64 ? 'base64' : 'percent'}`),
      draft.ok ? message(`encoding_${draft.base64 ? 'base64' : 'percent'}`) : none,
      mimeType === null ? none : message(`encoding_${encoding}`),
    ],
    [
      message('size'),
      sizeText(size),
      sizeText(said?.body.length),
      draft.ok && draft.body !== null ? formatBytes(draft.body.length) : undecided,
      isRead ? formatBytes(tried.size) : none,
    ],
    [
      'SHA-256',
      bodySha256 ?? none,
      rfc.bodySha256 ?? none,
      draft.bodySha256 ?? undecided,
      isRead ? tried.bodySha256 : none,
    ],
  ];
}

const problemText = ({ problem }: Detail): string =>
  problem === null
    ? ''
    : `${findingText({ messageId: problem.code, args: problem.args, message: problem.message })} ${message('position', formatNumber(problem.start))}`;

/** Maximum number of positions in one line. */
const maxPositions = 10;

/** All violations of a production by the same text. */
export interface RfcFault {
  /** The production, and the one of RFC 2045 to which it refers; null for base64. */
  production: RfcProblem['production'];
  name: string | null;
  /** The fault in words, without the production's name. */
  text: string;
  /** The positions of the violations, in words. */
  at: string;
}

/** The faults of a URL by the RFC, in the order of the URL. */
export function rfcFaults({ problems }: Pick<RfcReading, 'problems'>): RfcFault[] {
  const all = new Map<string, Omit<RfcFault, 'at'> & { starts: number[] }>();
  for (const { code, production, text: excerpt, start } of problems) {
    const behind = production && behindOf(excerpt, { production, start: 0 });
    const name = behind ? `${production} (${behind})` : production;
    const text = message(`rfc_${snake(code)}`, visibleText(excerpt));
    const key = `${name} ${text}`;
    const fault = all.get(key) ?? { production, name, text, starts: [] };
    fault.starts.push(start);
    all.set(key, fault);
  }
  return Array.from(all.values(), ({ starts, ...fault }) => {
    const more = starts.length > maxPositions ? ' …' : '';
    return {
      ...fault,
      at: message('position', starts.slice(0, maxPositions).map(formatNumber).join(', ') + more),
    };
  });
}

const rfcTexts = (rfc: RfcReading): string[] =>
  rfcFaults(rfc).map(({ name, text, at }) => `${name === null ? '' : `${name}: `}${text} ${at}`);
