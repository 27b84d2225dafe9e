/** Limits on references. */

/** Maximum number of characters of a host name in the DNS. */
export const maxHostName = 253;
