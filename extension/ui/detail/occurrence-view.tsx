/** One occurrence of a data: URL: the element, and in CSS the rule and its style sheet. */
import { useContext, useEffect, useState } from 'preact/hooks';
import { rulePath, sheetName } from '../../../src/report/css-place.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import { formatNumber, message, snake } from '../../platform/i18n.ts';
import type { Detail } from '../../platform/surface-updates.ts';
import { DeveloperTools, type Locator, type SheetLocation } from '../parts/devtools-context.ts';
import { destinationText, visibleText } from '../text/format.ts';
import { stateReason, stateText } from '../text/row-texts.ts';

interface Props {
  dataUrl: Detail;
  /** Its index among the data: URL's occurrences. */
  at: number;
  /** Finds the position in a linked style sheet. */
  locate: Locator;
  /** The text on the elements that its rule matches, empty until the page has answered; undefined if it isn't asked. */
  matches: string | undefined;
  /** The size at which its element shows the picture; undefined or empty where that is unknown. */
  size: string | undefined;
}

export function OccurrenceView({ dataUrl, at, locate, matches, size }: Props) {
  const occurrence = dataUrl.occurrences[at] as Occurrence;
  const { element, name, selector, place, destination, inert, frame, state, rule, users = 1 } = occurrence;
  const path = visibleText(rulePath(occurrence));
  return (
    <div class="occurrence">
      <div>
        <bdi dir="ltr">
          {element !== '' && <code>{visibleText(`<${element}>`)}</code>} {visibleText(name)}
        </bdi>
        <span class="tag">{message(`place_${snake(place)}`)}</span>
        <span class="tag">{message('destination', destinationText(destination))}</span>
        {inert && <span class="tag">{message('inert')}</span>}
        {size && <bdi class="tag shown-size">{size}</bdi>}
      </div>
      {state && (
        <div class="state" data-state={state.kind}>
          <span class={`mark ${state.kind}`}>
            {state.kind === 'unknown' ? message('noStatus') : stateText(state)}
          </span>{' '}
          <span class="dim">{stateReason(state)}</span>
        </div>
      )}
      {rule !== undefined && (
        <bdi class="selector" dir="ltr" title={path}>
          {path}
        </bdi>
      )}
      {matches !== undefined && (
        <div class="frame matches" data-matches={matches !== ''}>
          {matches}
        </div>
      )}
      {(place === 'stylesheet' || occurrence.sheet !== undefined) && (
        <Sheet dataUrl={dataUrl} at={at} locate={locate} />
      )}
      {users > 1 && <div class="frame users">{message('sheetUsers', users, formatNumber(users))}</div>}
      {selector !== '' && rule === undefined && (
        <div class="selector" title={visibleText(selector)}>
          {visibleText(selector)}
        </div>
      )}
      <div class="frame" title={visibleText(frame)}>
        <bdi dir="ltr">{visibleText(frame.slice(0, 300))}</bdi>
      </div>
    </div>
  );
}

/** The style sheet and the position in it; in Chromium's DevTools a link. */
function Sheet({ dataUrl, at, locate }: Omit<Props, 'matches' | 'size'>) {
  const tools = useContext(DeveloperTools);
  const { sheet, line, column, element, selector } = dataUrl.occurrences[at] as Occurrence;
  const known = line === undefined || column === undefined ? null : { line, column };
  const [found, setFound] = useState<SheetLocation | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setFound(null);
    if (sheet !== undefined && known === null)
      void locate(dataUrl, at).then((location) => {
        if (isCurrent) setFound(location);
      });
    return () => {
      isCurrent = false;
    };
  }, [dataUrl.sha256, at, sheet]);
  const location = known ?? found;
  // Without separators: people copy it into their editor.
  const position = location && message('sheetLine', String(location.line), String(location.column));
  if (sheet === undefined) {
    const isInline = element === 'style';
    const kind = message(isInline ? 'inlineSheet' : 'scriptSheet');
    return (
      <div class="sheet dim" title={visibleText(selector)}>
        {position ? `${kind}, ${position}` : kind}
      </div>
    );
  }
  const name = <bdi dir="ltr">{visibleText(sheetName({ sheet }))}</bdi>;
  const rest = position && `, ${position}`;
  // Only Chromium's DevTools open sources.
  if (!tools?.createLocator)
    return (
      <div class="sheet dim" title={visibleText(sheet)}>
        {name}
        {rest}
      </div>
    );
  return (
    <button
      type="button"
      class="link sheet"
      data-action="to-sheet"
      title={visibleText(sheet)}
      onClick={() => tools.openSource(sheet, location?.line ?? 1, location?.column ?? 1)}
    >
      {name}
      {rest}
    </button>
  );
}
