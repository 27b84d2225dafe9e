/** A part of the content script: reads scripts and processing instructions. */
import { type CodeReader, readScript, sheetOfInstruction } from './code-reader.ts';
import { provide } from './script-parts.ts';

provide({ code: { readScript, sheetOfInstruction } satisfies CodeReader });
