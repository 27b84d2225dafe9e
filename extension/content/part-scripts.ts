/** A part of the content script: determines what scripts do with the URLs in them. */
import { provide } from './script-parts.ts';
import { readScript } from './script-uses.ts';

provide({ scripts: readScript });
