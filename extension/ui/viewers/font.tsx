/** A font's specimen: samples in the scripts that it has, and whatever a person writes. */
import { useEffect, useId, useState } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';
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

type State = { kind: 'loading' } | { kind: 'failed' } | { kind: 'ready'; samples: string[] };

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
        setState({ kind: 'ready', samples: samples.filter((sample) => coverage(family, sample) >= enough) });
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
      {first === undefined && <p class="note">{message('noSample')}</p>}
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

/**
 * How much of a sample a font draws by itself: a character that it has not is as wide as in the font that stands in for
 * it, and two of these differ.
 */
function coverage(family: string, sample: string): number {
  const context = document.createElement('canvas').getContext('2d');
  const letters = [...new Set(sample.replace(/\s/g, ''))];
  if (!context) return 1;
  const width = (fallback: string, letter: string): number => {
    context.font = `40px "${family}", ${fallback}`;
    return context.measureText(letter).width;
  };
  const alone = (fallback: string, letter: string): number => {
    context.font = `40px ${fallback}`;
    return context.measureText(letter).width;
  };
  const has = letters.filter(
    (letter) =>
      width('monospace', letter) !== alone('monospace', letter) ||
      width('serif', letter) !== alone('serif', letter),
  );
  return has.length / letters.length;
}
