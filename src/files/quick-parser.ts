/**
 * parse5 with fewer steps for the same tree. parse5 processes a text character by character; here, characters that only
 * continue a text or a value are processed at once. Only offsets are counted, not lines and columns.
 */
import {
  InsertionMode,
  type DefaultTreeAdapterTypes as Node,
  Parser,
  type ParserOptions,
  Tokenizer,
  defaultTreeAdapter as tree,
} from 'parse5';

type TreeMap = Node.DefaultTreeAdapterMap;

/**
 * HTML 13.2.5: match the characters that continue the text or value of a state unchanged. A CR becomes LF, and NUL
 * becomes U+FFFD.
 */
const ofRawText = /[^<\0\r]*/y;
const ofWord = /[^<&\0\t\n\f\r ]*/y;
const ofText = /[^<&\0\r]*/y;
const inDoubleQuotes = /[^"&\0\r]*/y;
const inSingleQuotes = /[^'&\0\r]*/y;
const unquoted = /[^\t\n\f\r &>\0]*/y;
const ofComment = /[^<\-\0\r]*/y;

const space = 0x20;

/**
 * HTML 13.2.6.4.7 and others: the insertion modes in which whitespace after other characters is handled like those
 * characters.
 */
const takingBlanks = new Set([
  InsertionMode.IN_BODY,
  InsertionMode.IN_CAPTION,
  InsertionMode.IN_CELL,
  InsertionMode.IN_TEMPLATE,
]);

class QuickTokenizer extends Tokenizer {
  private readonly parser: Parser<TreeMap>;

  constructor(options: Required<ParserOptions<TreeMap>>, parser: Parser<TreeMap>) {
    super(options, parser);
    this.parser = parser;
  }

  /**
   * Consumes the rest of the text to which the last character belongs, unless that character changed the state.
   * Whitespace at the beginning of a text is left to parse5, which makes separate tokens of it and drops an LF after a
   * CR.
   */
  private readOn(pattern: RegExp, code: number, state: Tokenizer['state']): void {
    const { preprocessor, runEnd } = this;
    // After a character that was changed, for example by a reference, a new run begins.
    if (code <= space || this.state !== state || runEnd !== preprocessor.pos + 1) return;
    pattern.lastIndex = runEnd;
    pattern.test(preprocessor.html);
    this.runEnd = Math.max(runEnd, pattern.lastIndex);
    preprocessor.pos = this.runEnd - 1;
  }

  protected override _stateData(code: number): void {
    const { state } = this;
    super._stateData(code);
    this.readOn(takingBlanks.has(this.parser.insertionMode) ? ofText : ofWord, code, state);
  }

  protected override _stateRawtext(code: number): void {
    const { state } = this;
    super._stateRawtext(code);
    this.readOn(ofRawText, code, state);
  }

  protected override _stateScriptData(code: number): void {
    const { state } = this;
    super._stateScriptData(code);
    this.readOn(ofRawText, code, state);
  }

  protected override _stateAttributeValueDoubleQuoted(code: number): void {
    const { state } = this;
    super._stateAttributeValueDoubleQuoted(code);
    this.readOn(inDoubleQuotes, code, state);
  }

  protected override _stateAttributeValueSingleQuoted(code: number): void {
    const { state } = this;
    super._stateAttributeValueSingleQuoted(code);
    this.readOn(inSingleQuotes, code, state);
  }

  protected override _stateAttributeValueUnquoted(code: number): void {
    const { state } = this;
    super._stateAttributeValueUnquoted(code);
    this.readOn(unquoted, code, state);
  }

  protected override _stateComment(code: number): void {
    const { state } = this;
    super._stateComment(code);
    this.readOn(ofComment, code, state);
  }
}

class QuickParser extends Parser<TreeMap> {
  constructor(...given: ConstructorParameters<typeof Parser<TreeMap>>) {
    super(...given);
    this.tokenizer = new QuickTokenizer(this.options, this);
  }
}

const options = {
  sourceCodeLocationInfo: true,
  scriptingEnabled: true,
  treeAdapter: {
    ...tree,
    // Can reuse the location, because it belongs to a single node, which is updated for each text.
    updateNodeSourceCodeLocation(node, end) {
      Object.assign(node.sourceCodeLocation ?? {}, end);
    },
  },
} satisfies ParserOptions<TreeMap>;

/** Parses a document as a browser with scripting enabled does, into a tree with source offsets. */
export const parseDocument = (text: string): Node.Document => QuickParser.parse(text, options);

/** Parses a part of a document in the same way. */
export function parsePart(text: string): Node.DocumentFragment {
  const parser = QuickParser.getFragmentParser<TreeMap>(null, options);
  parser.tokenizer.write(text, true);
  return parser.getFragment();
}
