/** The calls and assignments by which a script sends a request, with their addresses and contents. */
import { clip } from '../truncate.ts';
import { isAddress, joined, ofText, unknown, type Value } from './script-values.ts';

export interface Sink {
  /** The function or property that sends it: `fetch`, `location.href`. */
  by: string;
  /** The known part of its address. */
  address: Value;
  /** The data that is sent, including the address. */
  content: Value;
}

/** Functions and constructors whose first argument is an address. */
const requests = new Set(
  'fetch sendBeacon WebSocket EventSource Worker SharedWorker importScripts import axios'.split(' '),
);
/**
 * Functions of jQuery, axios and similar libraries; other objects have methods of these names, too, so only an address
 * proves them.
 */
const libraryRequests = new Set('ajax get getJSON getScript load patch post put request'.split(' '));
const attributeSetters: Readonly<Record<string, number>> = {
  setAttribute: 1,
  setAttributeNS: 2,
  attr: 1,
  prop: 1,
};
/** Attributes and properties, in lower case, whose value browsers fetch, follow or submit to. */
const attributes = new Set(
  'action background data formaction href ping poster src srcset xlink:href'.split(' '),
);
const markupProperties = /^(?:(?:inner|outer)HTML|background|backgroundImage|content|cssText|srcdoc)$/;
const markupCallees = new Set(
  'append html insertAdjacentHTML parseFromString prepend write writeln'.split(' '),
);

/** Expressions for other windows, including the frames by their numbers. */
const windows = /^(?:top|parent|opener|open\(\)|\*|\d+)$/;

const nameOf = (path: readonly string[]): string => clip(path.slice(-2).join('.'), 60);

/** @param all the common value of all arguments */
export function sinkOfCall({ path, text }: Value, args: readonly Value[], all: Value): Sink | null {
  if (path === null) return null;
  const name = path.at(-1) as string;
  const owner = path.at(-2);
  const [first = unknown, second = unknown] = args;
  const by = nameOf(path);
  if (requests.has(name)) return { by, address: first, content: all };
  if (name === 'open')
    return { by, address: /^[a-z]{3,8}$/i.test(first.text ?? '') ? second : first, content: all };
  if ((name === 'assign' || name === 'replace') && owner === 'location')
    return { by, address: first, content: first };
  if (name === 'navigate' && owner === 'navigation') return { by, address: first, content: first };
  // Sends a request, whose address was given when it was opened.
  if (name === 'send') return { by, address: { ...unknown, text }, content: all };
  if (name === 'postMessage' && isAddress(second.text ?? '')) return { by, address: second, content: first };
  if (libraryRequests.has(name) && first.text !== null && isAddress(first.text))
    return { by, address: first, content: all };
  if (Object.hasOwn(attributeSetters, name)) {
    const at = attributeSetters[name] as number;
    const [attribute = unknown, value = unknown] = args.slice(at - 1);
    return attribute.text === null ? null : sinkOfAttribute(attribute.text, attribute.text, value);
  }
  return markupCallees.has(name) ? sinkOfMarkup(by, all) : null;
}

export function sinkOfAssignment({ path }: Value, value: Value): Sink | null {
  if (path === null) return null;
  const name = path.at(-1) as string;
  const by = nameOf(path);
  const isWindow = path.length === 1 || windows.test(path.at(-2) as string);
  if ((name === 'location' && isWindow) || (name === 'href' && path.at(-2) === 'location'))
    return { by, address: value, content: value };
  if (markupProperties.test(name) && !isAddress(value.text ?? '')) return sinkOfMarkup(by, value);
  const sink = sinkOfAttribute(name, by, value);
  // A form of the document whose target is changed sends the data that is typed into it.
  const isForm = /^(?:form)?action$/i.test(name) && path[0] === 'document' && path[1] !== 'createElement()';
  return sink && isForm
    ? { ...sink, content: joined(value, { ...unknown, reads: clip(path.slice(0, -1).join('.'), 60) }) }
    : sink;
}

const sinkOfAttribute = (attribute: string, by: string, value: Value): Sink | null =>
  attributes.has(attribute.toLowerCase()) && value.text !== null && isAddress(value.text)
    ? { by, address: value, content: value }
    : null;

/** Code units at the end of a piece of markup that are searched for the beginning of an address. */
const reach = 512;

/** Markup or style in which an address continues with a variable part. */
function sinkOfMarkup(by: string, content: Value): Sink | null {
  const text = content.text?.slice(-reach) ?? '';
  const start = text.lastIndexOf('//');
  const scheme = /(?:https?|wss?|ftp):$/i.exec(text.slice(0, Math.max(0, start)))?.[0] ?? '';
  const address = start < 0 ? '' : scheme + text.slice(start);
  return address === '' || /[\s"'<>()]/.test(address)
    ? null
    : { by, address: { ...ofText(address), isOpen: true }, content };
}
