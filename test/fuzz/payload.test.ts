import { payload } from './payload.ts';
import { fuzzFor } from './target-test.ts';

fuzzFor(payload);
