/** Extracts the examples from a documentation page. */

export interface Example {
  /** The heading of the example, and its line in the page. Used as the name of a test. */
  name: string;
  text: string;
  /** The output that the comments of the example promise, in order. */
  prints: string[];
}

/**
 * Returns the code blocks of a section that follow a line with a file name or a command, by that line. A line can have
 * several blocks.
 */
export function samplesIn(markdown: string, heading: string): Map<string, string[]> {
  const section = markdown.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const blocks = section.matchAll(/`([^`\n]+)`:\n\n```\w+\n(.*?)^```$/gms);
  const samples = new Map<string, string[]>();
  for (const [, name = '', text = ''] of blocks) samples.set(name, [...(samples.get(name) ?? []), text]);
  return samples;
}

/**
 * Returns the code blocks in one language. Each line that prints must end with a comment that contains the output:
 * `console.log(1); // 1`
 */
export function examplesIn(markdown: string, language: string): Example[] {
  const examples: Example[] = [];
  let heading = '';
  let block: { language: string; line: number; lines: string[] } | null = null;
  for (const [n, line] of markdown.split('\n').entries()) {
    if (block === null) {
      heading = /^#+ (.*)/.exec(line)?.[1] ?? heading;
      const fence = /^```(\w+)$/.exec(line);
      if (fence) block = { language: fence[1] ?? '', line: n + 1, lines: [] };
    } else if (line !== '```') {
      block.lines.push(line);
    } else {
      const prints = block.lines.flatMap((each) => /\bconsole\.log\(.*\); \/\/ (.*)$/.exec(each)?.[1] ?? []);
      const name = `${heading}, line ${block.line}`;
      if (block.language === language) examples.push({ name, text: block.lines.join('\n'), prints });
      block = null;
    }
  }
  return examples;
}
