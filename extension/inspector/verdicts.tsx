/** The verdict of each standard on a data: URL, and the violated productions of RFC 2397, each with its section. */
import type { Production } from '../../src/data-url/rfc-grammar.ts';
import { message } from '../platform/i18n.ts';
import type { Detail } from '../platform/surface-updates.ts';
import { type Section, sectionOf } from './document-sections.tsx';
import { FirstNote } from './first-note.tsx';
import { type Others, rfcFaults, verdictsOf } from './reading-table.tsx';

/** Maximum number of faults that are listed here. The table of readings lists all of them. */
const maxFaults = 4;

const syntax = sectionOf(2397, '3');
const tokens = sectionOf(2045, '5.1');

/** The section that defines each production; RFC 2397 imports some from other documents. */
const definitions: Readonly<Record<Production, Section>> = {
  dataurl: syntax,
  mediatype: syntax,
  parameter: syntax,
  data: syntax,
  type: tokens,
  subtype: tokens,
  attribute: tokens,
  value: tokens,
  urlchar: sectionOf(2396, '2'),
  escaped: sectionOf(2396, '2.4.1'),
};
const base64 = sectionOf(2045, '6.8');

export function Verdicts({ detail, others }: { detail: Detail; others: Others }) {
  const { fetch, rfc, draft } = verdictsOf(detail, others);
  const faults = rfcFaults(others.rfc);
  const standards = [
    [message('byFetch'), fetch],
    [message('byRfc'), rfc],
    [message('byDraft'), draft],
  ];
  return (
    <section class="verdicts" aria-label={message('verdict')}>
      <dl>
        {standards.map(([name, verdict]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{verdict}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {faults.length > 0 && (
        <ul>
          {faults.slice(0, maxFaults).map(({ production, name, text, at }) => {
            const [title, address] = production === null ? base64 : definitions[production];
            return (
              <li key={`${name} ${text}`} data-production={production ?? 'base64'}>
                {name !== null && (
                  <>
                    <code dir="ltr">{name}</code>:{' '}
                  </>
                )}
                {text} {at}{' '}
                <a href={address} target="_blank" rel="noreferrer">
                  <bdi>{title}</bdi>
                </a>
              </li>
            );
          })}
        </ul>
      )}
      <FirstNote shown={maxFaults} of={faults.length} />
    </section>
  );
}
