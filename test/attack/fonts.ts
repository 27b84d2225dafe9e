/** Fonts of about a kilobyte that blocked our pages, or would have blocked them, for seconds to minutes. */
import { componentFont, letters, outlineFont, subroutineFont, triangle, woff2 } from '../support/fonts.ts';

export const icons = [0xe000, 0xe001, 0xf8ff];

/** The fonts by name. A time in a name is how long the font blocked the page. */
export const fontAttacks: Readonly<Record<string, () => Uint8Array>> = {
  'nine levels of ten subroutines: 38 s': () => subroutineFont({ width: 10, depth: 9 }),
  'nine levels of a hundred': () => subroutineFont({ width: 100, depth: 9 }),
  'the same for icons': () => subroutineFont({ width: 10, depth: 9 }, icons),
  'the same, compressed by Brotli': () => woff2(subroutineFont({ width: 100, depth: 9 })),
};

/** Harmless fonts. */
export const innocentFonts = {
  letters: () => outlineFont({ glyphs: [triangle, triangle] }),
  compressed: () => woff2(outlineFont({ glyphs: [triangle, triangle] })),
  icons: () => outlineFont({ glyphs: [triangle, triangle], codes: icons }),
  components: () => componentFont({ width: 10, depth: 3 }, letters),
} as const;
