/** Links that lead elsewhere than they seem to, and passwords hidden in unusual spellings. */

export interface Misleading {
  reference: string;
  /** The URL of the document that contains the link. */
  base: string | null;
  /** The host to which browsers connect; null if they reject the link. */
  host: string | null;
  /** The behavior before the fix. */
  before: string;
}

/** The password in the links, which must never be shown. */
export const password = 'S3cr3t';

const page = 'https://page.example/a/b';

export const misleadingReferences: Misleading[] = [
  {
    reference: 'http://evil.example\\@good.example/',
    base: page,
    host: 'evil.example',
    before: 'was said to lead to good.example',
  },
  {
    reference: 'https:www.bank.example@evil.example/',
    base: null,
    host: 'evil.example',
    before: 'passed without a word',
  },
  {
    reference: 'https:www.bank.example@evil.example/',
    base: page,
    host: 'page.example',
    before: 'would be no misleading host',
  },
  {
    reference: 'http:www.bank.example@evil.example/',
    base: page,
    host: 'evil.example',
    before: 'passed without a word',
  },
  {
    reference: 'https:///www.bank.example@evil.example/',
    base: page,
    host: 'evil.example',
    before: 'passed without a word',
  },
  {
    reference: '/\\www.bank.example@evil.example/',
    base: page,
    host: 'evil.example',
    before: 'passed as a path',
  },
  {
    reference: '//www.bank.example@evil.example/',
    base: null,
    host: null,
    before: 'was said to lead to evil.example, and leads nowhere',
  },
  {
    reference: 'http://www.bank.xn--p1ai@evil.example/',
    base: page,
    host: 'evil.example',
    before: 'passed, as the top level is punycode',
  },
  { reference: 'http://localhost@evil/', base: page, host: 'evil', before: 'passed without a word' },
  {
    reference: 'http://１２７.0.0.1/',
    base: page,
    host: '127.0.0.1',
    before: 'passed, as the digits are not ASCII',
  },
  {
    reference: 'http://127。0。0。1/',
    base: page,
    host: '127.0.0.1',
    before: 'passed, as the full stops are not ASCII',
  },
  {
    reference: `https:/user:${password}@h.example/`,
    base: null,
    host: 'h.example',
    before: 'showed the password',
  },
  {
    reference: `http:\\\\user:${password}@h.example/`,
    base: page,
    host: 'h.example',
    before: 'showed the password',
  },
  {
    reference: `\\\\user:${password}@h.example/`,
    base: page,
    host: 'h.example',
    before: 'showed the password',
  },
  {
    reference: `ht\ttp://us\ner:S3\tcr3t@h.example/`,
    base: page,
    host: 'h.example',
    before: 'showed the password',
  },
  {
    reference: `ws:user:${password}@h.example`,
    base: page,
    host: 'h.example',
    before: 'showed the password',
  },
  {
    reference: `ssh://user:${password}@h.example/`,
    base: page,
    host: 'h.example',
    before: 'showed the password',
  },
];
