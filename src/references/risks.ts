/** Everything in a reference that may mislead people or harm programs that parse it: rfc2396bis sections 7.2 to 7.6. */
import type { Problem } from '../problem.ts';
import { asciiLowercase } from '../uri/characters.ts';
import { components, splitAuthority } from '../uri/components.ts';
import { misleading } from '../uri/misleading.ts';
import { defaultPorts } from '../uri/normalize.ts';

export const riskCodes = [
  'uri-port-of-another',
  'uri-encoded-line-end',
  'uri-encoded-nul',
  'uri-decoded-twice',
  'uri-device-name',
  'uri-rare-ipv4',
  'uri-password',
  'uri-userinfo-looks-like-host',
  'uri-host-differs',
] as const;
export type RiskCode = (typeof riskCodes)[number];

/**
 * The section of rfc2396bis, or of RFC 3986, that warns of each risk. The last risk is a deviation of the URL Standard.
 */
export const riskSections: Readonly<Record<RiskCode, string>> = {
  'uri-port-of-another': '7.2',
  'uri-encoded-line-end': '7.2',
  'uri-encoded-nul': '7.3',
  'uri-decoded-twice': '7.3',
  'uri-device-name': '7.3',
  'uri-rare-ipv4': '7.4',
  'uri-password': '7.5',
  'uri-userinfo-looks-like-host': '7.6',
  'uri-host-differs': '3.2',
};

/** Ports of other protocols, which browsers block: https://fetch.spec.whatwg.org/#port-blocking */
const badPorts = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103],
  ...[
    104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514,
  ],
  ...[515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723],
  ...[2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

const escapes: readonly [RiskCode, RegExp][] = [
  ['uri-encoded-line-end', /%0[ad]/i],
  ['uri-encoded-nul', /%00/],
  ['uri-decoded-twice', /%25[0-9a-f]{2}/i],
];

const deviceName =
  /(?<=^|[/\\;=]|%2f|%5c)(?:(?:con|prn|aux|nul|com[1-9]|lpt[1-9]|clock\$)(?=[./;:?#]|$)|dev\/(?:tty|null|zero|random|full|stdin)\b)/i;

/**
 * At most one problem of each code, at its first position, in the order of `riskCodes`. For a data: URL, nothing is
 * reported, because its escapes are data. Takes linear time.
 */
export function risks(reference: string): Problem[] {
  const { scheme, path, authority, spans } = components(reference);
  const name = asciiLowercase(scheme ?? '');
  if (name === 'data') return [];
  const problems = misleading(reference);
  const add = (code: RiskCode, at: number, text: string, message: string) =>
    problems.push({ code, args: { text }, message, start: at, end: at + text.length });
  const port = authority === undefined ? undefined : splitAuthority(authority).port;
  const number = /^[0-9]{1,6}$/.test(port ?? '') ? Number(port) : Number.NaN;
  if (port !== undefined && spans.authority && badPorts.has(number) && defaultPorts[name] !== number)
    add(
      'uri-port-of-another',
      spans.authority.end - port.length,
      port,
      `Port ${port} belongs to another protocol, which may take the request for its own commands.`,
    );
  for (const [code, pattern] of escapes) {
    const match = pattern.exec(reference);
    if (match) add(code, match.index, match[0], messages[code] ?? '');
  }
  const device = deviceName.exec(path);
  if (device)
    add(
      'uri-device-name',
      spans.path.start + device.index,
      device[0],
      'A file system may take this for a device.',
    );
  const order = (problem: Problem) => riskCodes.indexOf(problem.code as RiskCode);
  return problems.sort((a, b) => order(a) - order(b));
}

const messages: Partial<Record<RiskCode, string>> = {
  'uri-encoded-line-end': 'An encoded line end may become a command of its own once decoded.',
  'uri-encoded-nul': 'An encoded NUL ends the text for some programs.',
  'uri-decoded-twice': 'Decoded twice, this becomes another character.',
};
