/**
 * The English texts of rules, by rule id, and of findings, by message id. The texts are only here: the build generates
 * the extension's English messages from them.
 */
import { lintTexts } from '../data-url/lints/lint-texts.ts';
import { problemTexts } from '../data-url/problems.ts';
import { fillIn } from '../problem.ts';

/** The English texts of a rule, each on one line. */
export interface RuleTexts {
  /** One sentence. */
  title: string;
  /** Why it matters, with the source. */
  why: string;
  fix: string;
}

/**
 * Of each rule, by its id: a title of one sentence, why it matters with its source, and how to repair it. Only
 * surfaces show them, so they do not stand with the rules, which the worker loads.
 */
export const ruleTexts = {
  'invalid-data-url': {
    title: 'The data: URL is broken.',
    why: 'Browsers reject it with a network error (Fetch Standard, data: URL processor), so what it should bring is missing.',
    fix: 'Correct the URL at the marked place.',
  },
  phishing: {
    title: 'It looks like a page that asks for secrets under a false name.',
    why: 'A page in a data: URL has no address that anybody could check: whatever it says it is, it may be. Browsers block links to such pages at the top level for that reason (Chrome since 2017, Firefox since 2018), and frames show them still.',
    fix: 'Let pages with forms have an address; if this one is not yours, report it.',
  },
  'sends-page-data': {
    title: 'Script that sends page data elsewhere.',
    why: "A request gives its server all that stands in it: cookies, stored data, typed passwords. The code of a script element has those of the page. A data: document has an origin of its own (HTML, 7.1.1): browsers refuse it the page's cookies and storage, but not what people type into it.",
    fix: 'Remove the script unless you know the server and what it receives.',
  },
  'use-data-url': {
    title: 'An SVG use element refers to a data: URL.',
    why: 'The content became part of the document, past filters that look at the elements in it: CVE-2023-5631, by which mail was read through Roundcube. For that reason Chromium and Firefox no longer load it; older browsers and other programs may.',
    fix: 'Refer to an element of the same document, or of a file of the same origin.',
  },
  'active-content': {
    title: 'It holds scripts, or what runs them.',
    why: 'In a frame, an object or an embed the scripts of HTML and SVG can run, and have no address by which a filter could block them. In an image they do not run (SVG 2, 2.2: the secure modes), until somebody opens it by itself.',
    fix: 'Remove the scripts, handlers and frames; where it is only a picture, show it in an img element, which runs none.',
  },
  'type-mismatch': {
    title: 'It is something else than it says.',
    why: 'A page, an archive, a document or a program that is declared as a picture passes filters that trust the declared type; whoever saves or sniffs it gets what it really is (MIME Sniffing Standard; RFC 2397, section 6).',
    fix: 'Find out where it comes from; declare what it is, or remove it.',
  },
  polyglot: {
    title: 'The same bytes are two things at once.',
    why: 'A picture that is a script, a page or an archive as well passes every check of its type, and does its work where it is loaded as the other.',
    fix: 'Encode the picture anew, without its metadata.',
  },
  'disallowed-type': {
    title: 'The policy of this tool disallows the media type.',
    why: 'The policy of this tool disallows it, not the page or the browser, which may load it all the same. RFC 2397 section 6: what is marked with a disallowed media type should not be interpreted. Scripts, documents, executables and archives in data: URLs pass filters that look at addresses only.',
    fix: 'Serve it from a file of its own, or allow the type if it is meant.',
  },
  'nested-data-url': {
    title: 'A data: URL inside of it is flagged.',
    why: 'What is dangerous or broken stays so inside another data: URL, where fewer tools look for it.',
    fix: 'See the data: URL inside.',
  },
  'trailing-bytes': {
    title: 'Something stands behind the end of the file.',
    why: 'Most viewers ignore it, and every copy carries it: a place to hide data and programs in, or bytes that are paid for in vain.',
    fix: 'Encode the file anew, or cut it at its end.',
  },
  bomb: {
    title: 'It takes far more memory or time than its size tells.',
    why: 'A few bytes that decode to gigabytes, or take seconds to draw, bring down what opens them: browsers, mail scanners, image servers (CWE-409, CWE-400).',
    fix: 'Do not open it. If it is meant, make the picture smaller or simpler.',
  },
  'xml-entities': {
    title: 'Its document type declares dangerous entities.',
    why: 'Entities made of entities can expand beyond measure ("billion laughs", CWE-776), and external ones read files and servers (CWE-611). Browsers stop the first when they grow too large, and do not fetch the second; XML parsers of servers may be less careful.',
    fix: 'Remove the document type.',
  },
  'compressed-body': {
    title: 'The body is compressed, and its type does not say so.',
    why: 'A data: URL has no Content-Encoding: browsers show compressed SVG or HTML as broken, while whatever unpacks it gets content that no filter has seen.',
    fix: 'Put the data in uncompressed: a server can compress the page as a whole.',
  },
  'obfuscated-url': {
    title: 'It is written so as not to be recognized.',
    why: 'Browsers read schemes in any case, delete tabs and line breaks in them and controls in front of them (URL Standard, 4.4); a search for "data:" or for a media type does not. Hardly anybody writes so by accident.',
    fix: 'Write "data:" and the media type plainly, and look at where this comes from.',
  },
  'turned-name': {
    title: 'Disguised file name.',
    why: 'Bidirectional controls (Unicode UAX #9) show letters in another order than they are stored in: "photo", U+202E and "gpj.exe" look like photoexe.jpg, and open as a program.',
    fix: 'Remove the controls from the name, or do not open the file.',
  },
  'risky-charset': {
    title: 'The charset hides what the text says.',
    why: 'In UTF-7, ISO-2022-JP and UTF-16 the bytes of a script are not the letters that filters look for; the Encoding Standard removed or warns of them for that reason (section 2).',
    fix: 'Write the text in UTF-8.',
  },
  'misleading-reference': {
    title: 'A reference in it is not what it seems.',
    why: 'RFC 3986, sections 7.4 to 7.6: rare forms of addresses, passwords in URLs, and user names that look like hosts mislead people and filters. So do slashes that browsers, which follow the URL Standard, read otherwise than RFC 3986.',
    fix: 'Write the address in its usual form, with two slashes and without user information.',
  },
  syntax: {
    title: 'It is not written as it seems to be meant.',
    why: 'RFC 2397 with its errata, and the Fetch and MIME Sniffing Standards, which browsers follow: they read the URL, but otherwise than its author expects, or than other programs do.',
    fix: 'Correct the marked place.',
  },
  'dead-reference': {
    title: 'Relative references in it lead nowhere.',
    why: 'A data: URL is no base: against it every relative reference fails, but for fragments (URL Standard, "no scheme state"; RFC 3986, section 5.1).',
    fix: 'Write whole URLs, or put what they name into the data.',
  },
  unloadable: {
    title: 'A browser does not load it.',
    why: 'The URL follows the standards, but a browser refuses it where it stands: for a charset in quotes, for a style sheet or a module without its type, for sound or film without a media type. docs/conformance.md has what was measured.',
    fix: 'Declare the type that the destination needs, a charset that is one word, or none, and %3B for “;” in the body of an object.',
  },
  'wrong-type': {
    title: 'The declared type is not that of the bytes.',
    why: 'Browsers look into most images and fonts and show them nevertheless; other programs, and servers that the bytes are sent to, go by the label (MIME Sniffing Standard, sections 6 and 8).',
    fix: 'Declare the type that the bytes have, or repair the bytes.',
  },
  'external-body': {
    title: 'The message/external-body is not well-formed.',
    why: 'RFC 2017 and RFC 2046, section 5.2.3, say what such a body must have, or nobody can fetch what it stands for.',
    fix: 'Correct the header in it.',
  },
  'external-references': {
    title: 'It refers to other servers.',
    why: 'What stands in the page itself still asks other servers each time it is shown, and tells them so. In an image browsers do not follow such references (SVG 2, 2.2), so something is missing there.',
    fix: 'Put what it needs into it, or leave it out.',
  },
  'inline-font': {
    title: 'A font is inlined in a style sheet.',
    why: 'It delays all that the CSS styles for the sake of one typeface, and browsers cannot choose another format or load it when it is needed (zachleat.com, "Web Font Data URIs"); WOFF is about 30 % larger than WOFF2.',
    fix: 'Serve it as a WOFF2 file, with font-display and a preload if it is needed at once.',
  },
  'large-inline': {
    title: 'It is large enough to be a file.',
    why: 'In a style sheet it delays all that the sheet styles, in a document it is loaded anew with each; build tools inline up to 4096 (Vite) or 8096 bytes (webpack).',
    fix: 'Serve it as a file, which is cached and loaded when it is needed.',
  },
  'bare-base64': {
    title: 'Base64 without a data: URL.',
    why: 'Code that puts "data:" and a media type in front of it at run time hides the type from checks of the source. Only the first bytes tell what it is.',
    fix: 'Write the whole data: URL, or load the bytes from a file.',
  },
  'base64-text': {
    title: 'SVG and other text is longer in base64.',
    why: 'Measured on 83 SVG files: base64 adds 34 %, and under gzip 70 %, since it hides all that repeats; percent-encoding of what must be adds 17 %, and 5 % (css-tricks, "Probably don\'t base64 SVG").',
    fix: 'Take the percent-encoded URL.',
  },
  'over-escaped': {
    title: 'More is escaped than needs to be.',
    why: 'encodeURIComponent escapes what URLs allow: measured on 83 SVG files it adds 42 %, more than base64, where the escapes that are needed add 17 %.',
    fix: 'Take the shorter URL.',
  },
  'partly-read': {
    title: 'Not all of it was looked into.',
    why: 'What is very large, deeply nested, damaged or compressed many times over is read only in part, so that reading it harms nobody; the rest may hold anything.',
    fix: 'Save it, and look into it with a program for its type.',
  },
  duplicates: {
    title: 'The same content is in the page several times.',
    why: 'A file is loaded once however often it is used; a data: URL costs its bytes each time that it is written (twbs/bootstrap#31703, vitejs/vite#12517).',
    fix: 'Serve it as a file. Or write it once: in CSS as a custom property or a class, as inline SVG in a symbol.',
  },
  'inline-source-maps': {
    title: 'Source maps are inlined.',
    why: 'They are often larger than the code itself, only developer tools read them, and they show the sources to everyone (browserify/browserify#322).',
    fix: 'Write source maps to files of their own when building for production.',
  },
  'render-blocking': {
    title: 'data: URLs in style sheets can hold back the first paint.',
    why: 'Nothing is painted before the style sheets in the head that apply are there, and what is inlined in them is part of them: 14 kB is what the first round trip carries (RFC 6928); a large picture in base64 was measured to delay the first paint tenfold (csswizardry.com).',
    fix: 'Move large pictures and all fonts from the style sheets into files.',
  },
  'csp-allows-data': {
    title: "The page's policy lets data: URLs run.",
    why: 'With data: in script-src, or in default-src in its place, whoever can put a URL into the page can put a script into it, against which the policy is there. In object-src, frame-src and worker-src it lets documents and workers run that have an origin of their own (CSP Evaluator rates data: in script-src and object-src high).',
    fix: 'Take data: out of that directive; img-src and font-src may have it.',
  },
  'csp-blocks': {
    title: 'A policy of the page does not allow data: URLs that it uses.',
    why: 'What is blocked is missing, and only the console says why: data: must be listed by name, a "*" does not stand for it (CSP3, 6.7.2.8).',
    fix: 'Change the directives that are named, or serve the content as files.',
  },
} as const satisfies Record<string, RuleTexts>;

/** Texts of findings; `{name}` stands for an argument. */
export const texts = {
  ...problemTexts,
  ...lintTexts,

  'rule-crashed': 'The rule {rule} failed: {error}',
  'disallowed-declared': 'Your policy disallows {type} as {destination}.',
  'disallowed-detected':
    'Your policy disallows {type} as {destination}, which the bytes are, whatever is declared.',
  'disallowed-declared-default': 'The default policy disallows {type} as {destination}.',
  'disallowed-detected-default':
    'The default policy disallows {type} as {destination}, which the bytes are, whatever is declared.',

  'unloadable-charset': '{browser} rejects this URL: the charset has a character that it does not accept.',
  'unloadable-style': 'This style sheet applies in quirks mode only: the type is {type}, not text/css.',
  'unloadable-module': "This module does not run: {type} isn't a JavaScript type.",
  'unloadable-verbatim': '{browser} shows nothing here: it takes all up to the first “;” for the type.',
  'unloadable-media': "{browser} does not play this: {type} isn't a media type that it plays.",
  'type-mismatch': 'Declared as {declared}, but by its bytes it is {detected}.',
  polyglot: 'The same bytes are also {type}, from byte {offset} on, for whoever reads them as that.',
  'trailing-bytes':
    '{size} more bytes stand behind the end of the file, at byte {offset}; most viewers ignore them.',
  'trailing-type':
    '{type} of {size} bytes stands behind the end of the file, at byte {offset}; most viewers ignore it.',
  'active-content': 'Active content: {holds}.',
  'active-content-idle':
    'Active content: {holds}. It does not run here, but would if it were opened by itself.',
  'active-content-idle-in':
    'Active content: {holds}. It does not run here, but would in {browser} if it were opened by itself.',
  'active-content-inert': 'Active content: {holds}. Browsers do not run it in this media type.',
  'active-content-in': 'Active content: {holds}. It runs in {browser} alone, which reads it as {type}.',
  'active-content-possible-in':
    'May run scripts in {browser}, which alone reads it as {type}: {by} not followed.',
  'active-content-possible': 'May run scripts: {by} not followed.',
  'active-content-unread': 'May run scripts: compressed objects that could not be read: {count}.',
  'use-data-url':
    'Browsers no longer load a data: URL in an SVG use element: scripts got past filters that way (CVE-2023-5631).',
  'phishing-password':
    'Asks for a password in a page without an address that vouches for it, in fields: {count}.',
  'phishing-form': 'Sends what is typed to {action}, from a form in a page without an address of its own.',
  'phishing-address':
    'The data begins with {address}, which the address bar would show as if the page were from there.',
  'phishing-padding': 'White space in front of the content pushes it out of sight: {count} characters.',
  'script-sends': 'A script puts {source} into a request ({request}).',
  'script-sends-refused':
    'A script puts {source} into a request ({request}); in a data: document it is empty or refused.',
  'script-may-send': 'Scripts name {source} and send a request ({request}).',
  'external-references': 'Requests to other servers on every view: {count}, the first to {first}.',
  'external-blocked':
    'Browsers do not follow these references to other servers in an image: {count}, the first to {first}.',
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
  'bomb-drawing': 'Drawing this SVG may take {milliseconds} ms of processor time each time.',
  'bomb-drawing-endless': 'Drawing this SVG may take minutes, or more than can be estimated.',
  'bomb-compressed': 'Unpacks to {size} bytes and more, from its first {packed} bytes.',
  'bomb-archive': 'The archive promises to unpack {packed} bytes to {size}.',
  'xml-entities-nested': 'Entities made of entities can multiply beyond measure: {name}.',
  'xml-entities-external': 'An entity is to be fetched from elsewhere: {name}.',
  'obfuscated-scheme': 'The scheme is written {scheme}, which browsers read as "data:" and filters may not.',
  'obfuscated-media-type':
    'The media type is percent-escaped: the RFC decodes that, browsers do not, filters may.',
  'turned-name': 'The file name ends in .{ending}, which bidirectional controls disguise: {name}',
  'risky-charset': 'In the charset {charset} plain bytes are not the text that filters see.',
  'compressed-body': 'Browsers do not undo {coding} in a data: URL; inside is {type}.',
  'compressed-unknown': 'Browsers do not undo {coding} in a data: URL.',
  'nested-data-url': '{type} inside of it is flagged by the rule {rule}; flagged data: URLs inside: {count}.',
  'partly-read-body': 'Only the first {read} of {size} bytes and the end were looked into.',
  'partly-read-inflated': 'Of what is compressed only the first {read} bytes were looked into.',
  'partly-read-damaged': 'What is compressed is damaged behind its first {read} bytes.',
  'partly-read-nested': 'Too many or too deep data: URLs inside of it were not looked into: {count}.',

  'wrong-type': 'The declared type is {declared}, the bytes are {detected}.',
  'wrong-type-unknown': 'The declared type is {declared}, but the bytes do not begin as such a file does.',
  'wrong-type-json': 'The declared type is {declared}, but it breaks the grammar of JSON at character {at}.',
  'external-body': 'The message/external-body is not well-formed: {problem}',

  'bare-base64': 'Base64 without "data:" in front; the first bytes are those of {type}.',
  'base64-text': 'Base64 makes text longer: {before} characters; percent-encoded it has {after}.',
  'base64-text-gzipped':
    'Base64 makes text longer: {before} characters ({gzippedBefore} bytes under gzip); percent-encoded it has {after} ({gzippedAfter} under gzip).',
  'over-escaped': 'More is escaped than necessary: {before} characters, where {after} would do.',
  'over-escaped-gzipped':
    'More is escaped than necessary: {before} characters ({gzippedBefore} bytes under gzip), where {after} ({gzippedAfter}) would do.',
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

  duplicates: 'Copies cost {wasted} bytes: {type} of {size} bytes is there {count} times ({where})',
  'render-blocking':
    '{cost} bytes of data: URLs in style sheets can hold back the first paint: more than the {window} bytes of the first round trip.',
  'inline-source-maps': '{size} bytes of source maps are inlined, which only developer tools read: {count}.',
  'csp-allows-data': "The page's CSP lets data: URLs run: {directive} allows them ({source}).",
  'csp-allows-documents': "The page's CSP lets data: URLs be framed: {directive} allows them ({source}).",
  'csp-blocks':
    "The page's CSP blocks {blocked} of {all} data: URLs: {where}. This would allow them: {addition}",
  'csp-blocks-active':
    "The page's CSP blocks {blocked} of {all} data: URLs, in places where they could run scripts: {where}. Leave it so.",
  'csp-would-block':
    "The page's report-only CSP would block {blocked} of {all} data: URLs: {where}. This would allow them: {addition}",
  'csp-would-block-active':
    "The page's report-only CSP would block {blocked} of {all} data: URLs, in places where they could run scripts: {where}.",
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
