/** Loads the vectors of the standards: those in `../shared/vectors`, if that folder exists, and our own. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const shared = path.resolve(import.meta.dirname, '../../../shared/vectors');

/** Whether `../shared` exists. In a clone without it, only our own table shows conformance. */
export const hasShared = existsSync(shared);
if (!hasShared) {
  console.warn(
    `\n!!! ${shared} is ABSENT: the vectors of web-platform-tests and the RFCs are NOT run, only test/vectors/cases.\n`,
  );
}

export const sharedVectors = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(shared, name), 'utf8'));

export const ownVectors = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'cases', name), 'utf8'));
