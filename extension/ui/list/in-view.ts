/** Waits until elements are in view, where scrolled parents do not hide them. */

const waiting = new WeakMap<Element, () => void>();

const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
});

/** Resolves when the element is in view; never if the signal is aborted before. */
export const whenInView = (element: Element, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const leave = () => {
      observer.unobserve(element);
      waiting.delete(element);
    };
    waiting.set(element, () => {
      leave();
      resolve();
    });
    signal.addEventListener('abort', leave, { once: true });
    observer.observe(element);
  });
