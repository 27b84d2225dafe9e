/** The bench's half in a browser's worker. */
import { obey } from '../support/differential-employed.ts';
import { carryOut } from './core-work.ts';

void obey(carryOut);
