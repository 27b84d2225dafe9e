/** The English texts of findings, by message id. */
import { lintTexts } from '../data-url/lints/lint-texts.ts';
import { problemTexts } from '../data-url/problem-texts.ts';
import { hasEnglish } from '../has-english.ts';

/** `{name}` stands for an argument; the first 45 characters hold the fault or its figure. */
export const findingTexts = hasEnglish && {
  ...problemTexts,
  ...lintTexts,

  'rule-crashed': 'Rule "{rule}" stopped with an error. Report this bug: {error}',
  'disallowed-declared': 'Your policy disallows {type} {destination}.',
  'disallowed-detected':
    'Your policy disallows {type} (detected type) {destination}. The declared type may differ.',
  'disallowed-declared-default': '{why}: {type} {destination}. Disallowed by default.',
  'disallowed-detected-default':
    '{why}: {type} (detected type) {destination}. Disallowed by default. The declared type may differ.',

  'unloadable-charset': '{browser} rejects this URL because of a character in the charset parameter.',
  'unloadable-style': 'Style sheet applies only in quirks mode: the URL declares {type} instead of text/css.',
  'unloadable-module': "Doesn't run: a module needs a JavaScript type, and {type} isn't one.",
  'unloadable-verbatim':
    '{browser} shows nothing here: the browser uses everything before the first ";" verbatim as the media type.',
  'unloadable-media': "Doesn't play in {browser}: {type} isn't a supported media type.",
  'type-mismatch': 'Disguised as {declared}, detected as {detected}.',
  polyglot: 'Also valid as {type} from byte {offset}: the same bytes match two formats.',
  'trailing-bytes':
    '{size} of data after the end of the file, starting at byte {offset}. Most viewers ignore this data.',
  'trailing-type':
    '{type} ({size}) after the end of the file, starting at byte {offset}. Most viewers ignore this data.',
  'active-content': 'Active content: {holds}.',
  'active-content-idle': 'Active content: {holds}. Scripts run only when a user opens the URL directly.',
  'active-content-idle-in':
    'Active content: {holds}. Scripts run only in {browser}, and only when a user opens the URL directly.',
  'active-content-inert': "Active content: {holds}. Browsers don't run scripts in this media type.",
  'active-content-in':
    'Active content: {holds}. Scripts run only in {browser}, which parses the type as {type}.',
  'active-content-possible-in':
    "May run scripts in {browser}, which parses the type as {type}. The scan didn't follow {by}.",
  'active-content-possible': "May run scripts: the scan didn't follow {by}.",
  'active-content-unread': {
    one: "May contain scripts in {count} compressed object that the scan couldn't decompress.",
    other: "May contain scripts in {count} compressed objects that the scan couldn't decompress.",
  },
  'use-data-url':
    'SVG "use" elements no longer load data: URLs. Scripts in such URLs bypassed filters (CVE-2023-5631).',
  'phishing-password': {
    one: 'Asks for a password on a page without a verifiable address.',
    other: 'Asks for passwords in {count} fields on a page without a verifiable address.',
  },
  'phishing-form': 'Sends form data to {action} from a page without a verifiable address.',
  'phishing-address':
    "Fake address: the data starts with {address}, which the address bar would show as the page's address.",
  'phishing-padding': {
    one: 'Hidden content: {count} whitespace character pushes the content out of sight.',
    other: 'Hidden content: {count} whitespace characters push the content out of sight.',
  },
  'external-references': {
    one: '{count} request to another server on every view: {first}.',
    other: '{count} requests to other servers on every view (first: {first}).',
  },
  'external-blocked': {
    one: "{count} reference to another server doesn't load: browsers block {first} inside an image.",
    other:
      "{count} references to other servers don't load: browsers block these inside an image (first: {first}).",
  },
  'reference-rare-ipv4': 'Rare IPv4 form in a reference: {host} ({forms}) stands for {address}.',
  'reference-host-differs':
    'Misleading: browsers connect to {host}, but parsers that follow RFC 3986 find {other}.',
  'reference-host-unseen':
    'Misleading: browsers connect to {host}, but parsers that follow RFC 3986 find no host.',
  'reference-password-nowhere': 'Readable password in a reference that browsers reject.',
  'reference-password': 'Readable password in a reference to {host}.',
  'reference-userinfo': 'Misleading: browsers connect to {host}. "{shown}" is only a user name.',
  'dead-reference': {
    one: "{count} relative reference doesn't resolve ({first}): a data: URL can't be a base URL.",
    other: "{count} relative references don't resolve (first: {first}): a data: URL can't be a base URL.",
  },
  'dead-reference-more': {
    one: "{count} or more relative references don't resolve (first: {first}): a data: URL can't be a base URL.",
    other:
      "{count} or more relative references don't resolve (first: {first}): a data: URL can't be a base URL.",
  },
  'bomb-image': 'May take {megabytes} MB of memory to render: {width} × {height} pixels.',
  'bomb-scans': 'This progressive JPEG may take {milliseconds} of processor time to decode.',
  'bomb-drawing': 'Each rendering of this SVG may take {milliseconds} of processor time.',
  'bomb-drawing-endless':
    'Each rendering of this SVG may take minutes, or longer than the scan can estimate.',
  'bomb-compressed': 'The first {packed} alone decompresses to {size} or more.',
  'bomb-archive': "Decompresses from {packed} to {size}, according to the archive's declared sizes.",
  'xml-entities-nested': 'The nested entity "{name}" can expand exponentially.',
  'xml-entities-external': 'The external entity "{name}" refers to another file or server.',
  'obfuscated-scheme': 'Disguised scheme "{scheme}": browsers recognize "data:", but filters may not.',
  'obfuscated-media-type':
    "Percent-encoded media type: browsers don't decode it, but filters that follow RFC 2397 may.",
  'turned-name':
    'Disguised file extension .{ending}: the name {name} contains bidirectional control characters.',
  'risky-charset': 'Risky charset "{charset}": filters may see different text than browsers do.',
  'compressed-body': "Compressed with {coding} (contains {type}): browsers don't decompress data: URLs.",
  'compressed-unknown': "Compressed with {coding}: browsers don't decompress data: URLs.",
  'nested-data-url': {
    one: '{count} flagged nested data: URL: {type} ({rule}).',
    other: '{count} flagged nested data: URLs. Most severe: {type} ({rule}).',
  },
  'partly-read-body': 'Partly analyzed: only the first {read} and the end of the {size} body.',
  'partly-read-inflated': 'Partly analyzed: only the first {read} of the decompressed data.',
  'partly-read-damaged':
    "Damaged compressed data: the scan couldn't decompress anything after the first {read}.",
  'partly-read-nested': {
    one: 'Not analyzed: {count} nested data: URL exceeds the depth or count limit.',
    other: 'Not analyzed: {count} nested data: URLs exceed the depth or count limit.',
  },

  'wrong-type': 'Declared as {declared}, detected as {detected}.',
  'wrong-type-unknown': "The first bytes don't match {declared}, the declared type.",
  'wrong-type-json': 'Invalid JSON at character {at} in content declared as {declared}.',
  'cut-off-file': 'Incomplete file: the end of this {type} file is missing or damaged.',
  'malformed-svg-unclosed': 'Incomplete SVG: the text ends within <{element}>.',
  'malformed-svg-mismatched': 'Malformed SVG: </{found}> at character {at}, where </{expected}> is expected.',
  'malformed-svg-attribute': 'Malformed SVG: an attribute of <{element}> is invalid at character {at}.',
  'malformed-svg-prefix': 'Malformed SVG: the prefix "{prefix}" isn\'t declared (character {at}).',
  'malformed-svg-reference': 'Malformed SVG: "{reference}" at character {at} isn\'t a reference in XML.',
  'malformed-svg-outside': 'Malformed SVG: content outside of the root element at character {at}.',
  'malformed-svg-syntax': 'Malformed SVG: invalid XML at character {at}.',
  'malformed-svg-root': "Not an SVG: the root isn't <svg> in the namespace http://www.w3.org/2000/svg.",
  'external-body': 'Malformed message/external-body. {problem}',

  'bare-base64': 'Base64 without a data: URL (detected type: {type}).',
  'base64-text': 'Longer in base64: {before} characters, but {after} when percent-encoded.',
  'base64-text-gzipped':
    'Longer in base64: {before} characters ({gzippedBefore} gzipped), but {after} when percent-encoded ({gzippedAfter} gzipped).',
  'over-escaped': 'Needless escapes: {before} characters where {after} are enough.',
  'over-escaped-gzipped':
    'Needless escapes: {before} characters ({gzippedBefore} gzipped) where {after} ({gzippedAfter} gzipped) are enough.',
  'large-in-css': '{size} in CSS delays all styled content. The URL has {length} characters.',
  'large-in-css-gzipped':
    '{size} in CSS delays all styled content. The URL has {length} characters ({gzipped} gzipped).',
  'large-in-document':
    "Browsers can't separately cache {size} in the document. The URL has {length} characters.",
  'large-in-document-gzipped':
    "Browsers can't separately cache {size} in the document. The URL has {length} characters ({gzipped} gzipped).",
  'inline-font': '{size} of font data in CSS delays all styled content, even text in other fonts.',
  'inline-font-format':
    '{size} of font data in CSS delays all styled content. WOFF2 is usually at least a fifth smaller than {format}.',

  duplicates: {
    one: 'Copies cost {wasted}. {type} ({size}) appears {count} time: {where}.',
    other: 'Copies cost {wasted}. {type} ({size}) appears {count} times: {where}.',
  },
  'render-blocking':
    '{cost} of data: URLs in style sheets can delay first paint. The first round trip carries {window}.',
  'inline-source-maps': {
    one: '{size} in {count} inline source map, which only developer tools use.',
    other: '{size} in {count} inline source maps, which only developer tools use.',
  },
  'csp-allows-data': "The page's CSP lets data: URLs run as scripts because of {directive} ({source}).",
  'csp-allows-documents': "The page's CSP lets iframes load data: URLs because of {directive} ({source}).",
  'csp-ignored-directive':
    "Browsers ignore {directive} in the page's CSP ({source}) because of {character} at position {at}.",
  'csp-ignored-directive-hides':
    "Browsers ignore {directive} in the page's CSP ({source}) because of {character} at position {at}. {browser} also ignores the later {directive}.",
  'csp-blocks': {
    one: 'The page\'s CSP blocks the data: URL of {where}. To allow this URL, use "{addition}".',
    other:
      'The page\'s CSP blocks {blocked} of {all} data: URLs: {where}. To allow these URLs, use "{addition}".',
  },
  'csp-blocks-active': {
    one: "The page's CSP blocks the data: URL of {where}. Scripts can run there, so keep this restriction.",
    other:
      "The page's CSP blocks {blocked} of {all} data: URLs: {where}. Scripts can run there, so keep this restriction.",
  },
  'csp-would-block': {
    one: 'The report-only CSP would block the data: URL of {where}. To allow this URL, use "{addition}".',
    other:
      'The report-only CSP would block {blocked} of {all} data: URLs: {where}. To allow these URLs, use "{addition}".',
  },
  'csp-would-block-active': {
    one: 'The report-only CSP would block the data: URL of {where}, where scripts can run.',
    other: 'The report-only CSP would block {blocked} of {all} data: URLs: {where}. Scripts can run there.',
  },
};
