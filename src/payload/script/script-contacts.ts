/** Contacts in scripts: the addresses in their constants. */

import { hostOf, type ReferenceCollector } from '../references.ts';
import type { Constant } from './constants.ts';
import { constantsIn } from './constants.ts';

const word = /[^\s"'<>`]+/g;
const beginning = /(?<![a-z\d+.-])(?:(?:https?|wss?|ftp):[\\/]{2,}[\w[%\u0080-\uffff]|mailto:[^?])/i;
/** Matches the beginning of a probable host. Two slashes also begin comments and XPath expressions. */
const probable = /^(?:\[|[\w\u0080-\uffff-]+\.)[\w:\u0080-\uffff]/;
/** Number of addresses that are added without a pause. */
const addressesPerTurn = 100;

/** Adds the addresses in the constants of a script; yields now and then. */
export function* addScriptContacts(
  collector: ReferenceCollector,
  script: string,
): Generator<null, void, void> {
  let added = 0;
  for (const constant of constantsIn(script)) {
    if (constant === null || ++added % addressesPerTurn === 0) yield null;
    if (constant === null || !/[:/\\]/.test(constant.text)) continue;
    let isFound = false;
    for (const each of addressesIn(constant)) {
      isFound = true;
      collector.addContact(each.text, each);
      if (++added % addressesPerTurn === 0) yield null;
    }
    const text = constant.text.trim();
    if (!isFound && !/[ "'<>`]/.test(text) && probable.test(hostOf(text).text))
      collector.addContact(text, constant);
  }
}

function* addressesIn(constant: Constant): Generator<Constant, void, void> {
  const { text, isOpen } = constant;
  for (const { 0: piece, index } of text.matchAll(word)) {
    const at = piece.search(beginning);
    const address = piece.slice(at);
    if (at < 0) continue;
    yield {
      ...constant,
      // Within other text, punctuation after an address isn't part of it.
      text: address.length === text.length ? text : address.replace(/^([^(]*)\).*|[\\,;]+$/, '$1'),
      isOpen: isOpen && index + piece.length === text.length,
    };
  }
}
