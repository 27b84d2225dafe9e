/** A part of the content script: finds the frames of `embed` elements. */
import { embeddedFrames } from './embeds.ts';
import { provide } from './script-parts.ts';

provide({ embeds: embeddedFrames });
