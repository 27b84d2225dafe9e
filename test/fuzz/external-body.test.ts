import { externalBody } from './external-body.ts';
import { fuzzFor } from './target-test.ts';

fuzzFor(externalBody);
