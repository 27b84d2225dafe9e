/**
 * The tags of HTML and XML text, without building a tree. HTML is parsed by the rules that decide which text is a tag
 * and which tags create elements (HTML 13.2.5 and 13.2.6); XML by its own rules.
 */
import { htmlTokens } from '../html/html-tokens.ts';
import { xmlTokens } from '../xml/xml-tokens.ts';
import type { Language, Token, TokenOptions } from './token.ts';

/**
 * Splits HTML or XML into tokens.
 *
 * @param text any text
 * @yields the tokens in order; text only if it is not just whitespace
 */
export function* tokensOf(
  text: string,
  language: Language,
  options: TokenOptions = {},
): Generator<Token, void, void> {
  for (const token of tokenSteps(text, language, options)) if (token !== null) yield token;
}

/** Like `tokensOf`, but yields null now and then, so that the caller may pause. */
export function tokenSteps(
  text: string,
  language: Language,
  { wanted = () => true, scripting = true, isFragment = false, namespace = '', onError }: TokenOptions = {},
): Generator<Token | null, void, void> {
  return language === 'html'
    ? htmlTokens(text, wanted, scripting, isFragment)
    : xmlTokens(text, wanted, namespace, onError);
}
