/**
 * Makes each bar (`data-bar`) a single stop of the Tab key. The arrow keys move among its controls (ARIA Authoring
 * Practices, Toolbar). Loaded after the list.
 */

/** The controls of a bar, except those in an open menu, which handles its own keys. */
const controlsIn = (bar: Element): HTMLElement[] =>
  [
    ...bar.querySelectorAll<HTMLElement>(
      'button:enabled:not([role^="menuitem"], [aria-hidden]), a[href], input, select',
    ),
  ].filter((each) => each.checkVisibility());

const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';

/** Whether the caret in a text field can still move in a direction of the text. */
function canMoveCaret(field: EventTarget | null, step: number): boolean {
  if (!(field instanceof HTMLInputElement) || field.type !== 'search') return false;
  const { selectionStart, selectionEnd, value } = field;
  return selectionStart !== selectionEnd || selectionEnd !== (step < 0 ? 0 : value.length);
}

/** Maps each bar to the control in it that was focused last. */
const latest = new WeakMap<Element, Element>();

/** Must be called before each step of the Tab key, because the controls change with every update of the Report. */
function setStops(): void {
  for (const bar of document.querySelectorAll('[data-bar]')) {
    const controls = controlsIn(bar);
    const stop =
      controls.find((each) => each === latest.get(bar)) ??
      // In a line that scrolls, the pressed or current control is in view.
      controls.find((each) => each.matches('.chip[aria-pressed="true"], [aria-current]')) ??
      controls[0];
    for (const each of controls) each.tabIndex = each === stop ? 0 : -1;
  }
}

document.addEventListener('focusin', ({ target }) => {
  const bar = target instanceof Element ? target.closest('[data-bar]') : null;
  if (bar) latest.set(bar, target as Element);
});

document.addEventListener('keydown', (event) => {
  const { key, target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key === 'Tab') setStops();
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const bar = target instanceof Element ? target.closest('[data-bar]') : null;
  if (step === undefined || !bar || defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
  if (canMoveCaret(target, isRightToLeft(target as Element) ? -step : step)) return;
  const controls = controlsIn(bar);
  const at = controls.indexOf(target as HTMLElement);
  if (at < 0) return;
  const forward = isRightToLeft(bar) ? -step : step;
  controls[(at + forward + controls.length) % controls.length]?.focus();
  event.preventDefault();
});
