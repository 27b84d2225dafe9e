/** Limits of references. */

/** Characters of a host name in the DNS. */
export const maxHostName = 253;
