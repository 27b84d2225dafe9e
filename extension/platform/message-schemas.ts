/** The schemas that messages of several kinds share. */
import * as v from 'valibot';
import { inlineLength } from './limits.ts';

/** Creates a function that returns a message if the message is valid, and null otherwise. */
export const readerOf =
  <Schema extends v.GenericSchema>(schema: Schema) =>
  (message: unknown): v.InferOutput<Schema> | null => {
    const read = v.safeParse(schema, message);
    return read.success ? read.output : null;
  };

export const shortText = v.pipe(v.string(), v.maxLength(4096));
export const text = v.union([v.pipe(v.string(), v.maxLength(inlineLength)), v.instance(Blob)]);
export const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
export const milliseconds = v.pipe(
  v.number(),
  v.check((ms) => ms < Infinity),
  v.minValue(0),
);
