/** A font's specimen: samples in the scripts that the font supports, and the user's own text, as pixels. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatNumber, message } from '../../platform/i18n.ts';
import { maxOwnText } from '../limits.ts';
import { Icon } from '../parts/icons.tsx';
import { type Drawn, drawFont, type FontDrawing } from './font-drawing.ts';
import type { Drawing, Line, Look, Specimen } from './specimen.ts';
import type { ViewerProps } from './viewer-props.ts';

type State = 'loading' | Drawn;

export function Viewer({ row, blob }: ViewerProps) {
  const [state, setState] = useState<State>('loading');
  const [own, setOwn] = useState('');
  const look = useLook();
  const drawing = useRef<FontDrawing | null>(null);
  useEffect(() => {
    setState('loading');
    const started = drawFont(row.sha256, blob, setState);
    drawing.current = started;
    return () => started.end();
  }, [blob]);
  useEffect(() => drawing.current?.draw(own.trim(), look), [blob, own, look.color, look.ratio]);
  if (state === 'loading')
    return (
      <p class="note" data-waiting>
        {message('loading')}
      </p>
    );
  if (state === 'broken') return <p class="note broken-font">{message('brokenFont')}</p>;
  if (state === 'bomb' || state === 'timeout') {
    return (
      <p class="note undrawable">
        <Icon name="blocked" />
        <span>{message('slowFont')}</span>
      </p>
    );
  }
  return (
    <div class="specimen">
      <input
        aria-label={message('sampleText')}
        placeholder={message('sampleText')}
        maxLength={maxOwnText}
        value={own}
        onInput={({ currentTarget }) => setOwn(currentTarget.value)}
      />
      {state.lines.length === 0 && state.icons.length === 0 && <p class="note">{message('noSample')}</p>}
      <Icons {...state} />
      {state.lines.map((line, n) => (
        <Sample key={n} {...line} isSized={line.text === state.lines[0]?.text} />
      ))}
      {own.trim() !== '' && <p class="note">{message('otherFont')}</p>}
    </div>
  );
}

/** The current color and pixel ratio of the page's text. */
const currentLook = (): Look => ({
  color: getComputedStyle(document.body).color,
  ratio: Math.min(4, devicePixelRatio),
});

/** Returns the current look, and again whenever the colors, the zoom, or the screen change. */
function useLook(): Look {
  const [look, setLook] = useState(currentLook);
  useEffect(() => {
    const update = () =>
      setLook((before) => {
        const now = currentLook();
        return now.color === before.color && now.ratio === before.ratio ? before : now;
      });
    const media = [
      '(prefers-color-scheme: dark)',
      '(forced-colors: active)',
      `(resolution: ${devicePixelRatio}dppx)`,
    ];
    const lists = media.map((query) => matchMedia(query));
    for (const list of lists) list.addEventListener('change', update);
    const themes = new MutationObserver(update);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    update();
    return () => {
      for (const list of lists) list.removeEventListener('change', update);
      themes.disconnect();
    };
  }, [look.ratio]);
  return look;
}

function Sample({ text, size, isRightToLeft, space, words, isSized }: Line & { isSized: boolean }) {
  return (
    <p class="sample">
      {isSized && <span class="sample-size">{size}</span>}
      <span
        class="drawn"
        role="img"
        aria-label={text}
        dir={isRightToLeft ? 'rtl' : 'ltr'}
        style={{ fontSize: `${size}px` }}
      >
        {words.map((word, n) => (
          <Word key={n} {...word} space={n < words.length - 1 ? space : 0} />
        ))}
      </span>
    </p>
  );
}

/** The pixels of a word, placed on the baseline of the surrounding text. */
function Word({ bitmap, width, height, descent, space }: Drawing & { space: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (!canvas.current) return;
    // This runs only for a new bitmap, because setting the size clears the canvas.
    canvas.current.width = bitmap.width;
    canvas.current.height = bitmap.height;
    canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return (
    <canvas
      ref={canvas}
      style={{
        width: `${width}px`,
        height: `${height}px`,
        verticalAlign: `${-descent}px`,
        marginInlineEnd: `${space}px`,
      }}
    />
  );
}

/** The icons of a font without letters, each with the code point that style sheets use for it. */
function Icons({ icons, iconCount }: Specimen) {
  if (icons.length === 0) return null;
  return (
    <>
      <p class="note">{message('fontIcons', iconCount, formatNumber(iconCount))}</p>
      <ul class="icons">
        {icons.map(({ character, drawing }) => (
          <li key={character}>
            <Word {...drawing} space={0} />
            <code>{character.charCodeAt(0).toString(16).toUpperCase()}</code>
          </li>
        ))}
      </ul>
      {iconCount > icons.length && (
        <p class="note">{message('firstEntries', icons.length, formatNumber(icons.length))}</p>
      )}
    </>
  );
}
