/** The part of the bench that runs in a browser's worker. */
import { obey } from '../support/differential-employed.ts';
import { carryOut } from './core-work.ts';

void obey(carryOut);
