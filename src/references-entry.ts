/**
 * The package's entry `data-url-inspector/references`: URI references by the drafts of 1997 and 2004. The latter became
 * RFC 3986.
 */

// References: data-url-inspector/references

export { type BaseContext, type EstablishedBase, establishBase } from './references/base.ts';
export { type CompareOptions, compare, type Equality } from './references/compare-references.ts';
export { type Rule as GrammarRule, type ValidateOptions, validate } from './references/grammar.ts';
export {
  type GrammarDocument,
  type ParseNode,
  type ParseTree,
  type ParseViolation,
  parseTree,
} from './references/parse-tree.ts';
export { type Resolution, type ResolveOptions, resolve } from './references/resolve.ts';
export { type Resolution1997, resolve1997 } from './references/resolve-1997.ts';
export { type ResolutionDifferences, resolutionDifferences } from './references/resolve-differences.ts';
export {
  type Authority,
  authority,
  type Components,
  components,
  type ParsedReference,
  recompose,
} from './uri/components.ts';
export { misleading, withoutPassword } from './uri/misleading.ts';
export { normalizeScheme, normalizeSyntax } from './uri/normalize.ts';
