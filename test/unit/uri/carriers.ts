/** Formats that can carry a data: URL, each with its own rules for writing and delimiting it. */

/** Inserts a URL that is valid by RFC 3986 into a text. `pick(n)` chooses one of n ways that the format allows. */
export type Carrier = (url: string, pick: (n: number) => number) => string;

/** Escapes with `way` each character that `must` matches, and a few others. */
const escaping = (url: string, must: RegExp, pick: (n: number) => number, way: (unit: string) => string) =>
  Array.from(url, (unit, n) => (must.test(unit) || (n > 5 && pick(20) === 0) ? way(unit) : unit)).join('');
const hex = (unit: string, digits: number) => unit.charCodeAt(0).toString(16).padStart(digits, '0');

/** Splits a URL into lines of a maximum length, without breaks after a hyphen (rfc2396bis, Appendix C). */
function broken(url: string, length: number, between: string): string {
  const lines: string[] = [];
  let rest = url;
  while (rest.length > length) {
    let end = length;
    while (end > 1 && rest[end - 1] === '-') end--;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...lines, rest].join(between);
}

/** RFC 2045, 6.7: escapes "=", and breaks lines after at most 76 characters. */
function quotedPrintable(text: string): string {
  const lines: string[] = [];
  for (const line of text.split('\r\n')) {
    let written = '';
    for (const unit of line.replaceAll('=', '=3D').match(/=3D|[^=]/g) ?? []) {
      if (written.length + unit.length > 75) {
        lines.push(`${written}=`);
        written = '';
      }
      written += unit;
    }
    lines.push(written);
  }
  return lines.join('\r\n');
}

const html = (url: string, pick: (n: number) => number) =>
  escaping(
    url.replaceAll('&', '&amp;'),
    /['"<>]/,
    (n) => (/[&;]/.test(url) ? 1 : pick(n)),
    (unit) => (pick(2) === 0 ? `&#${unit.charCodeAt(0)};` : `&#x${hex(unit, 2)};`),
  );

export const carriers: Record<string, Carrier> = {
  mail: (url, pick) => {
    const quote = pick(3) === 0 ? '> ' : '';
    const lines = ['Hello,', '', `see <${broken(url, 60 + pick(12), '\n')}>, please.`, '', '-- ', 'Sam'];
    return lines.join('\n').replace(/^/gm, quote);
  },
  JSON: (url, pick) => {
    const text = JSON.stringify({ id: 1, url, next: ['b'] }, null, pick(2) * 2);
    return pick(2) === 0 ? text : text.replaceAll('/', '\\/');
  },
  JavaScript: (url, pick) => {
    const quote = ['"', "'", '`'][pick(3)] ?? '"';
    const inside = escaping(
      url,
      new RegExp(`[\\\\${quote === '`' ? '`$' : quote}]`),
      pick,
      (unit) => [`\\x${hex(unit, 2)}`, `\\u${hex(unit, 4)}`][pick(2)] ?? '',
    );
    return `const image = ${quote}${inside}${quote};\nshow(image, "x");\n`;
  },
  CSS: (url, pick) => {
    const quote = ['"', "'", ''][pick(3)] ?? '';
    const must = quote === '' ? /["'()\\\s]/ : new RegExp(`[\\\\${quote}]`);
    const inside = escaping(url, must, pick, (unit) =>
      /[0-9a-f]/i.test(unit) || pick(2) === 0 ? `\\${hex(unit, 2)} ` : `\\${unit}`,
    );
    return `a { color: red; background: url(${quote}${inside}${quote}) no-repeat }\n`;
  },
  HTML: (url, pick) => {
    const quote = pick(2) === 0 ? '"' : "'";
    return `<p>Text</p><img alt="x" src=${quote}${html(url, pick)}${quote} width=3>`;
  },
  shell: (url, pick) => {
    const quoted = [
      `'${url.replaceAll("'", "'\\''")}'`,
      `"${url.replace(/[$`"\\]/g, '\\$&')}"`,
      url.replace(/[^A-Za-z0-9%+,./:=@_-]/g, '\\$&'),
    ];
    return `$ curl -s -o out ${quoted[pick(3)]} && ls\n`;
  },
  'quoted-printable': (url, pick) =>
    `Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(
      `<p>Hello</p>\r\n<img src="${html(url, pick)}" alt="x">\r\n`,
    )}`,
  'log with prefix': (url, pick) => {
    const ways = [`GET ${url} 200`, `level=info url="${url}" ms=3`, `fetch of <${url}> took 3 ms`];
    return `2026-11-23T10:00:00.123Z host app[12]: ${ways[pick(3)]}\n2026-11-23T10:00:01Z host app[12]: ok\n`;
  },
  Markdown: (url, pick) => {
    const ways = [`![x](<${url}> "a title")`, `[x]: <${url}>`, `Look: <${url}>.`];
    return `# Title\n\nText with *stars*.\n\n${ways[pick(3)]}\n`;
  },
  CSV: (url, pick) => `id,url,size${pick(2) === 0 ? '\r\n' : '\n'}1,"${url}",20\r\n2,"a ""b""",30\r\n`,
  'URL query': (url, pick) => {
    let value = url;
    for (let layers = 1 + pick(3); layers > 0; layers--) value = encodeURIComponent(value);
    return `GET https://h.example/show?a=1&image=${value}&b=2 HTTP/1.1\n`;
  },
  TOML: (url, pick) => {
    const isLiteral = pick(2) === 0 && !url.includes("'");
    return `[page]\ntitle = "x"\nicon = ${isLiteral ? `'${url}'` : `"${url}"`}\n`;
  },
  YAML: (url, pick) => {
    const ways = [`"${url}"`, `'${url.replaceAll("'", "''")}'`];
    return `page:\n  title: x\n  icon: ${ways[pick(2)]}\n  size: 3\n`;
  },
  XML: (url, pick) => {
    const ways = [`<image href="${html(url, pick)}"/>`, `<image href='${html(url, pick)}'/>`];
    return `<?xml version="1.0"?>\n<svg xmlns:xlink="x">${ways[pick(2)]}</svg>\n`;
  },
};
