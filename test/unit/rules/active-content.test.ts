import { cases, html, inTemplate, quoted, svg } from './cases.ts';

const scripted = svg('<script>1</script>');
const pdf = (objects: string) => `data:application/pdf,%25PDF-1.7 ${objects}`;
const pdfScript = pdf('<</OpenAction <</S /%234aavaScript /JS (x)>> >>');

cases(
  'active-content',
  {
    'SVG with a script in a frame': {
      written: scripted,
      where: 'iframe',
      severity: 'error',
      messageId: 'active-content',
      args: { holds: '1 × script' },
    },
    'PDF with a script in a frame': {
      written: pdfScript,
      where: 'iframe',
      severity: 'error',
      messageId: 'active-content',
      args: { holds: '1 × JavaScript' },
    },
    'PDF with a script to download': {
      written: pdf('<</S /Launch>> <</S /JavaScript>>'),
      where: 'download',
      severity: 'warning',
      messageId: 'active-content',
      args: { holds: '1 × JavaScript, 1 × Launch' },
    },
    'PDF with a script, labelled HTML, to download': {
      written: 'data:text/html,%25PDF-1.7 <</S /JavaScript>>',
      where: 'download',
      severity: 'warning',
      messageId: 'active-content',
      args: { holds: '1 × JavaScript' },
    },
    'PDF with objects that cannot be read': {
      written: pdf('<</Type /ObjStm /Filter /X>>stream%0Ax'),
      where: 'embed',
      severity: 'warning',
      messageId: 'active-content-unread',
      args: { count: 1 },
    },
    'XML that XSLT makes another document of': {
      written: `data:text/xml,${encodeURIComponent('<?xml-stylesheet type="text/xsl" href="#a"?><r/>')}`,
      where: 'iframe',
      severity: 'warning',
      messageId: 'active-content-possible',
      args: { by: 'XSLT' },
      besides: ['disallowed-type'],
    },
    'a type of which one browser makes documents': {
      written: scripted.replace('image/svg+xml', 'application/rdf+xml'),
      where: 'iframe',
      severity: 'error',
      messageId: 'active-content-in',
      args: { browser: 'Firefox', type: 'application/rdf+xml', holds: '1 × script' },
    },
    'XSLT in such a type': {
      written: `data:application/rss+xml,${encodeURIComponent('<?xml-stylesheet type="text/xsl" href="#a"?><r/>')}`,
      where: 'iframe',
      severity: 'warning',
      messageId: 'active-content-possible-in',
      args: { browser: 'Chromium', type: 'application/rss+xml', by: 'XSLT' },
      besides: ['disallowed-type'],
    },
    'a spelling that one browser reads': {
      written: 'data://text/html,<script>1</script>',
      where: ['iframe', 'image'],
      severity: 'error',
      messageId: 'active-content-in',
      args: { browser: 'Chromium', type: 'text/html', holds: '1 × script' },
      besides: ['syntax'],
    },
    'XML of a type of which no browser makes a document': {
      written: scripted.replace('image/svg+xml', 'application/gpx+xml'),
      where: 'object',
      severity: 'info',
      messageId: 'active-content-idle',
      besides: ['disallowed-type'],
    },
    'a page of plain text, which runs nothing in an iframe': {
      written: 'data:text/plain,<script>1</script>',
      where: 'iframe',
      severity: 'info',
      messageId: 'active-content-idle',
      args: { holds: '1 × script' },
      besides: ['disallowed-type'],
    },
    'SVG with a handler in an object': {
      written: svg('', " onload='x()'"),
      where: 'object',
      severity: 'error',
      messageId: 'active-content',
      args: { holds: '1 × on*' },
    },
    'SVG with a javascript: link in an embed': {
      written: svg("<a href='javascript:x()'><circle r='1'/></a>"),
      where: 'embed',
      severity: 'error',
      messageId: 'active-content',
      args: { holds: '1 × javascript:' },
    },
    'SVG with HTML in it, in a frame': {
      written: svg("<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>x</p></foreignObject>"),
      where: 'iframe',
      severity: 'error',
      messageId: 'active-content',
      args: { holds: '1 × foreignObject' },
    },
    'HTML with a script in a frame': {
      written: html('<script>x()</script>'),
      where: 'iframe',
      severity: 'error',
      messageId: 'active-content',
    },
    'HTML with a script in a link': {
      written: html('<script>x()</script>'),
      where: 'document',
      severity: 'warning',
      messageId: 'active-content',
    },
    'the frame counts where there is an image too': {
      written: scripted,
      where: ['image', 'iframe'],
      severity: 'error',
      messageId: 'active-content',
    },
    'in a template it may come to run': {
      written: scripted,
      where: inTemplate('iframe'),
      severity: 'warning',
      messageId: 'active-content',
    },
    'SVG with a script in an image': {
      written: scripted,
      severity: 'info',
      messageId: 'active-content-idle',
    },
  },
  {
    'a well-made SVG': { written: svg("<circle r='3' fill='#f00'/><style>a{fill:red}</style>") },
    'SVG with HTML in an image': {
      written: svg("<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>x</p></foreignObject>"),
    },
    'a link in SVG': { written: svg("<a href='https://example.com/'><circle r='1'/></a>") },
    'HTML without scripts': { written: html('<p>x</p>'), where: 'iframe', besides: ['disallowed-type'] },
    'a script that the page only quotes': { written: svg('<title>x</title>'), where: quoted },
  },
);
