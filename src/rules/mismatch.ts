/** Contradictions between the declared and the detected type, which may be dangerous or merely wrong. */
import { isInGroup, type MimeType } from '../mime/mime-type.ts';
import { isSameType } from '../payload/formats.ts';
import { isMisspelled } from '../payload/misspelled-type.ts';
import type { Subject } from './rule.ts';

/** Types that claim nothing about the bytes, or only that they are text. */
const claimsNothing = new Set(['application/octet-stream', 'binary/octet-stream', 'message/external-body']);

const isMarkup = (type: MimeType) => isInGroup(type, 'html') || isInGroup(type, 'xml');

/** Whether both types are kinds of text, which only their declaration distinguishes. */
function isTextAsText(declared: MimeType, detected: MimeType): boolean {
  const isPlain = declared.type === 'text' && !isMarkup(declared);
  const isCode = isInGroup(declared, 'javascript') || isPlain;
  const isTextual = detected.type === 'text' || isMarkup(detected) || isInGroup(detected, 'json');
  const isPage = isInGroup(detected, 'html');
  // HTML is not a picture, although both HTML and SVG are markup.
  const isKept = isMarkup(declared) && isMarkup(detected) && !(declared.type === 'image' && isPage);
  // `+json` is a kind of JSON.
  const isJson = isInGroup(declared, 'json') && isInGroup(detected, 'json');
  return (isCode && isTextual) || isKept || isJson;
}

export interface Mismatch {
  declared: MimeType;
  detected: MimeType;
}

/** The declared and the detected type if they contradict each other; otherwise null. */
export function mismatch({ inspection, declared, detected }: Subject): Mismatch | null {
  if (declared === null || detected === null || isSameType(declared.essence, detected.essence)) return null;
  if (inspection.payload?.encodedAs || claimsNothing.has(declared.essence)) return null;
  const types = { declared, detected };
  return isTextAsText(declared, detected) && !isMisspelling(types) ? null : types;
}

/** Whether the declared type is only a misspelling of the detected one, and therefore not a disguise. */
export const isMisspelling = ({ declared, detected }: Mismatch): boolean =>
  isMisspelled(declared.essence, detected.essence);

/** Whether a type is an image, audio, a video, or a font, which a page may show without running anything. */
export const isMedia = (type: MimeType): boolean =>
  isInGroup(type, 'image') || isInGroup(type, 'audio-or-video') || isInGroup(type, 'font');

/** Whether browsers use their default type because they don't recognize a type in the URL. */
export const isUndeclared = ({ declared, inspection }: Subject): boolean =>
  declared?.essence === 'text/plain' &&
  !/^[^,;]*text\/plain/i.test(inspection.head.replaceAll(/[\t\n\r]/g, ''));

/** Containers, each with the types that it may contain. The bytes identify the container, but not its content. */
const boxes: Record<string, RegExp> = {
  'application/zip':
    /zip|openxml|officedocument|opendocument|epub|java-archive|android|xpinstall|macroenabled|kmz/,
  'application/x-ole-storage': /ms|msword|visio|outlook/,
  'application/x-gzip': /gzip|compressed/,
  // HEIF is the container of HEIC.
  'image/heic': /^heif$/,
};
export const isInBox = (declared: MimeType, detected: MimeType): boolean =>
  Object.hasOwn(boxes, detected.essence) && boxes[detected.essence]!.test(declared.subtype);

/** Whether a type is SVG, which may contain scripts. */
export const isSvg = ({ essence }: MimeType) => essence === 'image/svg+xml';

/**
 * Whether the detected type is dangerous in a body that declares another type: anything except fonts, JSON, and media
 * other than SVG.
 */
export const isDangerous = (declared: MimeType, detected: MimeType): boolean =>
  (!isMedia(detected) || isSvg(detected)) &&
  detected.essence !== 'application/json' &&
  !isInBox(declared, detected);
