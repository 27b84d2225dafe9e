/**
 * The tags of HTML and XML text, without building a tree. HTML is read by the rules that decide what is a tag and what
 * an element (HTML 13.2.5 and 13.2.6), XML by its own.
 */
import { htmlTokens } from '../html/html-tokens.ts';
import { xmlTokens } from '../xml/xml-tokens.ts';
import type { Language, Token, TokenOptions } from './token.ts';

/**
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

/** The same as `tokensOf`, but yields null now and then, where the caller may pause. */
export function tokenSteps(
  text: string,
  language: Language,
  { wanted = () => true, scripting = true, isFragment = false, namespace = '', onError }: TokenOptions = {},
): Generator<Token | null, void, void> {
  return language === 'html'
    ? htmlTokens(text, wanted, scripting, isFragment)
    : xmlTokens(text, wanted, namespace, onError);
}
