/** The kind of a file, by its name and its content. */
import { isInGroup, parseMimeType } from '../mime/mime-type.ts';

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
export type FileKind = (typeof fileKinds)[number];

const extensions: Record<FileKind, string> = {
  html:
    'html htm xht vue svelte astro php phtml hbs handlebars mustache ejs erb njk twig liquid jsp jspx jspf tag aspx ascx cshtml vbhtml razor ' +
    'mjml latte ftl ftlh cfm cfml marko eex leex heex gsp',
  xml: 'svg xml xhtml rss atom xsl xslt xlf xliff xaml opml plist',
  css: 'css scss sass less pcss postcss styl',
  script: 'js mjs cjs jsx ts mts cts tsx',
  json: 'json map webmanifest geojson jsonld har ipynb jsonc json5',
  markdown: 'md markdown mdx mdown',
  mail: 'eml mht mhtml',
  contact: 'vcf vcard ics ifb',
  properties: 'properties',
  patch: 'patch diff',
  text: 'txt log csv tsv yml yaml toml ini conf sh py rb go rs java kt swift c h cc cpp cs sql tex rst',
};
const kindByExtension = new Map<string, FileKind>(
  fileKinds.flatMap((kind) => extensions[kind].split(' ').map((extension) => [extension, kind] as const)),
);

/** Template engines that make any kind of file: the extension before has the kind, as in `app.js.erb`. */
const engines = new Set(
  'ejs erb hbs handlebars mustache njk twig liquid j2 jinja jinja2 tmpl tpl vm ftl'.split(' '),
);

/** The kind of file that a name claims; null where its extension is not known. */
export function kindOfName(name: string): FileKind | null {
  const [, inner = '', outer = ''] = /(?:\.([^./\\]+))?\.([^./\\]+)$/.exec(name.toLowerCase()) ?? [];
  return (engines.has(outer) && kindByExtension.get(inner)) || kindByExtension.get(outer) || null;
}

/** Programs whose extensions are those of texts here, and style sheets that are compiled. */
const programs = new Set(
  (
    'py pyi pyx rb go rs java kt kts swift c h cc cpp cxx hpp m mm cs fs vb vbs sql lua dart scala groovy gradle pl pm ' +
    'ex exs hs elm jl r clj ps1 sh bash zsh nim zig cr scss sass less styl pug jade haml slim'
  ).split(' '),
);

export type Program = 'all' | 'scripts' | 'none';

/** Where the literals of a file are parts of a program. */
export function programOf(kind: FileKind, name: string): Program {
  if (kind === 'script') return 'all';
  if (kind === 'html' || kind === 'xml') return 'scripts';
  return programs.has(/\.([^./\\]+)$/.exec(name.toLowerCase())?.[1] ?? '') ? 'all' : 'none';
}

/** The kind of file with a media type; null if the type is not text. */
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

/** The media type whose rules decide on the encoding of a kind of file. */
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
 * The kind of a file: by its extension, else by its content. HTML overrides the extensions of CSS, scripts
 * and JSON, since error pages are saved under such names.
 *
 * @param beginning of its text, without a byte order mark
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
