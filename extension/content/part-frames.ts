/** A part of the content script: finds the frames of elements. */
import { listFrames } from './list-frames.ts';
import { provide } from './script-parts.ts';

provide({ frames: listFrames });
