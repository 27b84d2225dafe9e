import { cases } from './cases.ts';

const named = (parameter: string) => `data:application/octet-stream;${parameter};base64,QUJD`;
const text = (written: string) => `data:text/plain;charset=utf-8,${encodeURIComponent(written)}`;
const found = { severity: 'warning', messageId: 'bidi-file-name' } as const;

cases(
  'bidi-file-name',
  {
    'a picture that is a program': {
      written: text('Open photo\u202egpj.exe now'),
      ...found,
      args: { name: 'photo\u202egpj.exe', ending: 'exe' },
    },
    'a name that begins turned': {
      written: text('\u202efdp.scr'),
      ...found,
      args: { name: '\u202efdp.scr', ending: 'scr' },
    },
    'one that only looks like a program': {
      written: text('notes\u202eexe.txt'),
      ...found,
    },
    'spaces within': { written: text('bill \u202exslx .exe'), ...found },
    'an embedding within a name': { written: text('photo\u202bgpj.exe'), ...found },
    'an isolate within a name': { written: text('photo\u2067gpj.exe\u2069'), ...found },
    'a file name': { written: named('filename=%22photo%E2%80%AEgpj.exe%22'), ...found },
    'a name by an escape': { written: named('name=photo%E2%80%AEgpj.bat'), ...found },
    'a name as it stands': { written: named('name=photo\u202egpj.hta'), ...found, besides: ['syntax'] },
    'a download attribute': {
      written: `data:text/html;charset=utf-8,${encodeURIComponent('<a href=x download="photo\u202egpj.exe">x</a>')}`,
      ...found,
      besides: ['disallowed-type', 'dead-reference'],
    },
    'the name that a link of the page proposes': {
      written: 'data:application/octet-stream;base64,QUJD',
      where: { element: 'a', name: 'href', destination: 'download', fileName: 'photo\u202egpj.exe' },
      ...found,
      besides: ['disallowed-type'],
      args: { name: 'photo\u202egpj.exe', ending: 'exe' },
    },
    'a character reference': {
      written: `data:text/html,${encodeURIComponent('<a href=x download="photo&#x202E;gpj.js">x</a>')}`,
      ...found,
      besides: ['disallowed-type', 'dead-reference'],
    },
    'an escape in JSON': { written: 'data:application/json,{"name":"photo%5Cu202egpj.exe"}', ...found },
  },
  {
    'a name without controls': { written: text('Run setup.exe') },
    'a name kept together': {
      written: text('\u05d4\u05e8\u05e5 \u2066setup.exe\u2069 \u05e2\u05db\u05e9\u05d9\u05d5'),
    },
    'marks beside a name': { written: text('\u200fsetup.exe\u200f') },
    'a picture that is turned': { written: text('photo\u202egpj.png') },
    'an override at the end': { written: text('setup.exe\u202e') },
    'Hebrew in an embedding': { written: text('x \u202b\u05d0\u05d1\u05d2.\u202c y') },
  },
);
