/** The syntaxes of placeholders, with the kinds of files in which each applies. */
import { type Language, languagesOf, type PlaceholderSyntax, plus } from './file-kind.ts';

/** How a placeholder begins and ends. */
export interface Syntax {
  /** The beginning of the placeholder, as the source of a regular expression. */
  open: string;
  /**
   * The end of the placeholder: a text, the bracket that closes the last one of `open`, or the end of the match of
   * `open`.
   */
  end: { text: string } | 'balanced' | 'matched';
  /** The kinds of files in which the syntax applies. Default: all */
  in?: PlaceholderSyntax;
  /**
   * Whether the same characters may be ordinary text of a body. Outside of a type and of base64, they are then a
   * placeholder only if code formats the literal.
   */
  needsProof?: true;
}

/** Pattern of a position that doesn't follow a digit, unless the digit is part of an escape. */
const notAfterNumber = String.raw`(?:(?<!\d)|(?<=%[\dA-Fa-f]{2}))`;

/** The syntaxes, more specific ones first. `mayOpen` must match the first character of each. */
const syntaxes: readonly Syntax[] = [
  // Mustache, Handlebars, Jinja, Twig, Liquid, Vue, Angular, Go; Blade; and Jinja and Twig statements.
  { open: String.raw`\{\{\{`, end: { text: '}}}' } },
  { open: String.raw`\{\{`, end: { text: '}}' } },
  { open: String.raw`\{!!`, end: { text: '!!}' } },
  { open: String.raw`\{%`, end: { text: '%}' } },
  // String concatenation in Jinja and Twig.
  { open: String.raw`"\s+~(?=\s)`, end: { text: '~ "' } },
  { open: String.raw`'\s+~(?=\s)`, end: { text: "~ '" } },
  // PHP; ERB, EJS, JSP, ASP.
  { open: String.raw`<\?(?:php\b|=)`, end: { text: '?>' } },
  { open: '<%', end: { text: '%>' } },
  // Scripts, JSP, Velocity, FreeMarker; Sass, Pug, Ruby, JSF; Less, Thymeleaf; Ruby, Struts.
  { open: String.raw`\$!?\{`, end: 'balanced' },
  { open: String.raw`[#@]\{(?!\{)`, end: 'balanced' },
  // Ruby, Struts, Apache, Logstash, Plotly; but not a keyframe rule, such as `50%{…}`.
  { open: String.raw`${notAfterNumber}%\{(?!\s*(?:[a-z-]+\s*:(?!:)|\}))`, end: 'balanced' },
  { open: String.raw`%\{(?!\{)`, end: 'balanced', needsProof: true },
  // Thymeleaf, and engines that leave braces to scripts. Unlike arrays in JSON, these contain bare words.
  { open: String.raw`\[\[(?=\s*[$*@#~]?\{?[A-Za-z_])(?!\s*(?:true|false|null)\b)`, end: { text: ']]' } },
  { open: String.raw`\[\((?=\s*[$*@#~]\{)`, end: { text: ')]' } },
  // printf and similar functions ("%da" is an escape); variables of Windows and of build tools.
  { open: String.raw`%\([A-Za-z_]\w*\)[sdr]`, end: 'matched' },
  { open: String.raw`%(?:\d{1,2}\$)?[sv@](?![A-Za-z\d])`, end: 'matched' },
  {
    open: String.raw`%(?:[dq](?![A-Za-z\d])|<[A-Za-z_]\w*>[\d.-]{0,8}[sd])`,
    end: 'matched',
    in: 'formats',
  },
  { open: String.raw`${notAfterNumber}%[-.][\d.*]{1,8}s`, end: 'matched', in: 'formats' },
  // QString::arg; but not the beginning of an escape at the end of base64.
  { open: String.raw`(?<=[,:/;])%L?\d(?![\dA-Fa-f])`, end: 'matched', in: 'qt', needsProof: true },
  { open: String.raw`%(?![\dA-Fa-f]{2})[A-Za-z_]\w*%`, end: 'matched', in: 'windows' },
  // Variables of Windows in other files: in upper case, and neither after a number nor next to anything like an escape.
  {
    open: String.raw`${notAfterNumber}%(?![\dA-F]{2})[A-Z][A-Z\d_]{2,100}%(?![\dA-Fa-f]{2})`,
    end: 'matched',
  },
  {
    open: String.raw`%(?![\dA-Fa-f]{2})[A-Za-z_]\w{2,100}%(?![\dA-Fa-f]{2})`,
    end: 'matched',
    needsProof: true,
  },
  { open: String.raw`\\#{0,3}\(`, end: 'balanced', in: 'swift' },
  { open: String.raw`\$\(`, end: 'balanced', in: 'shell' },
  // Kubernetes, Azure Pipelines.
  { open: String.raw`\$\([A-Za-z_][\w.-]{0,100}\)`, end: 'matched', in: 'pipelines', needsProof: true },
  {
    open: String.raw`\$!?[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*|\[[\w'"$]{0,100}\])*(?:\([^()\s]{0,100}\))?`,
    end: 'matched',
    in: 'dollars',
  },
  { open: String.raw`\{(?=\$)`, end: 'balanced' },
  { open: '#[A-Za-z_][^#\\s"\'<>]{0,200}#', end: 'matched', in: 'hashes' },
  // Format strings. In JSON, style sheets and scripts, the same text may not be a placeholder.
  {
    open: String.raw`\{[\w.[\]]{0,100}(?:![rsa])?(?::[<>=^]?[+#?]?\d{0,3}[a-zA-Z?]?)?\}`,
    end: 'matched',
    in: 'formats',
    needsProof: true,
  },
  {
    open: String.raw`\{(?=[A-Za-z_][\w.]{0,100}[([])`,
    end: 'balanced',
    in: 'formats',
    needsProof: true,
  },
  { open: String.raw`\{(?!\s*(?:[\w-]+\s*:(?!:)|\}))`, end: 'balanced', in: 'braces' },
  { open: String.raw`@(?:json|js|php|asset|url)\(`, end: 'balanced', in: 'directives' },
  { open: String.raw`@\(`, end: 'balanced', in: 'razor' },
  { open: String.raw`(?<![\w.@])@[A-Za-z_]`, end: 'balanced', in: 'razor' },
];

/** The placeholders that a file may contain. */
export interface TemplateSyntax {
  /** The syntaxes, in the order of the groups in `open`. */
  all: readonly Syntax[];
  open: RegExp;
  /** Whether blocks of code may occur in the file. */
  hasBlocks: boolean;
  /** Matches the operators that join literals. */
  join: RegExp;
  /** Whether the file is a script that runs unchanged. In its strings with plain quotation marks, "${" is text. */
  isScript: boolean;
}

const known = new Map<string, TemplateSyntax>();

/** The syntax of a file, according to the extensions in its name: `.blade.php`, `.html.erb`. */
export function templateSyntaxOf(name: string): TemplateSyntax {
  const extensions = /(?:\.[^./\\]+){0,2}$/.exec(name)?.[0] ?? '';
  const made = known.get(extensions) ?? syntaxIn(languagesOf(name));
  known.set(extensions, made);
  return made;
}

function syntaxIn(languages: readonly Language[]): TemplateSyntax {
  const own = new Set(languages.flatMap(({ placeholders = [] }) => placeholders));
  const all = syntaxes.filter((each) => each.in === undefined || own.has(each.in));
  return {
    all,
    open: new RegExp(all.map(({ open }) => `(${open})`).join('|'), 'g'),
    hasBlocks: own.has('blocks'),
    join: languages.find(({ join }) => join)?.join ?? plus,
    isScript: languages.length === 1 && languages[0]!.kind === 'script',
  };
}

/**
 * Matches the first character of a possible placeholder, in any syntax. Skips the quotation marks and escapes of
 * ordinary URLs, which are most of their special characters.
 */
export const mayOpen =
  /[{$]|%(?![\dA-Fa-f]{2}(?!\$))|["'](?=\s)|<(?=[?%])|\[(?=[[(])|[#@](?=[{(A-Za-z_])|\\(?=#{0,3}\()/g;
