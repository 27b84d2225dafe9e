/** One occurrence of a data: URL: the element or, in CSS, the rule and its style sheet. */
import { useContext } from 'preact/hooks';
import type { LinePosition } from '../../../src/payload/css/css-lines.ts';
import { fileOf, rulePath, sheetPosition } from '../../../src/report/css-place.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import { formatNumber, message, snake } from '../../platform/i18n.ts';
import { DeveloperTools } from '../parts/devtools-context.ts';
import { Tool } from '../parts/tool.tsx';
import { destinationText, visibleText } from '../text/format.ts';
import { stateReason, stateText } from '../text/row-texts.ts';

interface Props {
  occurrence: Occurrence;
  /**
   * The position of the occurrence in the source of its document; null if unknown, undefined until the search has
   * ended.
   */
  position: LinePosition | null | undefined;
  onCopy: (text: string) => void;
  /**
   * Describes the elements that the rule matches. Empty until the page has answered; undefined if the page isn't asked.
   */
  matches: string | undefined;
  /** The size at which the element shows the picture; undefined or empty if unknown. */
  size: string | undefined;
}

export function OccurrenceView({ occurrence: given, position, onCopy, matches, size }: Props) {
  const occurrence: Occurrence = position ? { ...given, ...position, inSource: true } : given;
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
      <Where occurrence={occurrence} onCopy={onCopy} />
      {users > 1 && <div class="frame users">{message('sheetUsers', users, formatNumber(users))}</div>}
      {selector !== '' && rule === undefined && (
        <div class="selector" title={visibleText(selector)}>
          {visibleText(selector)}
        </div>
      )}
      <div class="frame" title={visibleText(frame)}>
        <bdi dir="ltr">{visibleText(frame.slice(0, 300))}</bdi>
        {position === null && isInElement(occurrence) && `, ${message('lineUnknown')}`}
      </div>
    </div>
  );
}

/** Whether an occurrence is in an attribute of an element whose position is unknown. */
const isInElement = (occurrence: Occurrence): boolean =>
  occurrence.element !== '' && occurrence.place !== 'stylesheet' && fileOf(occurrence) === undefined;

/**
 * The file and the position in it, as a link in Chromium's DevTools. Renders nothing for an element whose position is
 * unknown.
 */
function Where({ occurrence, onCopy }: Pick<Props, 'occurrence' | 'onCopy'>) {
  const tools = useContext(DeveloperTools);
  const { line, column, element, selector, place, inSource } = occurrence;
  const file = fileOf(occurrence);
  if (file === undefined) {
    if (place !== 'stylesheet') return null;
    const kind = element === 'style' ? message('inlineSheet') : message('scriptSheet');
    // The numbers have no separators, because people copy the position into their editor.
    const position = line && column && message('sheetLine', String(line), String(column));
    return (
      <div class="sheet dim" title={visibleText(selector)}>
        {position ? `${kind}, ${position}` : kind}
      </div>
    );
  }
  const text = (
    <>
      {inSource ? (
        message('inSource', visibleText(sheetPosition(occurrence)))
      ) : (
        <bdi dir="ltr">{visibleText(sheetPosition(occurrence))}</bdi>
      )}
      {line === undefined && `, ${message('lineUnknown')}`}
    </>
  );
  return (
    <div class="where">
      {tools?.openSource ? (
        <button
          type="button"
          class="link sheet"
          data-action="to-sheet"
          title={visibleText(file)}
          onClick={() => tools.openSource?.(file, line ?? 1, column ?? 1)}
        >
          {text}
        </button>
      ) : (
        <span class="sheet dim" title={visibleText(file)}>
          {text}
        </span>
      )}
      {line !== undefined && (
        <Tool
          id="copy-position"
          icon="copy"
          label={message('copyPosition')}
          onClick={() => onCopy(`${file}:${line}:${column}`)}
        />
      )}
    </div>
  );
}
