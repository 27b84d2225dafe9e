/** A part of the content script: walks the page's Document Picture-in-Picture window. */
import { walkWindow } from './other-window.ts';
import { provide } from './script-parts.ts';

provide({ window: walkWindow });
