/** The package's entry `data-url-inspector/csp`: the decisions of a Content Security Policy about data: URLs. */

// Content Security Policies: data-url-inspector/csp

export {
  allowedActiveUses,
  type CspPolicy,
  type Directives,
  decide,
  parsePolicies,
  smallestAddition,
} from './csp/csp.ts';
