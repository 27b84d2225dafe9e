/** Limits on references. */

/** Maximum characters of a host name in the DNS. */
export const maxHostName = 253;
