/** The English texts of the problems for which fetch() rejects a data: URL, by code; `{name}` stands for an argument. */
import { hasEnglish } from '../has-english.ts';

export const problemTexts = hasEnglish && {
  'not-data-url': 'Not a data: URL. The text doesn\'t start with "data:".',
  'no-comma': 'Missing comma: nothing separates the media type from the data.',
  'comma-in-fragment':
    'No data remains: the "#" at position {hash} starts the fragment before the first comma.',
  'comma-in-dot-segment':
    'No data remains: the ".." segment removes the path segment that contains the comma.',
  'bad-host': 'Invalid host: the URL parser treats the text after "data://" as a host.',
  'bad-port': 'Invalid port: a port after "data://" must be a number from 0 to 65535.',
  credentials: 'User name or password after "data://": fetch() rejects URLs with credentials.',
  'base64-character': "{character} isn't in the base64 alphabet.",
  'base64-length': 'Incomplete base64: the last group has one character, too few for a byte.',
  'base64-padding-short': 'Incomplete base64 padding: the data ends with one "=" instead of two or none.',
  'base64-padding-excess': 'Too much base64 padding: the data requires fewer "=" characters or none.',
  'base64-padding-misplaced': 'Data after the base64 padding: "=" is valid only at the end.',
  'too-large': 'Too large: not enough memory to decode this URL.',
};
