/**
 * File names that bidirectional controls (UAX #9, 2) display with a different extension: `photo` + U+202E + `gpj.exe`
 * looks like `photoexe.jpg`. The displayed form is computed for the override only, which reverses Latin letters.
 */

import { clip } from '../truncate.ts';
import { strideLength } from '../yield-to-event-loop.ts';

/** Maximum number of bidirectional controls: texts in right-to-left scripts contain many. */
const maxControls = 10_000;

/**
 * Maximum length, in code units, of a bidirectional control as written, such as `&#x202e;`, that is found across the
 * end of a stride. Only needless zeros make one longer.
 */
const maxControlLength = 20;

/** Maximum length, in code units, of a file name; file systems allow no longer ones. */
const maxFileNameLength = 255;

export interface BidiFileName {
  /** The name as written, with its controls. */
  name: string;
  /** The extension of a program, which is the name's real or apparent extension. */
  ending: string;
}

/** Extensions of files that run when they are opened, or that configure programs. */
const programs = new Set(
  (
    'exe com scr pif bat cmd msi msp msix appx appinstaller application gadget hta cpl dll sys ocx reg inf scf lnk url ' +
    'website chm hlp js jse vbs vbe vb wsf wsh sct ps1 psm1 psd1 jar jnlp apk ipa app command tool dmg pkg mpkg deb rpm ' +
    'run bin sh bash zsh csh fish desktop appimage py pyc pyw pl rb php docm dotm xlsm xltm xlam xll pptm ppam ppsm iso ' +
    'img vhd vhdx settingcontent-ms mobileconfig pac workflow action terminal'
  ).split(' '),
);

/** Patterns of controls: as characters, as references of markup, and as escapes of scripts, JSON and style sheets. */
const override = String.raw`(?:\u202e|&#(?:x0*202e|0*8238);?|\\u\{?0*202e\}?|\\0*202e ?)`;
const turning = String.raw`(?:[\u202a-\u202e\u2066-\u2068]|&#(?:x0*(?:202[a-e]|206[6-8])|0*(?:823[4-8]|829[4-6]));?|\\u\{?0*(?:202[a-e]|206[6-8])\}?)`;
const controls = new RegExp(turning, 'gi');
const isOverride = new RegExp(`^${override}$`, 'i');
/** Matches characters that end a name, or the scope of a control. */
const end = /[\r\n\t"'`<>|/\\:*?\u2028\u2029\u202c\u2069]|&#/;
/** Matches letters and digits before a control, which belong to the same name. */
const before = /[^\s"'`<>|/\\:*?=&;,]{0,100}$/;
const ending = /\.([a-z0-9-]{1,20})$/i;

/** Finds a misleading file name in a text; null if none. Takes linear time, and yields now and then. */
export function* bidiFileNameIn(text: string): Generator<void, BidiFileName | null, void> {
  let count = 0;
  for (let at = 0; at < text.length; at += strideLength) {
    // A control may cross the end of a piece.
    for (const match of text.slice(at, at + strideLength + maxControlLength).matchAll(controls)) {
      if (++count > maxControls) return null;
      const from = at + match.index;
      const found = nameAt(text, from, from + match[0].length, isOverride.test(match[0]));
      if (found) return found;
    }
    yield;
  }
  return null;
}

function nameAt(text: string, from: number, to: number, isTurned: boolean): BidiFileName | null {
  const front = before.exec(text.slice(Math.max(0, from - 100), from))?.[0] ?? '';
  // Controls around a whole name isolate it from other text; only an override reorders it.
  if (front === '' && !isTurned) return null;
  const rest = text.slice(to, to + maxFileNameLength);
  const stop = rest.search(end);
  const reach = stop < 0 ? rest : rest.slice(0, stop);
  for (const written of isTurned ? [reach, firstWord(reach)] : [firstWord(reach)]) {
    if (written.trim() === '') continue;
    const shown = isTurned ? [...written].reverse().join('') : written;
    const found = [`${front}${written}`, `${front}${shown}`]
      .map((name) => ending.exec(name.trimEnd())?.[1]?.toLowerCase() ?? '')
      .find((each) => programs.has(each));
    if (found !== undefined)
      return { name: clip(front + text.slice(from, to) + written, maxFileNameLength), ending: found };
  }
  return null;
}

const firstWord = (text: string): string => /^\s*\S*/.exec(text)?.[0].replace(/[,;.)\]}!]+$/, '') ?? '';
