import { cases, quoted } from './cases.ts';

const hidden = { severity: 'warning', messageId: 'obfuscated-scheme' } as const;

cases(
  'obfuscated-url',
  {
    'mixed case': { written: 'dAtA:text/plain,x', ...hidden, args: { scheme: 'dAtA' } },
    'a tab in the scheme': { written: 'da\tta:text/plain,x', ...hidden, args: { scheme: 'da\\tta' } },
    'a line break in the scheme': { written: 'dat\na:text/plain,x', ...hidden },
    'a control character in front': { written: '\x01data:text/plain,x', ...hidden },
    'an escaped media type': {
      written: 'data:text%2fhtml,x',
      severity: 'warning',
      messageId: 'obfuscated-media-type',
    },
    'quoted in a script': {
      written: 'dAtA:text/plain,x',
      where: quoted,
      severity: 'info',
      messageId: 'obfuscated-scheme',
    },
  },
  {
    'a file name with escapes': { written: 'data:text/plain;name=a%20b.txt,x' },
    plain: { written: 'data:text/plain,x' },
    'in capitals': { written: 'DATA:text/plain,x' },
    'with a capital': { written: 'Data:text/plain,x' },
    'space and line breaks around': { written: ' \n\tdata:text/plain,x ' },
    'what is refused anyway': { written: 'dAtA:', besides: ['invalid-data-url'] },
  },
);
