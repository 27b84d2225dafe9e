/**
 * parse5 with fewer steps for the same tree. It reads a text character by character; here, characters that only continue
 * a text or a value are read at once. Lines and columns aren't counted, only offsets.
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
 * HTML 13.2.5: the characters that continue the text or value of a state unchanged. A CR becomes LF, and NUL becomes
 * U+FFFD.
 */
const ofRawText = /[^<\0\r]*/y;
const ofWord = /[^<&\0\t\n\f\r ]*/y;
const ofText = /[^<&\0\r]*/y;
const inDoubleQuotes = /[^"&\0\r]*/y;
const inSingleQuotes = /[^'&\0\r]*/y;
const unquoted = /[^\t\n\f\r &>\0]*/y;
const ofComment = /[^<\-\0\r]*/y;

const space = 0x20;

/** HTML 13.2.6.4.7 and others: the modes in which whitespace after other characters has the same effect as these. */
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
   * Reads the rest of the text that the last character belongs to, unless that character changed the state.
   * Whitespace that begins a text is left to parse5: it makes tokens of its own, and an LF after a CR is dropped.
   */
  private readOn(pattern: RegExp, code: number, state: Tokenizer['state']): void {
    const { preprocessor, runEnd } = this;
    // After a character that was changed, for example by a reference, another run begins.
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
    // A location belongs to one node, and a node is updated for each text.
    updateNodeSourceCodeLocation(node, end) {
      Object.assign(node.sourceCodeLocation ?? {}, end);
    },
  },
} satisfies ParserOptions<TreeMap>;

/** The tree of a document, with offsets, as a browser makes it that runs scripts. */
export const parseDocument = (text: string): Node.Document => QuickParser.parse(text, options);

/** The tree of a part of a document, likewise. */
export function parsePart(text: string): Node.DocumentFragment {
  const parser = QuickParser.getFragmentParser<TreeMap>(null, options);
  parser.tokenizer.write(text, true);
  return parser.getFragment();
}
