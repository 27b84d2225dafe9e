import { dataUrl } from './data-url.ts';
import { fuzzFor } from './target-test.ts';

fuzzFor(dataUrl);
