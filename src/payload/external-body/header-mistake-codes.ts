/**
 * Codes of mistakes in the header of an external body that did not prevent reading the body. The codes are keys of
 * translations. `header-too-many` and `parameter-too-many` are excluded, because they are about headers with more items
 * than are read.
 */
export const headerMistakeCodes = [
  'header-line-malformed',
  'comment-not-closed',
  'quoted-string-not-closed',
  'parameter-malformed',
  'parameter-not-quoted',
  'parameter-repeated',
  'parameter-part-missing',
  'external-body-encoded',
  'external-body-url-not-quoted',
  'external-body-word-too-long',
  'external-body-url-character',
  'external-body-size-malformed',
  'external-body-expiration-malformed',
  'external-body-permission-unknown',
  'external-body-data-unreadable',
  'external-body-data-encoded',
  'external-body-size-differs',
  'external-body-type-disagrees',
  'external-body-md5-malformed',
  'external-body-md5-not-canonical',
  'external-body-md5-mismatch',
] as const;
