/** A part of the content script: knows the viewers of the browser. */
import { provide } from './script-parts.ts';
import { viewerOf } from './viewer.ts';

provide({ viewer: viewerOf });
