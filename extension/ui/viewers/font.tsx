/** A font's specimen: samples in the scripts that it has, and whatever a person writes. */
import { useEffect, useId, useState } from 'preact/hooks';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { ViewerProps } from './viewer.ts';

/** One sentence for each script, of its letters as many as fit. */
const samples = [
  'The quick brown fox jumps over the lazy dog. 0123456789',
  'Falsches Üben von Xylophonmusik quält jeden größeren Zwerg',
  'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία',
  'Съешь же ещё этих мягких французских булок',
  'نص حكيم له سر قاطع وذو شأن عظيم',
  'דג סקרן שט בים מאוכזב ולפתע מצא חברה',
  'いろはにほへと ちりぬるを',
  '天地玄黄 宇宙洪荒',
  '키스의 고유조건은 입술끼리 만나야',
  'ऋषियों को सताने वाले दुष्ट राक्षसों',
];
const sizes = [12, 16, 24, 36, 48];
/** Share of a sample's letters that a font must have to be shown with it. */
const enough = 0.8;

interface Specimen {
  samples: string[];
  /** Characters; the first of as many as `iconCount`. */
  icons: string[];
  iconCount: number;
}
type State = { kind: 'loading' } | { kind: 'failed' } | ({ kind: 'ready' } & Specimen);

export function Viewer({ blob }: ViewerProps) {
  const family = `specimen-${useId()}`;
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [own, setOwn] = useState('');
  useEffect(() => {
    let face: FontFace | null = null;
    let isWanted = true;
    setState({ kind: 'loading' });
    blob
      .arrayBuffer()
      .then((buffer) => new FontFace(family, buffer).load())
      .then((loaded) => {
        if (!isWanted) return;
        face = loaded;
        document.fonts.add(loaded);
        setState({ kind: 'ready', ...specimenOf(family) });
      })
      .catch(() => isWanted && setState({ kind: 'failed' }));
    return () => {
      isWanted = false;
      if (face) document.fonts.delete(face);
    };
  }, [blob]);
  if (state.kind === 'loading') return <p class="note">{message('loading')}</p>;
  if (state.kind === 'failed') return <p class="note broken-font">{message('brokenFont')}</p>;
  const style = { fontFamily: `"${family}", sans-serif` };
  const shown = own === '' ? state.samples : [own];
  const [first] = shown;
  return (
    <div class="specimen">
      <input
        aria-label={message('sampleText')}
        placeholder={message('sampleText')}
        value={own}
        onInput={({ currentTarget }) => setOwn(currentTarget.value)}
      />
      {first === undefined && state.icons.length === 0 && <p class="note">{message('noSample')}</p>}
      {own === '' && <Icons {...state} style={style} />}
      {first !== undefined &&
        sizes.map((size) => (
          <p key={size} class="sample" style={{ ...style, fontSize: `${size}px` }}>
            <span class="sample-size">{size}</span>
            <bdi>{first}</bdi>
          </p>
        ))}
      {shown.slice(1).map((sample) => (
        <p key={sample} class="sample" style={{ ...style, fontSize: '20px' }}>
          <bdi>{sample}</bdi>
        </p>
      ))}
      {own !== '' && <p class="note">{message('otherFont')}</p>}
    </div>
  );
}

/** The icons of a font that has no letters, each with its code point, by which style sheets name it. */
function Icons({ icons, iconCount, style }: Specimen & { style: { fontFamily: string } }) {
  if (icons.length === 0) return null;
  return (
    <>
      <p class="note">{message('fontIcons', iconCount, formatNumber(iconCount))}</p>
      <ul class="icons">
        {icons.map((icon) => (
          <li key={icon}>
            <span style={style}>{icon}</span>
            <code>{icon.charCodeAt(0).toString(16).toUpperCase()}</code>
          </li>
        ))}
      </ul>
      {iconCount > icons.length && (
        <p class="note">{message('firstEntries', icons.length, formatNumber(icons.length))}</p>
      )}
    </>
  );
}

/** Letters of a sample that are looked at. */
const fewLetters = 12;
/** Where fonts of icons have them: the private use area. */
const privateUse = { first: 0xe000, last: 0xf8ff } as const;
/** Icons that are shown. */
const mostIcons = 240;
/** A character of private use that no font of icons has. */
const neverThere = '\u{10fffd}';

/** What there is to show of a font by itself: sentences that it has the letters of, else the icons that it has. */
function specimenOf(family: string): Specimen {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return { samples: [...samples], icons: [], iconCount: 0 };
  const drawn = samples.filter((sample) => {
    const letters = lettersOf(sample);
    return drawnBy(context, family, letters).length >= enough * letters.length;
  });
  if (drawn.some((sample) => isLegible(context, family, lettersOf(sample)))) {
    return { samples: drawn, icons: [], iconCount: 0 };
  }
  const icons = iconsOf(context, family);
  return {
    samples: icons.length > 0 ? [] : drawn,
    icons: icons.slice(0, mostIcons),
    iconCount: icons.length,
  };
}

const lettersOf = (sample: string): string[] => [...new Set(sample.replace(/\s/g, ''))];

/**
 * The characters that a font draws by itself: one that it has not is as wide as in the font that stands in for it, and
 * two of these differ.
 */
function drawnBy(context: CanvasRenderingContext2D, family: string, characters: readonly string[]): string[] {
  const widths = (font: string): number[] => {
    context.font = `40px ${font}`;
    return characters.map((character) => context.measureText(character).width);
  };
  const differs = ['monospace', 'serif'].map((standIn) => {
    const own = widths(`"${family}", ${standIn}`);
    return widths(standIn).map((width, n) => width !== own[n]);
  });
  return characters.filter((_, n) => differs.some((each) => each[n]));
}

/** Pixels of the square that one character is drawn in. */
const square = 32;

/** @param family as in a style sheet */
function drawingOf(context: CanvasRenderingContext2D, family: string, character: string): Uint32Array {
  context.clearRect(0, 0, square, square);
  context.font = `24px ${family}`;
  context.fillText(character, 2, 24);
  return new Uint32Array(context.getImageData(0, 0, square, square).data.buffer);
}

const isSame = (a: Uint32Array, b: Uint32Array): boolean => a.every((pixel, n) => pixel === b[n]);

/** Whether letters can be told apart: those of some fonts of icons are all the same box, or all empty. */
function isLegible(context: CanvasRenderingContext2D, family: string, letters: readonly string[]): boolean {
  const drawings = letters.slice(0, fewLetters).map((letter) => drawingOf(context, `"${family}"`, letter));
  const [first, ...others] = drawings;
  return first !== undefined && others.some((other) => !isSame(first, other));
}

/** The characters of the private use area that a font draws itself: neither as what no font has, nor as others do. */
function iconsOf(context: CanvasRenderingContext2D, family: string): string[] {
  const missing = drawingOf(context, `"${family}"`, neverThere);
  const icons: string[] = [];
  for (let code = privateUse.first; code <= privateUse.last; code++) {
    const character = String.fromCharCode(code);
    const drawing = drawingOf(context, `"${family}"`, character);
    if (isSame(drawing, missing)) continue;
    if (!isSame(drawing, drawingOf(context, 'sans-serif', character))) icons.push(character);
  }
  return icons;
}
