/**
 * The worker that formats code. It only adds or removes whitespace, and never runs the code. The page terminates the
 * worker if it takes too long.
 */
import beautify from 'js-beautify';
import type { Language } from './code-language.ts';
import { type Decoded, decodedConstants } from './decoded-constants.ts';

export interface ToFormat {
  code: string;
  language: Exclude<Language, 'plain'>;
}

export interface Formatted {
  code: string;
  constants: Decoded[];
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ToFormat>) => void) | null;
  postMessage: (answer: Formatted) => void;
};

/** Each element gets its own line. */
const options = { indent_size: 2, wrap_line_length: 0, inline: [] };

scope.onmessage = ({ data: { code, language } }) => {
  const isMarkup = language === 'html' || language === 'xml';
  const format = isMarkup ? beautify.html : language === 'css' ? beautify.css : beautify.js;
  scope.postMessage({ code: format(code, options), constants: decodedConstants(code, language) });
};
