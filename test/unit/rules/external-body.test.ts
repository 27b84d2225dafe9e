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
    'a sound one': {
      written:
        'data:message/external-body;access-type=URL;URL=%22https://example.com/a%22,Content-Type:%20image/png%0D%0A%0D%0A',
      where: 'document',
      severity: 'info',
      messageId: 'external-body-elsewhere',
      args: { url: 'https://example.com/a', type: 'image/png' },
    },
    'one of another access-type': {
      written:
        'data:message/external-body;access-type=ANON-FTP;site=ftp.example.com;directory=pub;name=a.ps,Content-Type:%20application/postscript%0D%0A%0D%0A',
      where: 'document',
      severity: 'info',
      messageId: 'external-body-outside',
      args: { url: 'ftp.example.com/pub/a.ps', access: 'ANON-FTP' },
    },
    'another access-type that names no place': {
      written: 'data:message/external-body;access-type=ANON-FTP,%0D%0A',
      where: 'document',
      severity: 'warning',
      messageId: 'external-body',
    },
    'one in parts': {
      written: `data:message/external-body;access-type=URL;URL*0=https%3A//example.com;URL*1=/a,%0D%0A`,
      where: 'document',
      severity: 'info',
      messageId: 'external-body-elsewhere',
      args: { url: 'https://example.com/a', type: 'text/plain' },
    },
  },
  { 'another type': { written: 'data:text/plain,x' } },
);
