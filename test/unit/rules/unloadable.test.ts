import { png } from '../payload/builders.ts';
import { cases, inCss, url } from './cases.ts';

const wave = 'data:text/plain;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

cases(
  'unloadable',
  {
    'a charset in quotes with a space': {
      written: url('image/png;charset="a b"', png(3, 2)),
      where: 'image',
      severity: 'warning',
      messageId: 'unloadable-charset-not-token',
      args: { browser: 'Chromium' },
    },
    'a style sheet of type text/plain': {
      written: 'data:text/plain,p{color:red}',
      where: 'style',
      severity: 'warning',
      messageId: 'unloadable-not-a-style-sheet',
      args: { type: 'text/plain' },
    },
    'a module of type text/plain': {
      written: 'data:text/plain,export{}',
      where: { destination: 'script', element: 'script', name: 'src', use: 'module' },
      severity: 'error',
      messageId: 'unloadable-not-a-module',
      args: { type: 'text/plain' },
    },
    'an object with a semicolon in its body': {
      written: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' style='color:red;'/>",
      where: 'object',
      severity: 'warning',
      messageId: 'unloadable-type-verbatim',
      args: { browser: 'Chromium' },
      besides: ['disallowed-type'],
    },
    'what an empty canvas gives': { written: 'data:,', severity: 'warning', messageId: 'unloadable-empty' },
    'a cursor that is too large': {
      written: url('image/png', png(32, 129)),
      where: { ...inCss, name: 'cursor' },
      severity: 'warning',
      messageId: 'unloadable-cursor',
      args: { width: 32, height: 129 },
    },
    'sound of type text/plain': {
      written: wave,
      where: 'audio',
      severity: 'warning',
      messageId: 'unloadable-not-a-media-type',
      args: { browser: 'Chromium', type: 'text/plain' },
    },
  },
  {
    'a charset in quotes': { written: url('image/png;charset="utf-8"', png(3, 2)), where: 'image' },
    'a cursor of 128 pixels': {
      written: url('image/png', png(128, 128)),
      where: { ...inCss, name: 'cursor' },
    },
    'a background of 129 pixels': { written: url('image/png', png(129, 129)), where: inCss },
    'no icon': {
      written: 'data:,',
      where: { destination: 'image', element: 'link', name: 'href', use: 'icon' },
    },
    'a style sheet': { written: 'data:text/css,p{color:red}', where: 'style' },
    'a classic script of type text/plain': {
      written: 'data:text/plain,0',
      where: { destination: 'script', element: 'script', name: 'src' },
      besides: ['disallowed-type'],
    },
    'JSON in an import map, which an import may ask for': {
      written: 'data:application/json,{}',
      where: { place: 'script', destination: 'script', element: 'script', name: 'importmap' },
      besides: ['disallowed-type'],
    },
    'a style sheet in an import map': {
      written: 'data:text/css,p{color:red}',
      where: { place: 'script', destination: 'script', element: 'script', name: 'importmap' },
      besides: ['disallowed-type'],
    },
    'a data block of type text/plain': {
      written: 'data:text/plain,0',
      where: { destination: 'script', element: 'script', name: 'src', use: 'text/x-template' },
    },
    'a style sheet that is only preloaded': {
      written: 'data:text/plain,p{}',
      where: { destination: 'style', element: 'link', name: 'href', use: 'preload' },
    },
    'a style sheet of unknown type': { written: 'data:*/*,p{color:red}', where: 'style' },
  },
);
