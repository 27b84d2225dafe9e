/** The English texts of destinations after a media type in a sentence: "text/html in an iframe". */
import { hasEnglish } from '../has-english.ts';

export const usageTexts = hasEnglish && {
  image: 'as an image',
  script: 'as a script',
  style: 'as a style sheet',
  font: 'as a font',
  iframe: 'in an iframe',
  frame: 'in a frame of a frameset',
  object: 'in an object element',
  embed: 'in an embed element',
  worker: 'as a worker',
  video: 'as a video',
  audio: 'as audio',
  track: 'as a text track',
  manifest: 'as an app manifest',
  document: 'as a link or navigation target',
  empty: 'in fetch or XHR',
  download: 'as a download',
  form: 'as a form action',
  none: 'in text that browsers never fetch',
};
