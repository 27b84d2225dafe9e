/** A part of the content script: finds the texts that a click or selection of the user refers to. */
import { provide } from './script-parts.ts';
import { answerSelection } from './selection.ts';

provide({ selection: answerSelection });
