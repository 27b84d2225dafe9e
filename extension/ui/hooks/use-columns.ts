/**
 * Measures the number of characters of an element's font that fit on one of its lines, again whenever its size changes.
 */
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** @returns 0 until the number is known */
export function useColumns(element: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return undefined;
    const measure = () => {
      const probe = document.createElement('span');
      probe.className = 'measure';
      probe.textContent = '0'.repeat(100);
      measured.append(probe);
      const width = probe.getBoundingClientRect().width / 100;
      probe.remove();
      if (width > 0) setColumns(Math.max(1, Math.floor(measured.clientWidth / width)));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    measure();
    return () => observer.disconnect();
  }, []);
  return columns;
}
