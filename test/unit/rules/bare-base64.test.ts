import { png } from '../payload/builders.ts';
import { cases, quoted, url } from './cases.ts';

const written = url('image/png', png(30, 40));
const bare = { place: 'text', destination: 'none', inert: true } as const;

cases(
  'bare-base64',
  {
    'where it stands alone': {
      written,
      where: { ...bare, assumed: 'type' },
      severity: 'info',
      messageId: 'bare-base64',
      args: { type: 'image/png' },
    },
    'also where other places have all of the URL': {
      written,
      where: ['image', { ...bare, assumed: 'type' }],
      severity: 'info',
      messageId: 'bare-base64',
    },
  },
  { 'a data: URL': { written, where: ['image', bare, quoted] } },
);
