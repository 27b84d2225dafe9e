import { cases } from './cases.ts';

const body = (text: string) => `data:message/external-body;access-type=URL,${encodeURIComponent(text)}`;

cases(
  'external-body',
  {
    'without a URL': {
      written: body('\r\n\r\n'),
      where: 'empty',
      severity: 'warning',
      messageId: 'external-body',
    },
  },
  { 'another type': { written: 'data:text/plain,x' } },
);
