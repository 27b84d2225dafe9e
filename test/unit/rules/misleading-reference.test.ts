import { cases, html } from './cases.ts';

const link = (address: string) => html(`<a href='${address}'>x</a>`);
const common = { where: 'iframe', severity: 'warning', besides: ['disallowed-type'] } as const;

cases(
  'misleading-reference',
  {
    'a user name that looks like a host': {
      written: link('https://bank.example@collect.example/'),
      ...common,
      besides: [...common.besides],
      messageId: 'reference-userinfo',
      args: { shown: 'bank.example', host: 'collect.example' },
    },
    'a password': {
      written: link('https://me:secret@files.example/'),
      ...common,
      besides: [...common.besides],
      messageId: 'reference-password',
      args: { host: 'files.example' },
    },
    'an address as one number': {
      written: link('http://2130706433/'),
      ...common,
      besides: [...common.besides],
      messageId: 'reference-rare-ipv4',
    },
  },
  {
    'a plain link': {
      written: link('https://example.com/a@b'),
      where: 'iframe',
      besides: ['disallowed-type'],
    },
    'an address as people write it': {
      written: link('http://127.0.0.1/'),
      where: 'iframe',
      besides: ['disallowed-type'],
    },
  },
);
