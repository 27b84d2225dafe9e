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
    'a backslash that is a slash to browsers': {
      written: link('http://evil.example\\@good.example/'),
      ...common,
      besides: [...common.besides],
      messageId: 'reference-host-differs',
      args: { host: 'evil.example', other: 'good.example' },
    },
    'a scheme without slashes': {
      written: link('https:collect.example/'),
      ...common,
      besides: [...common.besides],
      messageId: 'reference-host-unseen',
      args: { host: 'collect.example' },
    },
    'a password that leads nowhere, as there is no base': {
      written: link('\\\\me:secret@files.example/'),
      ...common,
      besides: [...common.besides, 'dead-reference'],
      messageId: 'reference-password-nowhere',
    },
    'a host of another scheme': {
      written: link('gopher://me:secret@files.example/'),
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
    'a scheme without slashes that is relative to the base': {
      written: html("<base href='https://example.com/'><a href='https:a.html'>x</a>"),
      where: 'iframe',
      besides: ['disallowed-type'],
    },
    'a user name in front of a host that nothing leads to': {
      written: link('//bank.example@collect.example/'),
      where: 'iframe',
      besides: ['disallowed-type', 'dead-reference'],
    },
    'an address as people write it': {
      written: link('http://127.0.0.1/'),
      where: 'iframe',
      besides: ['disallowed-type'],
    },
  },
);
