import { useLayoutEffect } from 'preact/hooks';
import { type DocumentExample, type ExampleTool, exampleAt } from './document-examples.ts';

/** Shows the example that the URL identifies, whenever the URL changes to another example. */
export function useExample(
  tool: ExampleTool,
  name: string | null,
  show: (example: DocumentExample) => void,
): void {
  // A layout effect runs before the next paint.
  useLayoutEffect(() => {
    const example = name === null ? undefined : exampleAt(tool, name);
    if (example) show(example);
  }, [name]);
}
