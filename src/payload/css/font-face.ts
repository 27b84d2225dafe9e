/** The descriptors of `@font-face` that make up a font's name. */

import { decodeCssEscapes } from './css-tokens.ts';

const faceDescriptors = ['font-family', 'font-weight', 'font-style'] as const;
export type FaceDescriptor = (typeof faceDescriptors)[number];
export const isFaceDescriptor = (name: string): name is FaceDescriptor =>
  (faceDescriptors as readonly string[]).includes(name);

/** Removes the quotes around a value, if any. */
export const unquoted = (value: string): string => value.replace(/^(["'])(.*)\1$/s, '$2');

/** The usual name of a font: its family, weight and style, without default values. */
export const faceName = (values: readonly string[]): string =>
  values.filter((value) => !['', 'normal', '400'].includes(value)).join(' ');

export const faceText = (face: Partial<Record<FaceDescriptor, string>>): string =>
  faceName(faceDescriptors.map((name) => decodeCssEscapes(unquoted((face[name] ?? '').trim()))));
