import { latin1, pdf, png, zip } from '../payload/builders.ts';
import { cases, html, svg, url } from './cases.ts';

const page = '<!doctype html><html><body><p>x</p></body></html>';
const program = latin1(`MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0${'\0'.repeat(64)}`);
const archive = zip([{ name: 'a.txt', data: latin1('x') }]);
const office = zip([
  { name: '[Content_Types].xml', data: latin1('<Types/>') },
  { name: 'word/document.xml', data: latin1('<w/>') },
]);
const documentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const hidden = (detected: string, declared = 'image/png') =>
  ({ severity: 'error', messageId: 'type-mismatch', args: { declared, detected } }) as const;

cases(
  'type-mismatch',
  {
    'HTML in an image': { written: url('image/png', page), ...hidden('text/html') },
    'HTML in an SVG image': {
      written: url('image/svg+xml', page),
      ...hidden('text/html', 'image/svg+xml'),
    },
    'an archive in an image': { written: url('image/png', archive), ...hidden('application/zip') },
    'a PDF in an image': { written: url('image/gif', pdf), ...hidden('application/pdf', 'image/gif') },
    'a program in a font': {
      written: url('font/woff2', program),
      where: 'font',
      ...hidden('application/vnd.microsoft.portable-executable', 'font/woff2'),
    },
    'a shell script in an image': {
      written: url('image/png', '#!/bin/sh\nrm -r x\n'),
      ...hidden('application/x-sh'),
    },
    'a program as text, with a line feed in its type': {
      written: url('te\nxt/plain', program),
      where: 'document',
      severity: 'warning',
      messageId: 'type-mismatch',
    },
    'a program as text': {
      written: url('text/plain', program),
      where: 'document',
      severity: 'warning',
      messageId: 'type-mismatch',
    },
    'HTML as JSON': {
      written: url('application/json', page),
      where: 'document',
      severity: 'warning',
      messageId: 'type-mismatch',
    },
    'SVG as another picture, in which nobody expects scripts': {
      written: svg("<circle r='1'/>").replace('image/svg+xml', 'image/jpeg'),
      severity: 'warning',
      messageId: 'type-mismatch',
    },
    'it says more than that the type is disallowed': {
      written: url('image/png', page),
      where: 'iframe',
      ...hidden('text/html'),
    },
  },
  {
    'an image that is one': { written: url('image/png', png(1, 1)) },
    "SVG with HTML's DOCTYPE": {
      written: "data:image/svg+xml,<!DOCTYPE html><svg xmlns='http://www.w3.org/2000/svg'/>",
    },
    'a type that claims nothing': { written: url('application/octet-stream', pdf), where: 'document' },
    'HTML as plain text': {
      written: html('<b>x</b>').replace('text/html', 'text/plain'),
      where: 'document',
      besides: ['disallowed-type'],
    },
    'a style sheet that begins as old ones do': {
      written: 'data:text/css,<!-- a{color:red} -->',
      where: 'style',
    },
    'SVG as XML': { written: svg('').replace('image/svg+xml', 'text/xml'), besides: ['wrong-type'] },
    'an Office document, by its own name': { written: url(documentType, office), where: 'document' },
    'a program without a type': {
      written: url('', program),
      where: 'document',
      besides: ['disallowed-type', 'wrong-type'],
    },
    'an image of another kind': { written: url('image/gif', png(1, 1)), besides: ['wrong-type'] },
    'what only looks like a script': {
      written: 'data:image/png,var x = 1; function f() { return x }',
      besides: ['wrong-type'],
    },
  },
);
