/**
 * Costs in microseconds, or in microseconds per megapixel: those measured (docs/benchmarks.md), increased by half. They
 * are separate constants, so that bundlers inline them.
 */

export const element = 22;
export const level = 0.02;
export const attribute = 1;
export const manyAttributes = 3;
export const longValue = 0.15;
export const comment = 2;
export const call = 5;
export const term = 0.35;
export const foreign = 45;
export const foreignCharacter = 8;
export const segment = 0.6;
export const arc = 5;
export const dashes = 1;
export const turn = 25;
export const turnArea = 60;
export const crossing = 20;
export const character = 12;
export const embeddedCharacter = 250;
export const family = 200;
export const characterArea = 100;
export const mark = 0.015;
export const span = 0.15;
export const position = 0.01;
export const gradient = 60;
export const gradientArea = 4000;
export const pattern = 250;
export const patternArea = 6000;
export const text = 60;
export const megapixel = 30_000;
export const fontByte = 0.05;
export const match = 0.08;
export const rule = 8;
export const attributeMatch = 0.6;
export const shadow = 200_000;
export const cssBlur = 200_000;
export const filterFunction = 30_000;
export const layer = 15;
export const nestedLayer = 3;
export const clip = 60;
export const clipTerm = 1;
export const viewport = 25;
export const picture = 400;
export const mask = 400;
export const roundJoin = 700;
export const union = 150;
export const still = 10_000;
export const opacityLayer = 6000;
export const blendLayer = 14_000;
export const clipLayer = 15_000;
export const maskLayer = 30_000;
