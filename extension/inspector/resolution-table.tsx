/** Shows the reference tables of the documents. Both algorithms resolve each row against the base in the field. */
import { isSameDocument } from '../../src/references/normal-forms.ts';
import { resolutionDifferences } from '../../src/references/resolve-differences.ts';
import { message } from '../platform/i18n.ts';
import { ClippedUri } from './clipped.tsx';
import { resolutionTables } from './resolution-tables.ts';

interface Props {
  base: string;
  onChoose: (reference: string) => void;
}

interface TableProps extends Props {
  /** The index of the table that is shown. */
  at: number;
  onTable: (at: number) => void;
}

export function ResolutionTables({ base, at, onTable, onChoose }: TableProps) {
  const { references } = resolutionTables[at]!;
  return (
    <section class="detail" aria-labelledby="tables-heading" data-tables>
      <h2 id="tables-heading">{message('documentTables')}</h2>
      <label>
        {message('documentTable')}{' '}
        <select
          data-field="table"
          value={at}
          onChange={({ currentTarget }) => onTable(Number(currentTarget.value))}
        >
          {resolutionTables.map(({ title }, n) => (
            <option key={title} value={n}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <table>
        <thead>
          <tr>
            <th scope="col">{message('reference')}</th>
            <th scope="col">{message('by2004')}</th>
            <th scope="col">{message('by1997')}</th>
          </tr>
        </thead>
        <tbody>
          {references.map((reference) => (
            <Row key={reference} reference={reference} base={base} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ reference, base, onChoose }: Props & { reference: string }) {
  const all = resolutionDifferences(reference, base);
  const strict = all.ok ? all.strict : null;
  const old = all.ok ? all.url1997 : null;
  // Whether the reference can be resolved even without a base (RFC 3986, section 5.1).
  const isWithinDocument = /^(?:#|$)/.test(reference);
  return (
    <tr
      data-table-row={reference}
      class={strict === old || (strict === null && isWithinDocument) ? '' : 'differs'}
    >
      <th scope="row">
        <button type="button" onClick={() => onChoose(reference)}>
          {reference === '' ? message('emptyText') : <code dir="ltr">{reference}</code>}
        </button>
      </th>
      <td>
        {strict !== null && <ClippedUri text={strict} />}{' '}
        {strict === null && !isWithinDocument && message('none')}
        {(strict === null ? isWithinDocument : isSameDocument(reference, base)) && (
          <span class="dim">{message('sameDocument')}</span>
        )}
      </td>
      <td>{old === null ? message('none') : <ClippedUri text={old} />}</td>
    </tr>
  );
}
