/** The package's entry `data-url-inspector/csp`: what a Content Security Policy says of data: URLs. */

// Content Security Policies: data-url-inspector/csp

export {
  allowedActiveUses,
  type CspPolicy,
  type Directives,
  decide,
  parsePolicies,
  smallestAddition,
} from './csp/csp.ts';
