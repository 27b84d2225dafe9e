/**
 * The English texts of findings, by message id; `{name}` stands for an argument. The texts are only here: the build
 * generates the extension's English messages from them.
 */
import { lintTexts } from '../data-url/lints/lint-texts.ts';
import { problemTexts } from '../data-url/problems.ts';
import { fillIn } from '../problem.ts';

export const texts = {
  ...problemTexts,
  ...lintTexts,

  'rule-crashed': 'The rule {rule} failed: {error}',
  'disallowed-declared': 'Disallowed as {destination}: the media type is {type}.',
  'disallowed-detected': 'Disallowed as {destination}: by its bytes it is {type}, whatever type is declared.',

  'unloadable-charset': '{browser} rejects this URL: the charset has a character that it does not accept.',
  'unloadable-style': 'This style sheet applies in quirks mode only: the type is {type}, not text/css.',
  'unloadable-module': "This module does not run: {type} isn't a JavaScript type.",
  'unloadable-verbatim': '{browser} shows nothing here: it takes all up to the first “;” for the type.',
  'unloadable-media': "{browser} does not play this: {type} isn't a media type that it plays.",
  'type-mismatch': 'Declared as {declared}, but by its bytes it is {detected}.',
  polyglot: 'The same bytes are also {type}, from byte {offset} on, for whoever reads them as that.',
  'trailing-bytes':
    'Behind the end of the file, at byte {offset}, stand more bytes, which most viewers ignore: {size}.',
  'trailing-type':
    'Behind the end of the file, at byte {offset}, stands more, which most viewers ignore: {type}, {size} bytes.',
  'active-content': 'Active content: {holds}.',
  'active-content-idle':
    'Active content that does not run here, but would if it were opened by itself: {holds}.',
  'active-content-idle-in':
    'Active content that does not run here, but would in {browser} if it were opened by itself: {holds}.',
  'active-content-inert': 'Active content, which browsers do not run in this media type: {holds}.',
  'active-content-in': 'Active content that runs in {browser} alone, which reads it as {type}: {holds}.',
  'active-content-possible-in':
    'May run scripts in {browser}, which alone reads it as {type}: {by} not followed.',
  'active-content-possible': 'May run scripts: {by} not followed.',
  'active-content-unread': 'May run scripts: compressed objects that could not be read: {count}.',
  'use-data-url':
    'An SVG use element refers to a data: URL, which browsers no longer load: scripts got past filters that way (CVE-2023-5631).',
  'phishing-password':
    'A page without an address that vouches for it asks for a password, in fields: {count}.',
  'phishing-form': 'A form in a page without an address of its own sends what is typed to {action}.',
  'phishing-address':
    'The data begins with {address}, which the address bar would show as if the page were from there.',
  'phishing-padding': 'White space in front of the content pushes it out of sight: {count} characters.',
  'script-sends': 'A script puts {source} into a request ({request}).',
  'script-sends-refused':
    'A script puts {source} into a request ({request}); in a data: document it is empty or refused.',
  'script-may-send': 'Scripts name {source} and send a request ({request}).',
  'external-references': 'Requests to other servers on every view: {count}, the first to {first}.',
  'external-blocked':
    'References to other servers, which browsers do not follow in an image: {count}, the first to {first}.',
  'reference-rare-ipv4': 'A reference in it writes the address {address} in a rare form ({forms}): {host}.',
  'reference-host-differs': 'Browsers follow a reference to {host}, where RFC 3986 reads the host {other}.',
  'reference-host-unseen': 'Browsers follow a reference to {host}, where RFC 3986 reads no host.',
  'reference-password-nowhere': 'A reference that browsers refuse holds a password for everyone to read.',
  'reference-password': 'A reference in it, to {host}, holds a password for everyone to read.',
  'reference-userinfo': 'A reference in it leads to {host}, not to {shown}, which is only a user name.',
  'dead-reference':
    'Relative references lead nowhere, since a data: URL is no base: {count}, the first {first}.',
  'dead-reference-more':
    'Relative references lead nowhere, since a data: URL is no base: {count} or more, the first {first}.',
  'bomb-image':
    '{width} × {height} pixels: to show it can take {megabytes} MB of memory, however few its bytes are.',
  'bomb-scans': 'Decoding this progressive JPEG may take {milliseconds} ms of the processor.',
  'bomb-drawing': 'Drawing this SVG may take {milliseconds} ms of the processor, each time that it is drawn.',
  'bomb-drawing-endless': 'Drawing this SVG may take minutes, or more than can be estimated.',
  'bomb-compressed': 'What is compressed in its first {packed} bytes unpacks to {size} and more.',
  'bomb-archive': 'The archive promises to unpack {packed} bytes to {size}.',
  'xml-entities-nested':
    'Its document type declares entities made of entities, which can multiply beyond measure: {name}.',
  'xml-entities-external':
    'Its document type declares an entity that is to be fetched from elsewhere: {name}.',
  'obfuscated-scheme': 'The scheme is written {scheme}, which browsers read as "data:" and filters may not.',
  'obfuscated-media-type':
    'The media type is percent-escaped: the RFC decodes that, browsers do not, filters may.',
  'turned-name': 'Bidirectional controls disguise a file name that ends in .{ending}: {name}',
  'risky-charset': 'In the charset {charset} plain bytes are not the text that filters see.',
  'compressed-body':
    'The body is compressed by {coding}, which browsers do not undo in a data: URL; inside is {type}.',
  'compressed-unknown': 'The body is compressed by {coding}, which browsers do not undo in a data: URL.',
  'nested-data-url': 'Flagged data: URLs inside of it: {count}, the worst {type} by the rule {rule}.',
  'partly-read-body': 'Of its {size} bytes only the first {read} and the end were looked into.',
  'partly-read-inflated': 'Of what is compressed only the first {read} bytes were looked into.',
  'partly-read-damaged': 'What is compressed is damaged behind its first {read} bytes.',
  'partly-read-nested':
    'data: URLs inside of it that were not looked into, since they are too many or too deep: {count}.',

  'wrong-type': 'The declared type is {declared}, the bytes are {detected}.',
  'wrong-type-unknown': 'The declared type is {declared}, but the bytes do not begin as such a file does.',
  'wrong-type-json': 'The declared type is {declared}, but it breaks the grammar of JSON at character {at}.',
  'external-body': 'The message/external-body is not well-formed: {problem}',

  'base64-text': 'Base64 makes text longer: {before} characters; percent-encoded it has {after}.',
  'base64-text-gzipped':
    'Base64 makes text longer: {before} characters ({gzippedBefore} bytes under gzip); percent-encoded it has {after} ({gzippedAfter} under gzip).',
  'over-escaped': 'More is escaped than needs to be: {before} characters, where {after} would do.',
  'over-escaped-gzipped':
    'More is escaped than needs to be: {before} characters ({gzippedBefore} bytes under gzip), where {after} ({gzippedAfter}) would do.',
  'large-in-css': '{size} bytes in CSS, which delay all that it styles: {length} characters.',
  'large-in-css-gzipped':
    '{size} bytes in CSS, which delay all that it styles: {length} characters ({gzipped} bytes under gzip).',
  'large-in-document':
    '{size} bytes in the document, where no cache keeps them apart from it: {length} characters.',
  'large-in-document-gzipped':
    '{size} bytes in the document, where no cache keeps them apart from it: {length} characters ({gzipped} bytes under gzip).',
  'inline-font': 'A font of {size} bytes in CSS delays all that it styles, also text in other fonts.',
  'inline-font-format':
    'A font of {size} bytes in CSS delays all that it styles; as WOFF2 it would usually be at least a fifth smaller than as {format}.',

  duplicates: '{type} of {size} bytes is there {count} times; the copies cost {wasted} bytes: {where}',
  'render-blocking':
    'data: URLs in style sheets, which can hold back the first paint: {cost} bytes, more than the {window} bytes of the first round trip.',
  'inline-source-maps': 'Source maps that only developer tools read are inlined: {count}, {size} bytes.',
  'csp-allows-data':
    "The page's security policy (CSP, {source}) lets data: URLs run: {directive} allows them.",
  'csp-allows-documents':
    "The page's security policy (CSP, {source}) lets data: URLs be framed: {directive} allows them.",
  'csp-blocks': 'The policy blocks {blocked} of {all} data: URLs: {where}. This would allow them: {addition}',
  'csp-blocks-active':
    'The policy blocks {blocked} of {all} data: URLs, in places where they could run scripts: {where}. Leave it so.',
  'csp-would-block':
    'The policy that only reports would block {blocked} of {all} data: URLs: {where}. This would allow them: {addition}',
  'csp-would-block-active':
    'The policy that only reports would block {blocked} of {all} data: URLs, in places where they could run scripts: {where}.',
} as const satisfies Record<string, string>;

export type MessageId = keyof typeof texts;

/** Arguments that the text does not show. */
const unshownArguments: Partial<Record<MessageId, readonly string[]>> = {
  'base64-leftover-bits': ['character'],
  'quoted-parameter': ['count'],
  'charset-without-name': ['count'],
  'parameter-without-value': ['count'],
  'parameter-without-name': ['count'],
  'parameter-name': ['count'],
  'duplicate-parameter': ['count'],
  'empty-parameter': ['count'],
  'base64-repeated': ['count'],
};

/** The arguments of a message in the order of their names, by which translations number them. */
export function argumentNames(id: MessageId): string[] {
  const shown = [...texts[id].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return [...new Set([...shown, ...(unshownArguments[id] ?? [])])].sort();
}

/** The English text of a message with its arguments inserted. */
export function englishText(id: MessageId, args: Record<string, string | number>): string {
  return fillIn(texts[id], args);
}
