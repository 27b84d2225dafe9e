/** Generates small mistakes that a source file could contain, from its syntax tree. */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isBinaryExpression,
  isBlock,
  isConditionalExpression,
  isForStatement,
  isIfStatement,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isPostfixUnaryExpression,
  isPrefixUnaryExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTypeNode,
  isWhileStatement,
} from 'typescript/unstable/ast/is';

/** The mutant replaces `source.slice(start, end)` with `text`. Positions are in UTF-16 code units. */
export interface Mutant {
  start: number;
  end: number;
  text: string;
  kind: string;
}

const operators: Record<string, [kind: string, ...instead: string[]]> = {
  '<': ['comparison', '<=', '>='],
  '<=': ['comparison', '<', '>'],
  '>': ['comparison', '>=', '<='],
  '>=': ['comparison', '>', '<'],
  '===': ['equality', '!=='],
  '!==': ['equality', '==='],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
  '&': ['bitwise', '|'],
  '|': ['bitwise', '&'],
  '^': ['bitwise', '&'],
  '<<': ['bitwise', '>>'],
  '>>': ['bitwise', '<<'],
  '>>>': ['bitwise', '<<'],
  '&&': ['logical', '||'],
  '||': ['logical', '&&'],
  '??': ['logical', '&&'],
  '+=': ['assignment', '-='],
  '-=': ['assignment', '+='],
};

const removable = new Set([
  SyntaxKind.ExpressionStatement,
  SyntaxKind.ReturnStatement,
  SyntaxKind.ThrowStatement,
  SyntaxKind.BreakStatement,
  SyntaxKind.ContinueStatement,
]);

/** Whether a node contains only declarations, so that nothing in it runs. */
const isDeclarationOnly = (node: Node) =>
  isTypeNode(node) ||
  [
    SyntaxKind.ImportDeclaration,
    SyntaxKind.ExportDeclaration,
    SyntaxKind.InterfaceDeclaration,
    SyntaxKind.TypeAliasDeclaration,
  ].includes(node.kind);

/** Returns all mutants of a file, in the order of the text. Some may not compile. */
export function mutantsOf(source: SourceFile): Mutant[] {
  const found: Mutant[] = [];
  const replace = (node: Node, text: string, kind: string) =>
    found.push({ start: node.getStart(source), end: node.end, text, kind });

  function visit(node: Node): void {
    if (isDeclarationOnly(node)) return;
    if (isBinaryExpression(node)) {
      const [kind, ...instead] = operators[node.operatorToken.getText(source)] ?? [''];
      for (const text of instead) replace(node.operatorToken, text, kind);
    } else if (isIfStatement(node) || isConditionalExpression(node)) {
      const condition = isIfStatement(node) ? node.expression : node.condition;
      for (const text of ['true', 'false']) replace(condition, text, 'condition');
    } else if (isWhileStatement(node)) {
      replace(node.expression, 'false', 'condition');
    } else if (isForStatement(node)) {
      if (node.condition) replace(node.condition, 'false', 'condition');
    } else if (isNumericLiteral(node)) {
      replace(node, `${Number(node.text) + 1}`, 'number');
    } else if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) {
      replace(node, node.text === '' ? "'?'" : "''", 'string');
    } else if (node.kind === SyntaxKind.TemplateExpression) {
      replace(node, "''", 'string');
    } else if (node.kind === SyntaxKind.TrueKeyword) {
      replace(node, 'false', 'boolean');
    } else if (node.kind === SyntaxKind.FalseKeyword) {
      replace(node, 'true', 'boolean');
    } else if (isPrefixUnaryExpression(node) || isPostfixUnaryExpression(node)) {
      const operand = node.operand.getText(source);
      const text = node.getText(source).replace(operand, '');
      if (text === '!' || text === '-' || text === '~') replace(node, ` ${operand}`, 'unary');
      if (text === '-' && isNumericLiteral(node.operand)) return;
      if (text === '++' || text === '--')
        replace(node, node.getText(source).replace(text, text === '++' ? '--' : '++'), 'unary');
    } else if (isArrayLiteralExpression(node)) {
      if (node.elements.length > 0) replace(node, '[]', 'array');
    } else if (isBlock(node)) {
      if (node.statements.length > 1) replace(node, '{}', 'block');
    }
    if (removable.has(node.kind)) replace(node, ';', 'statement');
    if (isPropertyAssignment(node)) visit(node.initializer);
    else node.forEachChild(visit);
  }
  visit(source);
  return found;
}
