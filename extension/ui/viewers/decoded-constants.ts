/** Lists the texts that scripts decode, for example with `atob`, to help people who read the code. */
import { isEventHandler } from '../../../src/payload/markup/event-handlers.ts';
import { tokensOf } from '../../../src/payload/markup/markup-tokens.ts';
import { constantsIn } from '../../../src/payload/script/constants.ts';
import { clip } from '../../../src/truncate.ts';
import type { Language } from './code-language.ts';

export interface Decoded {
  text: string;
  /** The names of the functions that decode the text. */
  by: string;
}

/** Maximum number of constants that are listed, and maximum length, in code units, of each. */
const maxConstants = 100;
const maxLength = 1000;

/** The constants in the order of the code, without duplicates. */
export function decodedConstants(code: string, language: Language): Decoded[] {
  const found = new Map<string, Decoded>();
  for (const script of scriptsIn(code, language)) {
    for (const constant of constantsIn(script)) {
      if (!constant || constant.decodedBy.length === 0) continue;
      const decoded = { text: clip(constant.text, maxLength), by: constant.decodedBy.join(', ') };
      found.set(JSON.stringify(decoded), decoded);
      if (found.size === maxConstants) return [...found.values()];
    }
  }
  return [...found.values()];
}

function* scriptsIn(code: string, language: Language): Generator<string, void, void> {
  if (language === 'javascript') yield code;
  if (language !== 'html' && language !== 'xml') return;
  for (const token of tokensOf(code, language)) {
    if (token.kind === 'cdata') yield code.slice(token.start + '<![CDATA['.length, token.end);
    if (token.kind !== 'start') continue;
    const { content, attributes, name } = token;
    if (content && name === 'script') yield code.slice(content.start, content.end);
    for (const attribute of attributes) if (isEventHandler(attribute.name)) yield attribute.value;
  }
}
