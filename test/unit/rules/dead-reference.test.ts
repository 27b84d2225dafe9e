import { cases, html, svg } from './cases.ts';

cases(
  'dead-reference',
  {
    'a relative import': {
      written: 'data:text/css,@import "style.css";',
      where: 'style',
      severity: 'warning',
      messageId: 'dead-reference',
      args: { count: 1, first: 'style.css' },
    },
    'imports of a script': {
      written: "data:text/javascript,import('/c.js');import a from './a.js';export*from'../b.js'",
      where: 'script',
      severity: 'warning',
      messageId: 'dead-reference',
      args: { count: 3, first: '/c.js' },
      besides: ['disallowed-type'],
    },
    'a picture in SVG': {
      written: svg("<image href='a.png'/>"),
      severity: 'warning',
      messageId: 'dead-reference',
    },
    'as many as are listed': {
      written: html('<a href=a>'.repeat(1000)),
      where: 'iframe',
      severity: 'info',
      messageId: 'dead-reference',
      args: { count: 1000, first: 'a' },
      besides: ['disallowed-type', 'large-inline'],
    },
    'more than are listed': {
      written: html('<a href=a>'.repeat(1001)),
      where: 'iframe',
      severity: 'info',
      messageId: 'dead-reference-more',
      args: { count: 1000, first: 'a' },
      besides: ['disallowed-type', 'large-inline'],
    },
    'a link': {
      written: html('<a href=next.html>x</a>'),
      where: 'iframe',
      severity: 'info',
      messageId: 'dead-reference',
      besides: ['disallowed-type'],
    },
    'a base that is none, since its path is opaque': {
      written: html('<base href=mailto:a@b><a href=next.html>x</a>'),
      where: 'iframe',
      severity: 'info',
      messageId: 'dead-reference',
      besides: ['disallowed-type'],
    },
    'a base that browsers refuse': {
      written: html('<base href=data:text/html,x><a href=next.html>x</a>'),
      where: 'iframe',
      severity: 'info',
      messageId: 'dead-reference',
      besides: ['disallowed-type', 'nested-data-url'],
    },
  },
  {
    'imports that need no base, and other calls': {
      written:
        "data:text/javascript,import 'a';import b from 'blob:c';d.import('./e');f.from('./g');let h='./i'",
      where: 'script',
      besides: ['disallowed-type'],
    },
    'a private method named import': {
      written: "data:text/javascript,class A{%23import(a){} b(){this.%23import('./x')}}",
      where: 'script',
      besides: ['disallowed-type'],
    },
    'imports in a text that is shown': {
      written: "data:text/plain,import a from './a.js';console.log(a)",
      where: 'iframe',
    },
    'a fragment': { written: svg("<linearGradient id='g'/><rect fill='url(#g)'/>") },
    "a base of a scheme that is no web's": {
      written: html('<base href=gopher://example.com/1/><a href=next.html>x</a>'),
      where: 'iframe',
      besides: ['disallowed-type'],
    },
    'a base on the disk': {
      written: html("<base href='file:///d/e'><img src=next.png><img src=//h/next.png>"),
      where: 'iframe',
      besides: ['disallowed-type'],
    },
    'a document with a base of its own': {
      written: html('<base href=https://example.com/><a href=next.html>x</a>'),
      where: 'iframe',
      besides: ['disallowed-type'],
    },
  },
);
