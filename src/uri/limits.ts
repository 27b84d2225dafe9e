/** Limits of references. */

/** Code units of a scheme: longer than any registered one. */
export const maxSchemeLength = 40;

/** Code units of a user name that are compared with a host: many times the length that is displayed. */
export const maxUserNameLength = 4096;

/** Characters of a host name in the DNS. */
export const maxHostName = 253;

/** Bases in the headers of one text, which may contain nested messages. */
export const maxBaseLayers = 2000;
