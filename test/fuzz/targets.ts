import { dataUrl } from './data-url.ts';
import { externalBody } from './external-body.ts';
import { mime } from './mime.ts';
import { payload } from './payload.ts';
import type { Target } from './target.ts';

export const targets = [dataUrl, mime, externalBody, payload] as unknown as readonly Target<unknown>[];
