/** Texts that were meant as data: URLs, but are none that a browser reads as meant. */
import { afterScheme } from '../data-url/is-data-url.ts';
import { meantDataUrl } from '../data-url/other-address.ts';

/** Code units in which the mistake must be. */
const headLength = 200;

/** After "data:": a value that a script has lost, the prefix once more, base64 after a head that is wrong, or no data. */
const malformed = [
  /^(?:null|undefined|NaN|\[object \w+\])(?:[,;]|$)/i,
  /^(?:data:)+[^\s"'<>]*,/i,
  /^[^\s"'<>(){}|\\^$*?[\],]{0,100}base64[\s,;:.=]{0,4}[A-Za-z0-9+/]{8}/i,
  /^[\w.+-]{1,80}\/[\w.+-]{1,80}(?:;[\w.=-]{1,80})?;base64$/i,
];

/** Whether a text as a whole was meant as a data: URL, where its head has a typing error. */
export function isMeantAsDataUrl(text: string): boolean {
  const behind = afterScheme(text);
  if (behind < 0) return false;
  const head = text.slice(behind, behind + headLength);
  return malformed.some((each) => each.test(head));
}

/** Whether a text is another address that was meant as a data: URL, and that the search before parsing finds. */
export function isMeantInFile(text: string): boolean {
  const meant = meantDataUrl(text);
  return meant !== null && /^(?:data:|[^,]*;base64,)/i.test(text.slice(meant.end));
}
