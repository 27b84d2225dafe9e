import { mime } from './mime.ts';
import { fuzzFor } from './target-test.ts';

fuzzFor(mime);
