import { cases, html, markup } from './cases.ts';

const numbers = Array.from({ length: 40 }, (_, n) => n + 1);

cases(
  'phishing',
  {
    'a password field': {
      written: html('<form><input type=password></form>'),
      where: 'iframe',
      severity: 'error',
      messageId: 'phishing-password',
      args: { count: 1 },
    },
    'a password field in a link': {
      written: html('<input type=password>'),
      where: 'document',
      severity: 'error',
      messageId: 'phishing-password',
    },
    'a form that sends to a server': {
      written: html(
        '<form action=https://collect.example/in?token=secret method=post><input name=card></form>',
      ),
      where: 'iframe',
      severity: 'error',
      messageId: 'phishing-form',
      args: { targets: 'collect.example/in' },
    },
    'a password that is sent to a server': {
      written: html('<form action=https://COLLECT.example:8443/in><input type=password></form>'),
      where: 'iframe',
      severity: 'error',
      messageId: 'phishing-password-to',
      args: { count: 1, targets: 'collect.example:8443/in' },
    },
    'a server that the base or a button names': {
      written: html(
        '<base href=https://a.example/><form action=in></form><form action=#><button formaction=https://0x7f.1/></form>',
      ),
      where: 'document',
      severity: 'error',
      messageId: 'phishing-form',
      args: { targets: 'a.example/in, 127.0.0.1/' },
      besides: ['misleading-reference'],
    },
    'forms after more links than are listed, with more servers than are named': {
      written: html(
        `${'<a href=#>'.repeat(1100)}${numbers.map((n) => `<form action=//${n}.example></form>`).join('')}`.replace(
          '<a',
          '<base href=https://base.example/><a',
        ),
      ),
      where: 'iframe',
      severity: 'error',
      messageId: 'phishing-form',
      args: {
        targets: `${numbers
          .map((n) => `${n}.example/`)
          .join(', ')
          .slice(0, 199)}…`,
      },
      besides: ['large-inline'],
    },
    'an address in front, and padding': {
      written: markup(
        'text/html',
        `https://accounts.example/ServiceLogin${' '.repeat(200)}<script src=https://x.example/a></script>`,
      ),
      where: 'document',
      severity: 'error',
      messageId: 'phishing-address',
      args: { address: 'https://accounts.example/ServiceLogin' },
      also: ['phishing-padding'],
      besides: ['active-content', 'external-references'],
    },
    'padding alone': {
      written: markup('text/html', `x${' '.repeat(200)}<p>y</p>`),
      where: 'document',
      severity: 'error',
      messageId: 'phishing-padding',
      args: { count: 200 },
    },
  },
  {
    'a form without an address': {
      written: html('<form><input name=q></form>'),
      where: 'iframe',
      besides: ['disallowed-type'],
    },
    'a form of the page itself': {
      written: html('<form action=#a><input name=q></form>'),
      where: 'iframe',
      besides: ['disallowed-type'],
    },
    'a form whose address cannot resolve': {
      written: html('<form action=//collect.example/in><input name=q></form>'),
      where: 'iframe',
      besides: ['disallowed-type', 'dead-reference'],
    },
    'an address in a page': {
      written: html('<p>https://example.com/'),
      where: 'iframe',
      besides: ['disallowed-type'],
    },
    'a picture, in which nobody types': {
      written: html('<input type=password>'),
      where: 'image',
      besides: ['disallowed-type'],
    },
  },
);
