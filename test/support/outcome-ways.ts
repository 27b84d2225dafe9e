/** The ways in which a page loads a data: URL, each with the context that its prediction needs. */
import type { OutcomeContext } from '../../src/outcome/outcome-types.ts';
import type { Destination } from '../../src/vocabulary.ts';

export interface AskedWay {
  destination: Destination;
  context?: Omit<OutcomeContext, 'browser'>;
}

/** The ways by their names in outcome-elements.ts. */
export const askedWays: Readonly<Record<string, AskedWay>> = {
  img: { destination: 'image' },
  'svg image': { destination: 'image' },
  'preload image': { destination: 'image' },
  stylesheet: { destination: 'style', context: { isQuirky: false } },
  'quirky stylesheet': { destination: 'style', context: { isQuirky: true } },
  import: { destination: 'style', context: { isQuirky: false } },
  script: { destination: 'script', context: { script: 'classic' } },
  module: { destination: 'script', context: { script: 'module' } },
  modulepreload: { destination: 'script', context: { script: 'module' } },
  worker: { destination: 'worker' },
  font: { destination: 'font' },
  audio: { destination: 'audio' },
  video: { destination: 'video' },
  track: { destination: 'track' },
  object: { destination: 'object' },
  embed: { destination: 'embed' },
  iframe: { destination: 'iframe' },
  fetch: { destination: 'empty', context: { api: 'fetch' } },
  xhr: { destination: 'empty', context: { api: 'xhr' } },
  eventsource: { destination: 'empty', context: { api: 'eventsource' } },
  beacon: { destination: 'empty', context: { api: 'beacon' } },
};
