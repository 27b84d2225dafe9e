/** Compares two URLs by the comparison levels of RFC 3986, and shows the level at which they are equal. */
import { useMemo, useState } from 'preact/hooks';
import { decodeDataUrl } from '../../src/data-url/decode.ts';
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { compareByLevels, type Level } from '../../src/references/compare-references.ts';
import { message } from '../platform/i18n.ts';
import { Icon } from '../ui/parts/icons.tsx';
import { formatBytes, visibleText } from '../ui/text/format.ts';
import { isolated } from '../ui/text/row-texts.ts';
import { Bench } from './bench.tsx';
import { ClippedUri } from './clipped.tsx';
import { DocumentSections } from './document-sections.tsx';
import type { ToolProps } from './tool-props.ts';
import { TextField } from './url-field.tsx';

export function CompareTool({ isShown }: ToolProps) {
  const [a, setA] = useState('');
  const [b, setB] = useState('');
  const [base, setBase] = useState('');
  const [ignoreFragment, setIgnoreFragment] = useState(false);
  const isReady = (a !== '' && b !== '') || (base !== '' && a !== b);
  const options = { ignoreFragment, ...(base === '' ? {} : { base }) };
  const rungs = useMemo(
    () => (isReady ? compareByLevels(a, b, options) : []),
    [a, b, base, ignoreFragment, isReady],
  );
  const lowest = rungs.find(({ equal }) => equal);
  return (
    <Bench isShown={isShown}>
      <div class="bench-side">
        <TextField field="first" label={message('firstUrl')} value={a} rows={6} onChange={setA} />
        <TextField field="second" label={message('secondUrl')} value={b} rows={6} onChange={setB} />
        <TextField
          field="compare-base"
          label={message('compareBase')}
          value={base}
          rows={1}
          hint={message('compareBaseHint')}
          onChange={setBase}
        />
        <label>
          <input
            type="checkbox"
            data-field="ignore-fragment"
            checked={ignoreFragment}
            onChange={({ currentTarget }) => setIgnoreFragment(currentTarget.checked)}
          />{' '}
          {message('ignoreFragment')}
        </label>
        <p class="dim">{message('compareHint')}</p>
        <DocumentSections tool="compare" />
      </div>
      <div class="bench-main">
        <article class="detail" aria-labelledby="compare-heading">
          <div role="status">
            <h2 id="compare-heading" data-equal={lowest?.name ?? (isReady ? 'different' : '')}>
              {!isReady ? message('compareEmpty') : message(`equal_${lowest?.name ?? 'different'}`)}
            </h2>
          </div>
          {isReady && <Ladder rungs={rungs} isData={isDataUrl(a) && isDataUrl(b)} />}
        </article>
      </div>
    </Bench>
  );
}

function Ladder({ rungs, isData }: { rungs: readonly Level[]; isData: boolean }) {
  return (
    <table class="ladder">
      <thead>
        <tr>
          <th scope="col">{message('rung')}</th>
          <th scope="col">{message('firstUrl')}</th>
          <th scope="col">{message('secondUrl')}</th>
          <th scope="col">{message('verdict')}</th>
        </tr>
      </thead>
      <tbody>
        {rungs.map((rung) => (
          <tr key={rung.name} data-rung={rung.name} data-is-equal={rung.equal}>
            <th scope="row">
              {message(`rung_${rung.name}`)}
              {rung.changed.length > 0 && (
                <p class="note" data-changed>
                  {message('levelChanges', rung.changed.map((part) => message(`uriPart_${part}`)).join(', '))}
                </p>
              )}
            </th>
            {rung.name === 'scheme' && isData ? (
              <>
                <td>{decodedText(rung.a)}</td>
                <td>{decodedText(rung.b)}</td>
              </>
            ) : (
              <>
                <td>
                  <ClippedUri text={rung.a} />
                </td>
                <td>
                  <ClippedUri text={rung.b} />
                </td>
              </>
            )}
            <td>
              <span class="verdict">
                <Icon name={rung.equal ? 'check' : 'close'} />
                {message(rung.equal ? 'isEqual' : 'isDifferent')}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Describes a data: URL by its media type and its size, decoded according to the rules of the scheme. */
function decodedText(url: string): string {
  const decoded = decodeDataUrl(url);
  return decoded.ok
    ? `${isolated(visibleText(decoded.mimeType.slice(0, 200)))} · ${isolated(formatBytes(decoded.body.length))}`
    : message('brokenUrl');
}
