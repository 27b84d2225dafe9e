/**
 * The frame around a tool of the workbench. The tool's first field takes the focus when a person switches to the tool.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export function Bench({ isShown, children }: { isShown: boolean; children: ComponentChildren }) {
  const bench = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focus is not taken from an element that the user has moved to in the meantime.
    if (isShown && document.activeElement?.matches('body, [data-tool-link], [data-view-link]'))
      bench.current?.querySelector<HTMLElement>('textarea, input:not([hidden])')?.focus();
  }, [isShown]);
  return (
    <div class="bench" hidden={!isShown} ref={bench}>
      {children}
    </div>
  );
}
