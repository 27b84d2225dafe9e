import { cases } from './cases.ts';

const risky = (charset: string) =>
  ({ severity: 'warning', messageId: 'risky-charset', args: { charset } }) as const;

const undecoded = (charset: string) =>
  ({ severity: 'warning', messageId: 'risky-charset-undecoded', args: { charset } }) as const;

cases(
  'risky-charset',
  {
    'UTF-7': { written: 'data:text/plain;charset=utf-7,+ADw-script+AD4-', ...undecoded('utf-7') },
    'ISO-2022-JP': { written: 'data:text/plain;charset=ISO-2022-JP,x', ...risky('ISO-2022-JP') },
    'UTF-16': { written: 'data:text/plain;charset=utf-16le,x%00', ...risky('utf-16le') },
    'ISO-2022-KR, which is not read at all': {
      written: 'data:text/plain;charset=iso-2022-kr,x',
      ...undecoded('iso-2022-kr'),
    },
    'ISO-2022-JP by the text itself': {
      written: 'data:text/html,<meta charset=iso-2022-jp>x',
      ...risky('iso-2022-jp'),
      besides: ['disallowed-type'],
    },
    'UTF-16 without a mark': {
      written: 'data:text/xml,%3C%00%3F%00x%00m%00l%00%3F%00%3E%00',
      ...risky('utf-16le'),
    },
  },
  {
    'UTF-8': { written: 'data:text/plain;charset=utf-8,x' },
    Latin: { written: 'data:text/plain;charset=iso-8859-1,%E4' },
    'ASCII with private characters': { written: 'data:text/plain;charset=x-user-defined,x%80' },
    Japanese: { written: 'data:text/plain;charset=shift_jis,%82%A0' },
    'UTF-16 with its mark': { written: 'data:text/plain,%FF%FEx%00' },
    'none at all': { written: 'data:text/plain,x' },
    'of what is no text': { written: 'data:application/octet-stream;charset=utf-16,x' },
    'unknown, which is another matter': { written: 'data:text/plain;charset=klingon,x', besides: ['syntax'] },
  },
);
