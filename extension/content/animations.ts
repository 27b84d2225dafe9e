/** Keyframes of the Web Animations API. Those of CSS animations and transitions stand in style sheets. */
import { findDataUrlsInCss } from './css.ts';
import type { Tell } from './finder.ts';

/** Tells the data: URLs of an animation that a script made, as if they stood in its element's `style`. */
export function findInAnimation(animation: Animation, tell: Tell): void {
  const { effect } = animation;
  if (animation instanceof CSSAnimation || animation instanceof CSSTransition) return;
  if (!(effect instanceof KeyframeEffect)) return;
  for (const keyframe of effect.getKeyframes()) {
    for (const [property, value] of Object.entries(keyframe)) {
      if (typeof value !== 'string' || !value.includes('(')) continue;
      // A keyframe's members are named as CSS properties are in scripts.
      const name = property.startsWith('--')
        ? property
        : property.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
      for (const url of findDataUrlsInCss(`${name}:${value}`)) {
        if (url) tell({ ...url, place: 'style-attribute' });
      }
    }
  }
}
