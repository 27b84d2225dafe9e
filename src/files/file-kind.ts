/** Determines the kind of a file by its name and its content. */
import { isInGroup, parseMimeType } from '../mime/mime-type.ts';

/** The kinds of files, each with its own rules. `text` is for all other files. */
export const fileKinds = [
  'html',
  'xml',
  'css',
  'script',
  'json',
  'markdown',
  'mail',
  'contact',
  'properties',
  'patch',
  'text',
] as const;
/** See `fileKinds`. */
export type FileKind = (typeof fileKinds)[number];

/**
 * Groups of placeholders that would be ordinary text in other files: braces in attributes, blocks of code between
 * markup, and those in `template-syntaxes.ts`.
 */
export type PlaceholderSyntax =
  | 'braces'
  | 'razor'
  | 'blocks'
  | 'directives'
  | 'dollars'
  | 'shell'
  | 'swift'
  | 'qt'
  | 'pipelines'
  | 'hashes'
  | 'formats'
  | 'windows';

/** Matches the operators that join literals in most languages: `"a" + b`, `<<`. */
export const plus = /^\s*(?:\+|<<)/;
const dot = /^\s*\./;
/**
 * Matches the beginning of what may join two literals in languages that concatenate adjacent literals: an operator or,
 * in C, a constant such as `PRIu64`.
 */
const adjacent = /^\s*(?:\+|<<|[A-Za-z_])/;
const angles = /^\s*(?:<>|\+\+)/;

/** The properties of the files with a certain extension. */
export interface Language {
  /** The kind of file. If absent, the content decides. */
  kind?: FileKind;
  /**
   * Whether this is a template engine, which can produce any kind of file. The extension before the engine's then
   * decides the kind, as in `app.js.erb`.
   */
  isEngine?: true;
  /** Whether the file's literals are parts of a program. */
  isProgram?: true;
  /** Whether a preprocessor compiles the file, whose syntax outside of URLs need not be CSS. */
  isPreprocessed?: true;
  /** Whether "~" before a string inserts the string's content without its quotation marks. */
  hasTildes?: true;
  /** Whether "//" begins a comment that ends with the line. */
  hasLineComments?: true;
  /** Whether this is a saved page, which only has the form of a mail message. */
  isPage?: true;
  placeholders?: readonly PlaceholderSyntax[];
  join?: RegExp;
}

const markup = (...placeholders: PlaceholderSyntax[]): Language => ({ kind: 'html', placeholders });
const engine = (...placeholders: PlaceholderSyntax[]): Language => ({ isEngine: true, placeholders });
const program = (join = plus, ...placeholders: PlaceholderSyntax[]): Language => ({
  ...{ kind: 'text', isProgram: true, join, placeholders },
});
const preprocessed: Language = {
  ...{ kind: 'css', isPreprocessed: true, hasLineComments: true, isProgram: true },
};

/** The languages, keyed by extensions separated by spaces. An extension may include the one before it: `blade.php`. */
const languages: readonly (readonly [extensions: string, language: Language])[] = [
  ['html htm mjml jsp jspx jspf tag aspx ascx', markup('blocks')],
  ['vue latte ftlh', markup()],
  ['svelte astro marko', markup('braces')],
  ['cshtml vbhtml razor', markup('razor', 'formats')],
  ['cfm', markup('blocks', 'hashes')],
  ['cfml', markup('hashes')],
  ['gsp', markup('dollars')],
  ['asp', { ...markup('blocks'), join: /^\s*&/ }],
  ['php phtml', { ...markup('blocks', 'dollars', 'formats'), join: dot }],
  ['blade blade.php', { ...markup('blocks', 'dollars', 'formats', 'directives'), join: dot }],
  ['erb rhtml ejs eex leex heex', { ...markup('blocks'), isEngine: true }],
  ['hbs handlebars mustache njk twig liquid ftl', { ...markup(), isEngine: true }],
  ['j2 jinja jinja2 tmpl gotmpl mako', engine()],
  ['tpl', engine('blocks', 'dollars')],
  ['vm vtl', engine('dollars')],
  ['xhtml xht', { kind: 'xml', placeholders: ['blocks'] }],
  ['svg xml rss atom xsl xslt xlf xliff xaml opml plist', { kind: 'xml' }],
  ['css', { kind: 'css' }],
  ['pcss postcss', { kind: 'css', isPreprocessed: true }],
  ['scss sass sss styl stylus', preprocessed],
  ['less', { ...preprocessed, hasTildes: true }],
  ['js mjs cjs ts mts cts', { kind: 'script', isProgram: true, placeholders: ['formats'] }],
  ['jsx tsx', { kind: 'script', isProgram: true, placeholders: ['formats'] }],
  ['json map webmanifest geojson jsonld har ipynb jsonc json5', { kind: 'json' }],
  ['md markdown mdown', { kind: 'markdown' }],
  ['mdx', { kind: 'markdown', placeholders: ['braces'] }],
  ['eml', { kind: 'mail' }],
  ['mht mhtml', { kind: 'mail', isPage: true }],
  ['vcf vcard ics ifb', { kind: 'contact' }],
  ['properties', { kind: 'properties' }],
  ['patch diff', { kind: 'patch' }],
  ['txt log csv tsv toml tex rst adoc asciidoc org wiki rtf nix hjson', { kind: 'text' }],
  ['yml yaml', { kind: 'text', placeholders: ['pipelines'] }],
  ['ini conf inf reg bat cmd', { kind: 'text', placeholders: ['windows'] }],
  ['mk', { kind: 'text', placeholders: ['dollars', 'shell'] }],
  ['cfc', { kind: 'text', placeholders: ['hashes'] }],
  ['r clj coffee cr gd hcl hx pas pug jade haml qml slim sol tf', program()],
  ['py pyi pyx rs cs csx fs fsx rb go java nim zig', program(plus, 'formats')],
  ['kt dart', program(plus, 'formats', 'dollars')],
  ['kts groovy gradle scala tcl jl', program(plus, 'dollars')],
  ['swift', program(plus, 'formats', 'swift')],
  ['sh bash zsh', program(plus, 'dollars', 'shell')],
  ['ps1', program(plus, 'dollars', 'shell', 'formats')],
  ['c h cc cpp cxx hpp', program(adjacent, 'formats', 'qt')],
  ['m mm', program(adjacent)],
  ['pl pm', program(dot, 'dollars')],
  ['vb', program(/^\s*&/, 'formats')],
  ['vbs bas', program(/^\s*&/)],
  ['lua', program(/^\s*\.\./, 'formats')],
  ['sql', program(/^\s*\|\|/)],
  ['ex exs hs elm purs', program(angles)],
  ['ml mli', program(/^\s*\^/)],
];
const byExtension = new Map(
  languages.flatMap(([extensions, language]) =>
    extensions.split(' ').map((extension) => [extension, language] as const),
  ),
);

/**
 * The languages of a file according to its name: that of its extension, then the one that a template engine produces.
 */
export function languagesOf(name: string): Language[] {
  const [, inner = '', outer = ''] = /(?:\.([^./\\]+))?\.([^./\\]+)$/.exec(name.toLowerCase()) ?? [];
  const own = byExtension.get(`${inner}.${outer}`) ?? byExtension.get(outer);
  const made = own?.isEngine && byExtension.get(inner);
  return [own, made].filter((each) => each !== undefined);
}

/** The kind of a file according to its name; null if the extension is unknown. */
export const kindOfName = (name: string): FileKind | null =>
  languagesOf(name).findLast(({ kind }) => kind !== undefined)?.kind ?? null;

export type Program = 'all' | 'scripts' | 'none';

/** Determines which literals of a file are parts of a program. */
export function programOf(kind: FileKind, name: string): Program {
  if (kind === 'script') return 'all';
  if (kind === 'html' || kind === 'xml') return 'scripts';
  return languagesOf(name).some(({ isProgram }) => isProgram) ? 'all' : 'none';
}

/** The kind of a file with a given media type; null if the type is not text. */
export function kindOfType(essence: string): FileKind | null {
  const type = parseMimeType(essence);
  if (!type) return null;
  if (type.essence === 'text/html') return 'html';
  if (type.essence === 'text/css') return 'css';
  if (type.essence === 'text/markdown') return 'markdown';
  if (/^text\/(?:x-)?(?:vcard|calendar)$/.test(type.essence)) return 'contact';
  if (isInGroup(type, 'javascript')) return 'script';
  if (isInGroup(type, 'json')) return 'json';
  if (isInGroup(type, 'xml')) return 'xml';
  return type.type === 'text' ? 'text' : null;
}

/** The media type whose rules determine the encoding of each kind of file. */
export const typeOfKind: Record<FileKind, string> = {
  html: 'text/html',
  xml: 'application/xml',
  css: 'text/css',
  script: 'text/javascript',
  json: 'application/json',
  markdown: 'text/markdown',
  mail: 'text/plain',
  contact: 'text/vcard',
  properties: 'text/plain',
  patch: 'text/plain',
  text: 'text/plain',
};

const htmlStart =
  /^\s*(?:<!doctype html|<(?:html|head|body|script|style|title|meta|link|div|p|table|img|iframe)[\s>/])/i;
const xmlStart = /^\s*<\?xml\s|^\s*(?:<!--[\s\S]{0,1000}?-->\s*)?<(?:!doctype svg|svg[\s>])/i;
const mailStart =
  /^(?:From |(?:Received|Return-Path|Delivered-To|Message-ID|MIME-Version|From|Subject|Date|DKIM-Signature|X-[\w-]+):)/i;

/**
 * The kind of a file: by its extension, otherwise by its content. HTML content overrides the extensions of CSS,
 * scripts, and JSON, because error pages are saved under such names.
 *
 * @param beginning the beginning of the file's text, without a byte order mark
 */
export function kindOfFile(name: string, beginning: string): FileKind {
  const claimed = kindOfName(name);
  const isHtml = htmlStart.test(beginning);
  const isXml = !isHtml && xmlStart.test(beginning);
  if (claimed === 'css' || claimed === 'script' || claimed === 'json') return isHtml ? 'html' : claimed;
  if (claimed !== null) return claimed;
  if (isHtml) return 'html';
  if (isXml) return 'xml';
  if (mailStart.test(beginning) && /^[\w-]+:.*\r?\n(?:[\w-]+:|[ \t])/m.test(beginning)) return 'mail';
  if (/^BEGIN:(?:VCARD|VCALENDAR)\s/i.test(beginning)) return 'contact';
  return /^\s*[{[]/.test(beginning) ? 'json' : 'text';
}
