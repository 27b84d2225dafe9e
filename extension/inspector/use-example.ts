import { useLayoutEffect } from 'preact/hooks';
import { type DocumentExample, type ExampleTool, exampleAt } from './document-examples.ts';

/** Shows the example that the address names, each time that it names another. */
export function useExample(
  tool: ExampleTool,
  name: string | null,
  show: (example: DocumentExample) => void,
): void {
  // Before anything else is painted.
  useLayoutEffect(() => {
    const example = name === null ? undefined : exampleAt(tool, name);
    if (example) show(example);
  }, [name]);
}
