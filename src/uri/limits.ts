/** Limits of references. */

/** Code units of a scheme: longer than any that is registered. */
export const maxSchemeLength = 40;

/** Code units of a user name that are compared with a host: many times what a person sees of it. */
export const maxUserNameLength = 4096;
