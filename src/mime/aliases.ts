/** Names of the same type: registered ones, their predecessors, and common mistakes. */

const aliases: Record<string, readonly string[]> = {
  'application/ogg': ['audio/ogg', 'video/ogg'],
  'application/vnd.ms-fontobject': ['application/x-font-eot', 'font/eot'],
  'application/x-gzip': ['application/gzip'],
  'application/x-rar-compressed': ['application/vnd.rar'],
  'application/zip': ['application/x-zip-compressed'],
  'audio/mpeg': ['audio/mp3', 'audio/x-mp3', 'audio/mpeg3'],
  'audio/wave': ['audio/wav', 'audio/x-wav', 'audio/vnd.wave'],
  'font/otf': [
    'application/font-otf',
    'application/vnd.ms-opentype',
    'application/x-font-opentype',
    'application/x-font-otf',
    'font/opentype',
  ],
  'font/ttf': [
    'application/font-sfnt',
    'application/font-ttf',
    'application/x-font-sfnt',
    'application/x-font-truetype',
    'application/x-font-ttf',
    'font/sfnt',
    'font/truetype',
  ],
  'font/woff': ['application/font-woff', 'application/x-font-woff', 'font/x-woff'],
  'font/woff2': ['application/font-woff2', 'application/x-font-woff2', 'font/x-woff2'],
  'image/bmp': ['image/x-bmp', 'image/x-ms-bmp'],
  'image/jpeg': ['image/jpg', 'image/pjpeg'],
  'image/png': ['image/x-png'],
  'image/x-icon': ['image/ico', 'image/icon', 'image/vnd.microsoft.icon'],
  'text/xml': ['application/xml'],
  'video/mp4': ['audio/mp4', 'audio/x-m4a', 'video/x-m4v'],
  'video/webm': ['audio/webm'],
};

const canonical = new Map(
  Object.entries(aliases).flatMap(([type, others]) => others.map((other): [string, string] => [other, type])),
);

/** Whether two essences name the same type. */
export const isSameType = (a: string, b: string): boolean =>
  (canonical.get(a) ?? a) === (canonical.get(b) ?? b);
