/** Parses the recipes of CONTRIBUTING.md, and follows them literally. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Step {
  /** The path from the project's root. */
  file: string;
  blocks: { language: string; text: string }[];
}

export interface Recipe {
  title: string;
  /** The number of steps as it is written in the text, such as `four`. */
  count: string;
  steps: Step[];
}

/**
 * Returns the recipes in a document: headings `### Recipe: …`, numbered steps that begin with a file name, and code
 * blocks.
 */
export function recipesIn(markdown: string): Recipe[] {
  const sections = markdown.split(/^(?=##+ )/m).filter((section) => section.startsWith('### Recipe: '));
  return sections.map((section) => ({
    title: /: (.*)/.exec(section)?.[1] ?? '',
    count: /; (\w+) files\./.exec(section)?.[1] ?? '',
    steps: section
      .split(/^(?=\d+\. )/m)
      .slice(1)
      .map((step) => ({ file: /\*\*`([^`]+)`\*\*/.exec(step)?.[1] ?? '', blocks: blocksIn(step) })),
  }));
}

const blocksIn = (step: string): Step['blocks'] =>
  [...step.matchAll(/^ {3}```(\w+)\n(.*?)^ {3}```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text: text.replace(/^ {3}/gm, ''),
  }));

/** Performs a step in a folder. */
export function follow({ file, blocks }: Step, folder: string): void {
  const place = path.join(folder, file);
  for (const { language, text } of blocks) {
    if (language === 'diff') {
      writeFileSync(place, changed(readFileSync(place, 'utf8'), text, file));
    } else {
      if (existsSync(place)) throw new Error(`CONTRIBUTING.md: ${file} is there already`);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, text);
    }
  }
}

/** Applies a diff to a text. The context lines of the diff determine the position. */
function changed(text: string, diff: string, file: string): string {
  const lines = diff.split('\n').slice(0, -1);
  const without = (mark: string) =>
    lines.filter((line) => !line.startsWith(mark)).map((line) => line.slice(1));
  const before = `\n${without('+').join('\n')}\n`;
  const parts = `\n${text}`.split(before);
  if (parts.length !== 2)
    throw new Error(`CONTRIBUTING.md: these lines are ${parts.length - 1} times in ${file}:${before}`);
  return parts.join(`\n${without('-').join('\n')}\n`).slice(1);
}
