import { cases, html, markup } from './cases.ts';

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
      written: html('<form action=https://collect.example/in method=post><input name=card></form>'),
      where: 'iframe',
      severity: 'error',
      messageId: 'phishing-form',
      args: { action: 'https://collect.example/in' },
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
