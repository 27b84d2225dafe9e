/** The English texts of findings, by message id. */
import { lintTexts } from '../data-url/lints/lint-texts.ts';
import { problemTexts } from '../data-url/problem-texts.ts';
import type { Text } from '../english.ts';

/** `{name}` stands for an argument; the first 45 characters hold the fault or its figure. */
export const findingTexts = {
  ...problemTexts,
  ...lintTexts,

  'rule-crashed': 'The rule {rule} stopped with an error: {error}',
  'disallowed-declared': 'Your policy disallows {type} as {destination}.',
  'disallowed-detected':
    'Your policy disallows {type} as {destination}. This is the detected type, not necessarily the declared type.',
  'disallowed-declared-default': 'The default policy disallows {type} as {destination}.',
  'disallowed-detected-default':
    'The default policy disallows {type} as {destination}. This is the detected type, not necessarily the declared type.',

  'unloadable-charset': '{browser} rejects this URL because of a character in the charset.',
  'unloadable-style':
    'Applies in quirks mode only: the style sheet is declared as {type} instead of text/css.',
  'unloadable-module': "Doesn't run: a module needs a JavaScript type, and {type} isn't one.",
  'unloadable-verbatim': '{browser} shows nothing here: everything up to the first ";" counts as the type.',
  'unloadable-media': "Doesn't play in {browser}: {type} isn't a supported media type.",
  'type-mismatch': 'Disguised: declared as {declared}, but the detected type is {detected}.',
  polyglot: 'Two formats in one: the same bytes are also valid as {type}, starting at byte {offset}.',
  'trailing-bytes': '{size} after the end of the file, at byte {offset}. Most viewers ignore this data.',
  'trailing-type':
    '{type} ({size}) after the end of the file, at byte {offset}. Most viewers ignore this data.',
  'active-content': 'Active content: {holds}.',
  'active-content-idle': 'Active content: {holds}. Scripts run only when the URL is opened directly.',
  'active-content-idle-in':
    'Active content: {holds}. Scripts run only in {browser}, and only when the URL is opened directly.',
  'active-content-inert': "Active content: {holds}. Browsers don't run scripts in this media type.",
  'active-content-in': 'Active content: {holds}. Runs only in {browser}, which parses the type as {type}.',
  'active-content-possible-in':
    "May run scripts in {browser}, which parses the type as {type}. The scan didn't follow {by}.",
  'active-content-possible': "May run scripts: the scan didn't follow {by}.",
  'active-content-unread': {
    one: "May run scripts: {count} compressed object couldn't be decompressed.",
    other: "May run scripts: {count} compressed objects couldn't be decompressed.",
  },
  'use-data-url':
    'Browsers no longer load data: URLs in SVG use elements, where scripts got past filters (CVE-2023-5631).',
  'phishing-password': {
    one: 'Asks for a password on a page without an address that people can check.',
    other: 'Asks for passwords in {count} fields on a page without an address that people can check.',
  },
  'phishing-form': 'Sends form data to {action} from a page without an address of its own.',
  'phishing-address':
    "Fake address: the data starts with {address}, which the address bar would show as if it were the page's.",
  'phishing-padding': {
    one: 'Hidden content: {count} white space character pushes the content out of sight.',
    other: 'Hidden content: {count} white space characters push the content out of sight.',
  },
  'script-sends': 'A script puts {source} into a request ({request}).',
  'script-sends-refused':
    'A script puts {source} into a request ({request}). In a data: document, browsers keep this data empty or refuse access.',
  'script-may-send': 'Scripts refer to {source} and send a request ({request}).',
  'external-references': {
    one: '{count} request to another server on every view: {first}.',
    other: '{count} requests to other servers on every view, starting with {first}.',
  },
  'external-blocked': {
    one: "Doesn't load in an image: {count} reference to another server ({first}).",
    other: "Don't load in an image: {count} references to other servers, starting with {first}.",
  },
  'reference-rare-ipv4': 'Rare IPv4 form in a reference: {address} is written as {host} ({forms}).',
  'reference-host-differs':
    'Misleading reference: browsers go to {host}, but RFC 3986 parses the host as {other}.',
  'reference-host-unseen': 'Misleading reference: browsers go to {host}, but RFC 3986 finds no host.',
  'reference-password-nowhere':
    'A reference contains a password in plain view, and browsers reject the reference.',
  'reference-password': 'A reference to {host} contains a password in plain view.',
  'reference-userinfo': 'Misleading reference: browsers go to {host}. The part {shown} is only a user name.',
  'dead-reference': {
    one: "{count} relative reference doesn't resolve ({first}): a data: URL can't be a base URL.",
    other:
      "{count} relative references don't resolve, starting with {first}: a data: URL can't be a base URL.",
  },
  'dead-reference-more': {
    one: "{count} or more relative references don't resolve, starting with {first}: a data: URL can't be a base URL.",
    other:
      "{count} or more relative references don't resolve, starting with {first}: a data: URL can't be a base URL.",
  },
  'bomb-image': 'Can take {megabytes} MB of memory to draw: {width} × {height} pixels.',
  'bomb-scans': 'May take {milliseconds} of processor time to decode this progressive JPEG.',
  'bomb-drawing': 'May take {milliseconds} of processor time each time the SVG is drawn.',
  'bomb-drawing-endless': 'Drawing this SVG may take minutes, or longer than can be estimated.',
  'bomb-compressed': 'The first {packed} alone decompress to {size} or more.',
  'bomb-archive': 'The archive claims to decompress from {packed} to {size}.',
  'xml-entities-nested': 'Nested entities can expand without limit: {name}.',
  'xml-entities-external': 'An external entity refers to another file or server: {name}.',
  'obfuscated-scheme': 'Disguised scheme {scheme}: browsers read "data:", but filters may not.',
  'obfuscated-media-type':
    "Percent-encoded media type: RFC 2397 decodes it, browsers don't, and filters may.",
  'turned-name': 'The file name ends in .{ending}, which bidirectional controls disguise: {name}',
  'risky-charset': 'Risky charset {charset}: filters may see different text than browsers do.',
  'compressed-body': "Compressed with {coding}, which browsers don't decompress here. Contains {type}.",
  'compressed-unknown': "Compressed with {coding}, which browsers don't decompress in a data: URL.",
  'nested-data-url': {
    one: '{count} flagged data: URL inside: {type} (rule {rule}).',
    other: '{count} flagged data: URLs inside. Most severe: {type} (rule {rule}).',
  },
  'partly-read-body': 'Analyzed in part: the first {read} of {size}, and the end.',
  'partly-read-inflated': 'Analyzed in part: the first {read} of the decompressed data.',
  'partly-read-damaged': 'Damaged compression: nothing after the first {read} can be decoded.',
  'partly-read-nested': {
    one: 'Not analyzed: {count} nested data: URL exceeds the limit on depth or number.',
    other: 'Not analyzed: {count} nested data: URLs exceed the limit on depth or number.',
  },

  'wrong-type': 'Declared as {declared}, but the detected type is {detected}.',
  'wrong-type-unknown': "Declared as {declared}, but the first bytes don't match that format.",
  'wrong-type-json': 'Declared as {declared}, but the JSON is invalid at character {at}.',
  'external-body': 'Malformed message/external-body: {problem}',

  'bare-base64': 'Base64 without a data: URL: the detected type is {type}.',
  'base64-text': 'Longer in base64: {before} characters, but {after} when percent-encoded.',
  'base64-text-gzipped':
    'Longer in base64: {before} characters ({gzippedBefore} gzipped), but {after} when percent-encoded ({gzippedAfter} gzipped).',
  'over-escaped': 'Needless escapes: {before} characters where {after} are enough.',
  'over-escaped-gzipped':
    'Needless escapes: {before} characters ({gzippedBefore} gzipped) where {after} ({gzippedAfter}) are enough.',
  'large-in-css': '{size} in CSS delays all content that the style sheet styles ({length} characters).',
  'large-in-css-gzipped':
    '{size} in CSS delays all content that the style sheet styles ({length} characters, {gzipped} gzipped).',
  'large-in-document': "{size} in the document can't be cached separately ({length} characters).",
  'large-in-document-gzipped':
    "{size} in the document can't be cached separately ({length} characters, {gzipped} gzipped).",
  'inline-font': 'A font of {size} in CSS delays all styled content, even text in other fonts.',
  'inline-font-format':
    'A font of {size} in CSS delays all styled content. WOFF2 is usually at least a fifth smaller than {format}.',

  duplicates: {
    one: 'Copies cost {wasted}: {type} ({size}) appears {count} time ({where})',
    other: 'Copies cost {wasted}: {type} ({size}) appears {count} times ({where})',
  },
  'render-blocking':
    '{cost} of data: URLs in style sheets can delay first paint. The first round trip carries {window}.',
  'inline-source-maps': {
    one: '{size} in {count} inline source map, which only developer tools use.',
    other: '{size} in {count} inline source maps, which only developer tools use.',
  },
  'csp-allows-data': "The page's CSP lets data: URLs run scripts: {directive} allows them ({source}).",
  'csp-allows-documents': "The page's CSP lets data: URLs be framed: {directive} allows them ({source}).",
  'csp-blocks': {
    one: "The page's CSP blocks {blocked} of {all} data: URL: {where}. To allow it: {addition}",
    other: "The page's CSP blocks {blocked} of {all} data: URLs: {where}. To allow them: {addition}",
  },
  'csp-blocks-active': {
    one: "The page's CSP blocks {blocked} of {all} data: URL, where scripts could run: {where}. Keep this restriction.",
    other:
      "The page's CSP blocks {blocked} of {all} data: URLs, where scripts could run: {where}. Keep this restriction.",
  },
  'csp-would-block': {
    one: "The page's report-only CSP would block {blocked} of {all} data: URL: {where}. To allow it: {addition}",
    other:
      "The page's report-only CSP would block {blocked} of {all} data: URLs: {where}. To allow them: {addition}",
  },
  'csp-would-block-active': {
    one: "The page's report-only CSP would block {blocked} of {all} data: URL, where scripts could run: {where}.",
    other:
      "The page's report-only CSP would block {blocked} of {all} data: URLs, where scripts could run: {where}.",
  },
} as const satisfies Record<string, Text>;
