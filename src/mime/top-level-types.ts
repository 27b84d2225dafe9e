/** The registered top-level media types (RFC 6838, section 4.2), as alternatives in a regular expression. */
export const topLevelTypes = 'application|audio|font|image|message|model|multipart|text|video';
