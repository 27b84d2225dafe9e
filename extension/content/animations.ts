/**
 * Finds data: URLs in keyframes that scripts made: the keyframes of the Web Animations API, and the keyframes that a
 * script gave to a style sheet's animation.
 */
import { findInCss } from './css.ts';
import { isInCss } from './css-texts.ts';
import { type Emit, emitAll, type Found } from './finder.ts';
import { findInRule, type ReportFile } from './image-files.ts';

/**
 * Emits the data: URLs of an animation as if they were in its element's `style`, and reports the files that it draws.
 *
 * @yields undefined wherever the caller may pause
 */
export function* findInAnimation(
  animation: Animation,
  emit: Emit,
  report: ReportFile,
): Generator<void, void, void> {
  const { effect } = animation;
  if (!effect || !('getKeyframes' in effect)) return;
  // No API reports whether a script has changed a CSS animation, so its URLs are emitted only if no style sheet
  // contains them.
  const isOfCss = 'animationName' in animation || 'transitionProperty' in animation;
  const emitNew = (found: Found) => {
    if (!isOfCss || !isInCss(found)) emit(found);
  };
  for (const keyframe of (effect as KeyframeEffect).getKeyframes()) {
    for (const [property, value] of Object.entries(keyframe)) {
      if (typeof value !== 'string') continue;
      // The members of a keyframe are named like the properties of `style` in scripts, except for `cssOffset` and
      // `cssFloat`.
      const name = property.startsWith('--')
        ? property
        : property.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`).replace(/^css-/, '');
      const css = `${CSS.escape(name)}:${value}`;
      yield* emitAll(findInCss(css, 'style-attribute'), emitNew);
      yield* findInRule(css, null, report);
    }
    yield;
  }
}
