/**
 * Analyzes a reference, or each reference in a text: its parts by grammar rule, host, risks, and normal forms, and how
 * the two standards differ.
 */
import { useMemo, useState } from 'preact/hooks';
import type { Problem, Span } from '../../src/problem.ts';
import { bulletedPassword, maskedPassword, maskedUserinfo } from '../../src/references/masked-password.ts';
import {
  differingParts,
  hostOf,
  hrefOf,
  normalForms,
  partsByRfc,
  partsByUrlStandard,
} from '../../src/references/normal-forms.ts';
import { referenceForm } from '../../src/references/reference-form.ts';
import { type RiskCode, riskSections, risks } from '../../src/references/risks.ts';
import { isSuffixReference, suffixReferences } from '../../src/references/suffix-references.ts';
import { type Edition, partNames, type UriPart, uriParts } from '../../src/references/uri-parts.ts';
import { delimit } from '../../src/uri/delimit.ts';
import { formatNumber, message, snake } from '../platform/i18n.ts';
import { visibleText } from '../ui/text/format.ts';
import { Bench } from './bench.tsx';
import { Clipped, ClippedUri } from './clipped.tsx';
import { DocumentSections } from './document-sections.tsx';
import { ExampleLinks } from './example-links.tsx';
import { FirstNote } from './first-note.tsx';
import { maxItems } from './limits.ts';
import { ParseTrees } from './parse-trees.tsx';
import type { ToolProps } from './tool-props.ts';
import { TextField } from './url-field.tsx';
import { useExample } from './use-example.ts';
import { partText, Violations } from './violation-list.tsx';

/** Maximum length, in code units, of a reference whose parts are shown. */
const maxJudgedReference = 20_000;

export function UriTool({ isShown, id }: ToolProps) {
  const [text, setText] = useState('');
  const [edition, setEdition] = useState<Edition>('2004');
  const [chosen, setChosen] = useState(0);
  const show = (next: string) => {
    setText(next);
    setChosen(0);
  };
  useExample('uri', id, (named) => show(named.text));
  const found = useMemo(() => referencesIn(text), [text]);
  const shown = found[Math.min(chosen, found.length - 1)];
  return (
    <Bench isShown={isShown}>
      <div class="bench-side">
        <TextField
          field="uri"
          label={message('uriSource')}
          value={text}
          rows={8}
          hint={message('uriHint')}
          onChange={show}
        />
        <label>
          {message('uriGrammar')}{' '}
          <select
            data-field="edition"
            value={edition}
            onChange={({ currentTarget }) => setEdition(currentTarget.value as Edition)}
          >
            <option value="2004">{message('by2004')}</option>
            <option value="1997">{message('by1997')}</option>
          </select>
        </label>
        <ExampleLinks tool="uri" />
        <FirstNote shown={maxItems} of={found.length} />
        {found.length > 1 && (
          <ul class="bench-list" aria-label={message('listLabel')}>
            {found.slice(0, maxItems).map(({ reference, start, isSuffix }, n) => (
              <li key={start}>
                <button
                  type="button"
                  data-reference={n}
                  aria-pressed={found[n] === shown}
                  onClick={() => setChosen(n)}
                >
                  <ClippedUri text={reference} />
                  {isSuffix && <span class="dim"> {message('suffixReference')}</span>}
                </button>
              </li>
            ))}
          </ul>
        )}
        <DocumentSections tool="uri" />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it scrolls but may contain nothing focusable */}
      <div class="bench-main" role="group" aria-label={message('uriParts')} tabIndex={0}>
        {shown ? (
          <Reference found={shown} edition={edition} onOther={show} />
        ) : (
          <p class="detail note" role="status">
            {message('uriEmpty')}
          </p>
        )}
      </div>
    </Bench>
  );
}

interface FoundReference {
  reference: string;
  start: number;
  /** The other possible readings of a reference that a hyphen at the end of a line interrupts (Appendix C). */
  readings: readonly string[];
  /** Whether the reference is a URI that a text mentions without its scheme. */
  isSuffix: boolean;
}

/**
 * The references in a text. A text without whitespace is a single reference; in other texts, references are found
 * according to Appendix C and section 4.5 of RFC 3986.
 */
function referencesIn(text: string): FoundReference[] {
  const alone = text.trim();
  if (alone === '') return [];
  const found = /\s|^<|^"/.test(alone) ? inText(text) : [];
  return found.length > 0 ? found : [{ reference: alone, start: 0, readings: [], isSuffix: false }];
}

function inText(text: string): FoundReference[] {
  const uris = delimit(text);
  return [
    ...uris.map(({ text: reference, start, readings = [] }) => ({
      reference,
      start,
      readings: readings.slice(1),
      isSuffix: false,
    })),
    ...suffixReferences(text, uris).map(({ text: reference, start }) => ({
      reference,
      start,
      readings: [],
      isSuffix: true,
    })),
  ].sort((a, b) => a.start - b.start);
}

interface Props {
  found: FoundReference;
  edition: Edition;
  onOther: (text: string) => void;
}

function Reference({ found: { reference: whole, readings }, edition, onOther }: Props) {
  const reference = whole.slice(0, maxJudgedReference);
  const parts = uriParts(reference, edition);
  const host = hostOf(reference);
  const dangers = risks(reference);
  return (
    <article class="detail" aria-labelledby="uri-heading">
      <h2 id="uri-heading" class="visually-hidden">
        {message('uriParts')}
      </h2>
      <ColouredReference reference={reference} parts={parts} />
      {reference.length < whole.length && (
        <p class="note">{message('referenceCut', formatNumber(reference.length))}</p>
      )}
      {readings.map((reading) => (
        <p key={reading} class="note">
          {message('otherReading')}{' '}
          <button type="button" data-action="other-reading" onClick={() => onOther(reading)}>
            <bdi dir="ltr">{visibleText(maskedPassword(reading).slice(0, 60))}</bdi>
          </button>
        </p>
      ))}
      {isSuffixReference(reference) && (
        <p class="note" data-suffix>
          {message('uriSuffix')}{' '}
          <button type="button" data-action="with-scheme" onClick={() => onOther(`https://${reference}`)}>
            <bdi dir="ltr">{visibleText(maskedPassword(`https://${reference}`).slice(0, 68))}</bdi>
          </button>
        </p>
      )}
      <p class="note" data-form={referenceForm(reference)}>
        {message(`uriForm_${referenceForm(reference)}`)}
      </p>
      <PartsTable reference={reference} parts={parts} />
      {host && (
        <p class="host-reading">
          {message('uriHost')}{' '}
          {host.kind === 'none' ? (
            message('none')
          ) : (
            <>
              <code dir="ltr">{host.kind}</code> <Clipped text={host.canonical} />
            </>
          )}
        </p>
      )}
      {dangers.length > 0 && (
        <section>
          <h3>{message('uriRisks')}</h3>
          <ul class="writing-notes">
            {dangers.map(({ code, args, start }) => (
              <li key={code} data-risk={code}>
                <span class="dim">{riskSections[code as RiskCode]}</span> {riskText(code as RiskCode, args)}{' '}
                {message('position', formatNumber(start))}
              </li>
            ))}
          </ul>
        </section>
      )}
      <ParseTrees written={reference} documents={[edition === '2004' ? 'rfc3986' : 'draft1997']} />
      <Forms reference={reference} />
      <BothStandards reference={reference} />
    </article>
  );
}

/** The text of a part. Passwords are masked (RFC 3986, section 3.2.1). */
function shownPart(
  reference: string,
  { name, start, end, rule }: Pick<UriPart, 'name' | 'start' | 'end' | 'rule'>,
): string {
  const text = reference.slice(start, end);
  if (rule === 'password') return maskedUserinfo(`:${text}`).slice(1);
  return name === 'userinfo' ? maskedUserinfo(text) : text;
}

function ColouredReference({ reference, parts }: { reference: string; parts: readonly UriPart[] }) {
  const pieces = [];
  let at = 0;
  for (const { name, start, end, rule, violations } of parts) {
    if (start > at) pieces.push(<span class="delimiter">{visibleText(reference.slice(at, start))}</span>);
    const shown = shownPart(reference, { name, start, end, rule });
    const isMasked = shown !== reference.slice(start, end);
    pieces.push(
      <span class={`uri-${name}`} title={message(`uriPart_${name}`)}>
        {isMasked ? visibleText(shown) : markedText(reference, { start, end }, violations)}
      </span>,
    );
    at = end;
  }
  return (
    <p class="coloured-uri" dir="ltr">
      <code>{pieces}</code>
    </p>
  );
}

/** A part of a text with the violations of its rule marked. */
function markedText(text: string, { start, end }: Span, violations: readonly Span[]) {
  let at = start;
  const marked = violations.map((bad) => {
    const before = visibleText(text.slice(at, bad.start));
    at = bad.end;
    return [before, bad.end > bad.start && <mark>{visibleText(text.slice(bad.start, bad.end))}</mark>];
  });
  return [...marked, visibleText(text.slice(at, end))];
}

function PartsTable({ reference, parts }: { reference: string; parts: readonly UriPart[] }) {
  const shown = bulletedPassword(reference);
  return (
    <table class="uri-parts">
      <thead>
        <tr>
          <th scope="col">{message('uriParts')}</th>
          <th scope="col">{message('uriText')}</th>
          <th scope="col">{message('uriRule')}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ name, start, end, rule, violations }) => (
          <tr key={start} data-part={name} data-violations={violations.length}>
            <th scope="row">{message(`uriPart_${name}`)}</th>
            <td>
              {end > start ? (
                <Clipped text={shownPart(reference, { name, start, end, rule })} />
              ) : (
                <span class="dim">{message('emptyText')}</span>
              )}
            </td>
            <td>
              <code dir="ltr">{rule}</code>
              <Violations text={shown} violations={violations} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Forms({ reference }: { reference: string }) {
  const href = hrefOf(reference);
  return (
    <section data-normal-forms>
      <h3>{message('uriForms')}</h3>
      <table>
        <tbody>
          {normalForms(reference).map(({ step, uri, isChanged }) => (
            <tr key={step} data-form-step={step} class={isChanged ? 'differs' : ''}>
              <th scope="row">{message(`rung_${step}`)}</th>
              <td>
                {isChanged ? <ClippedUri text={uri} /> : <span class="dim">{message('unchanged')}</span>}
              </td>
            </tr>
          ))}
          <tr data-form-step="url">
            <th scope="row">{message('urlStandard')}</th>
            <td>
              {href === null ? <span class="dim">{message('urlRejected')}</span> : <ClippedUri text={href} />}
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** The parts according to both standards. Renders nothing if they agree. */
function BothStandards({ reference }: { reference: string }) {
  const rfc = partsByRfc(reference);
  const web = partsByUrlStandard(reference);
  if (web === null) return null;
  const differing = new Set(differingParts(rfc, web));
  if (differing.size === 0) return <p class="note">{message('uriBothAgree')}</p>;
  return (
    <section data-standards>
      <h3>{message('uriBothStandards')}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{message('uriParts')}</th>
            <th scope="col">RFC 3986</th>
            <th scope="col">{message('urlStandard')}</th>
          </tr>
        </thead>
        <tbody>
          {partNames.map((name) => (
            <tr key={name} class={differing.has(name) ? 'differs' : ''}>
              <th scope="row">{message(`uriPart_${name}`)}</th>
              {[rfc[name], web[name]].map((text, n) => (
                <td key={n}>
                  {text === null ? (
                    <span class="dim">{message('none')}</span>
                  ) : (
                    <Clipped text={name === 'userinfo' ? maskedUserinfo(text) : text} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function riskText(code: RiskCode, args: Problem['args']): string {
  const texts = Object.values(args).map((each) => partText(String(each)));
  if (code === 'uri-host-differs' && args.other === '') return message('risk_uri_host_unseen', ...texts);
  return message(`risk_${snake(code)}`, ...texts);
}
