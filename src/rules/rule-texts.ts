/**
 * The English texts of rules, by rule id. Only surfaces show them, so they are separate from the rules, which
 * the worker loads.
 */

/** The English texts of a rule, each on one line. */
export interface RuleTexts {
  /** A noun phrase of at most six words. */
  title: string;
  /** The consequence, in one sentence. */
  why: string;
  fix: string;
  /** The standard, measurement or documentation that supports `why`. */
  source: { name: string; url: string };
}

const rfc = (number: number, section: string) => ({
  name: `RFC ${number} §${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
});
const cwe = (number: number) => ({
  name: `CWE-${number}`,
  url: `https://cwe.mitre.org/data/definitions/${number}.html`,
});

export const ruleTexts = {
  'invalid-data-url': {
    title: 'Broken data: URL',
    why: 'Browsers reject the URL with a network error, so the content is missing from the page.',
    fix: 'Correct the URL at the marked position.',
    source: {
      name: 'Fetch Standard, data: URL processor',
      url: 'https://fetch.spec.whatwg.org/#data-url-processor',
    },
  },
  phishing: {
    title: 'Possible phishing page',
    why: 'A page in a data: URL has no verifiable address and can pretend to be any site.',
    fix: "Move the form to a page that has its own address. If the form isn't yours, report it as phishing.",
    source: {
      name: 'MDN, data: URLs, Security issues',
      url: 'https://developer.mozilla.org/en-US/docs/Web/URI/Reference/Schemes/data',
    },
  },
  'use-data-url': {
    title: 'data: URL in SVG use element',
    why: 'The content becomes part of the document but bypasses filters, as in past attacks on webmail.',
    fix: 'Refer to an element in the same document or in a file from the same origin.',
    source: { name: 'CVE-2023-5631', url: 'https://nvd.nist.gov/vuln/detail/CVE-2023-5631' },
  },
  'active-content': {
    title: 'Active content',
    why: 'Filters have no address to block when scripts in HTML or SVG run in iframe, object, or embed elements.',
    fix: "Remove scripts, event handlers, and iframes. Show images in an img element, which doesn't run scripts.",
    source: {
      name: 'SVG 2 §2.2',
      url: 'https://www.w3.org/TR/SVG2/conform.html#processing-modes',
    },
  },
  'type-mismatch': {
    title: 'Disguised content',
    why: 'A page, archive, or program declared as an image passes filters that trust the declared type.',
    fix: 'Check where the URL comes from, and then declare the real type or remove the URL.',
    source: rfc(2397, '6'),
  },
  polyglot: {
    title: 'Two formats in one file',
    why: 'An image that is also a script, page, or archive passes type checks but acts as the other format.',
    fix: 'Re-encode the image without metadata.',
    source: cwe(434),
  },
  'disallowed-type': {
    title: 'Disallowed media type',
    why: "In data: URLs, scripts with the page's rights, imitated login forms, and programs pass filters that look only at addresses.",
    fix: 'Serve the content as a file, or allow the type if you need it.',
    source: rfc(2397, '6'),
  },
  'nested-data-url': {
    title: 'Nested data: URL with findings',
    why: 'Content stays dangerous or broken inside another data: URL, where fewer tools look.',
    fix: 'Open the nested data: URL and follow the advice there.',
    source: { name: 'MITRE ATT&CK, T1027', url: 'https://attack.mitre.org/techniques/T1027/' },
  },
  'cut-off-file': {
    title: 'Incomplete file',
    why: 'Browsers show a part of such a file, or nothing.',
    fix: 'Embed the whole file again.',
    source: { name: 'PNG (Third Edition)', url: 'https://www.w3.org/TR/png-3/' },
  },
  'malformed-svg': {
    title: 'Malformed SVG',
    why: "Browsers show nothing of an SVG image that isn't well-formed XML in the SVG namespace.",
    fix: 'Correct the XML: each element closed, attributes in quotes, xmlns and all prefixes declared.',
    source: { name: 'SVG 2, 2.5', url: 'https://www.w3.org/TR/SVG2/conform.html' },
  },
  'trailing-bytes': {
    title: "Data after the file's end",
    why: 'Most viewers ignore trailing data, which can hide content and makes every copy larger.',
    fix: 'Re-encode the file, or remove the data after its end.',
    source: { name: 'MITRE ATT&CK, T1027.003', url: 'https://attack.mitre.org/techniques/T1027/003/' },
  },
  bomb: {
    title: 'Decompression or rendering bomb',
    why: 'A few bytes that expand to gigabytes or take seconds to render can freeze browsers, scanners, and servers.',
    fix: "Don't open the content. If the content is yours, reduce its decoded size or complexity.",
    source: cwe(409),
  },
  'xml-entities': {
    title: 'Dangerous XML entities',
    why: 'Nested entities can expand exponentially, and external entities can read data from files and internal servers.',
    fix: 'Remove the document type declaration.',
    source: cwe(776),
  },
  'compressed-body': {
    title: 'Undeclared compression',
    why: 'A data: URL has no Content-Encoding header, so compressed content breaks in browsers and escapes filters.',
    fix: 'Store the data uncompressed. The server can compress the whole page.',
    source: {
      name: 'Fetch Standard, data: URL processor',
      url: 'https://fetch.spec.whatwg.org/#data-url-processor',
    },
  },
  'obfuscated-url': {
    title: 'Disguised data: URL',
    why: 'Browsers accept tabs, line breaks, and any case in the scheme, but a search for "data:" misses these variants.',
    fix: 'Write "data:" and the media type plainly, and check where the URL comes from.',
    source: { name: 'URL Standard, URL parsing', url: 'https://url.spec.whatwg.org/#url-parsing' },
  },
  'turned-name': {
    title: 'Disguised file name',
    why: "Bidirectional control characters reorder letters on screen, so a program's name can look like photoexe.jpg.",
    fix: "Remove the bidirectional control characters from the file name, or don't open the file.",
    source: { name: 'Unicode UAX #9', url: 'https://www.unicode.org/reports/tr9/' },
  },
  'risky-charset': {
    title: 'Charset that hides text',
    why: 'Filters that search for ASCII text miss scripts encoded in UTF-7, ISO-2022-JP, or UTF-16.',
    fix: 'Encode the text as UTF-8.',
    source: {
      name: 'Encoding Standard, Security background',
      url: 'https://encoding.spec.whatwg.org/#security-background',
    },
  },
  'misleading-reference': {
    title: 'Misleading reference',
    why: 'Rare address forms mislead people and filters, as do user names or passwords that look like hosts.',
    fix: 'Write the address in its usual form, with two slashes and without user information.',
    source: rfc(3986, '7.6'),
  },
  syntax: {
    title: 'Unintended syntax',
    why: 'Browsers accept the URL but parse it differently than the author intended or than other programs do.',
    fix: 'Correct the URL at the marked position.',
    source: rfc(2397, '3'),
  },
  'dead-reference': {
    title: 'Unresolvable relative references',
    why: "A data: URL can't be a base URL, so relative references don't resolve and their resources are missing.",
    fix: 'Use absolute URLs, or include the referenced content in the data: URL.',
    source: { name: 'URL Standard, no scheme state', url: 'https://url.spec.whatwg.org/#no-scheme-state' },
  },
  unloadable: {
    title: 'Content rejected by a browser',
    why: 'At least one browser rejects the URL in this context, although the URL follows the standards.',
    fix: 'Declare the type that this context requires. Use a charset name without spaces or special characters. In an object element, write ";" as "%3B".',
    source: { name: 'Measured in both browsers', url: 'docs/conformance.md' },
  },
  'wrong-type': {
    title: 'Wrong media type',
    why: 'Browsers detect the type of most images and fonts, but other programs and servers trust the declared type.',
    fix: 'Declare the real type, or repair the bytes.',
    source: {
      name: 'MIME Sniffing Standard §8',
      url: 'https://mimesniff.spec.whatwg.org/#context-specific-sniffing',
    },
  },
  'external-body': {
    title: 'Malformed message/external-body',
    why: "If required parameters are missing, mail programs can't fetch the content that the body refers to.",
    fix: 'Correct the MIME header inside the body of the data: URL.',
    source: rfc(2017, '3'),
  },
  'external-references': {
    title: 'References to other servers',
    why: 'Browsers contact other servers on every view, except for images, which render without the referenced content.',
    fix: 'Include the referenced content in the data: URL, or remove the references.',
    source: {
      name: 'SVG 2 §2.2',
      url: 'https://www.w3.org/TR/SVG2/conform.html#processing-modes',
    },
  },
  'inline-font': {
    title: 'Inline font in a style sheet',
    why: "The font delays everything that the style sheet styles, and browsers can't load the font on demand.",
    fix: 'Serve the font as a WOFF2 file and set font-display. Preload the font if first paint needs it.',
    source: { name: 'Web Font Data URIs', url: 'https://www.zachleat.com/web/web-font-data-uris/' },
  },
  'large-inline': {
    title: 'Large inline content',
    why: "Inline content delays the style sheet or document that contains the content, and browsers can't cache the content separately.",
    fix: 'Serve the content as a file, which browsers can cache and load on demand.',
    source: {
      name: 'Vite, build.assetsInlineLimit',
      url: 'https://vite.dev/config/build-options#build-assetsinlinelimit',
    },
  },
  'bare-base64': {
    title: 'Base64 without a data: URL',
    why: 'Code that adds the media type at run time hides the type from source code checks.',
    fix: 'Write the whole data: URL, or load the bytes from a file.',
    source: {
      name: 'MIME Sniffing Standard §6',
      url: 'https://mimesniff.spec.whatwg.org/#matching-a-mime-type-pattern',
    },
  },
  'base64-text': {
    title: 'Text in base64',
    why: 'In 83 measured SVG files, base64 adds 34% to the size (70% after gzip), while percent-encoding adds 17% (5%).',
    fix: 'Use percent-encoding instead of base64.',
    source: {
      name: "Probably Don't Base64 SVG",
      url: 'https://css-tricks.com/probably-dont-base64-svg/',
    },
  },
  'over-escaped': {
    title: 'Needless escapes',
    why: 'In 83 measured SVG files, encodeURIComponent adds 42% to the size, while the necessary escapes add 17%.',
    fix: 'Use the shorter URL, which keeps only the necessary escapes.',
    source: rfc(3986, '2.4'),
  },
  'partly-read': {
    title: 'Partly analyzed content',
    why: 'Very large, deeply nested, damaged, or repeatedly compressed content may hide anything in the unanalyzed part.',
    fix: 'Save the content and examine it in a program that supports its type.',
    source: cwe(400),
  },
  duplicates: {
    title: 'Duplicate data: URL',
    why: 'A file loads once for all uses, but every copy of a data: URL adds its bytes again.',
    fix: 'Serve the content as a file. Alternatively, write the URL once in a CSS custom property, a CSS class, or an SVG symbol.',
    source: { name: 'vitejs/vite, issue 12517', url: 'https://github.com/vitejs/vite/issues/12517' },
  },
  'inline-source-maps': {
    title: 'Inline source maps',
    why: 'Source maps are often larger than the code, and they expose the sources to everyone.',
    fix: 'Write source maps to separate files in production builds.',
    source: { name: 'ECMA-426, Source map', url: 'https://tc39.es/ecma426/' },
  },
  'render-blocking': {
    title: 'Render-blocking style sheet',
    why: 'Browsers paint nothing until the style sheets in the head arrive with all their inline content.',
    fix: 'Move large images and all fonts from the style sheets into separate files.',
    source: rfc(6928, '2'),
  },
  'csp-allows-data': {
    title: 'CSP that allows active data: URLs',
    why: 'An attacker who can insert a URL into the page can run a script despite the CSP.',
    fix: 'Remove "data:" from the directive that the finding names. You can keep "data:" in img-src and font-src.',
    source: {
      name: 'Content Security Policy Level 3 §6.7.2.8',
      url: 'https://www.w3.org/TR/CSP3/#match-url-to-source-expression',
    },
  },
  'csp-ignored-directive': {
    title: 'Ignored CSP directive',
    why: 'The directive protects nothing: browsers ignore directives with characters outside of printable ASCII.',
    fix: 'Remove or replace the character that the finding names, such as a pasted no-break space or curly quote.',
    source: {
      name: 'Content Security Policy Level 3 §2.2.1',
      url: 'https://www.w3.org/TR/CSP3/#parse-serialized-policy',
    },
  },
  'csp-blocks': {
    title: 'data: URLs blocked by CSP',
    why: 'The content is missing from the page unless the CSP lists "data:", because "*" doesn\'t cover data: URLs.',
    fix: 'Change the directives that the finding names, or serve the content as files.',
    source: {
      name: 'Content Security Policy Level 3 §6.7.2.8',
      url: 'https://www.w3.org/TR/CSP3/#match-url-to-source-expression',
    },
  },
} as const satisfies Record<string, RuleTexts>;
