/** Runs in a browser's page: compares the findings about links with the browser's own URL parser. */
import fc from 'fast-check';
import { misleading, withoutPassword } from '../../src/uri/misleading.ts';
import { type Misleading, misleadingReferences, password } from '../attack/misleading-references.ts';
import { arbitraryReference, secret } from './references.ts';

export interface Outcome {
  /** Each mistake, described by a sentence. The test expects none. */
  wrong: string[];
  /** Number of generated links that resolved, of those with a password, and of those with a finding. */
  followed: number;
  passwords: number;
  said: number;
}

const parse = (reference: string, base: string | null): URL | null => {
  try {
    return base === null ? new URL(reference) : new URL(reference, base);
  } catch {
    return null;
  }
};
const withoutBreaks = (text: string) => text.replace(/[\t\n\r]/g, '');

/** Describes an error in the findings about a link. Returns null if there is none. */
function objection(reference: string, base: string | null, word: string): string | null {
  const url = parse(reference, base);
  const problems = misleading(reference, base);
  const shown = withoutPassword(reference, base);
  for (const { code, args } of problems) {
    if (url === null && code !== 'uri-password') return `${code} of what leads nowhere`;
    const host = code === 'uri-rare-ipv4' ? args.address : args.host;
    if (host !== (url?.hostname ?? '')) return `${code} names ${host} for ${url?.hostname}`;
  }
  if (withoutBreaks(JSON.stringify(problems)).includes(word)) return 'a message holds the password';
  if (url === null) return null;
  if (url.password !== '' && withoutBreaks(shown).includes(word)) return `the password is shown: ${shown}`;
  if (url.password !== '' && !problems.some(({ code }) => code === 'uri-password'))
    return 'a password passes';
  url.password = '';
  const led = parse(shown, base)?.href;
  return led === url.href ? null : `without its password it leads to ${led}, not to ${url.href}`;
}

function ofAttack({ reference, base, host }: Misleading): string | null {
  const url = parse(reference, base);
  if ((url?.hostname ?? null) !== host) return `leads to ${url?.hostname}`;
  if (host !== null && host !== 'page.example' && misleading(reference, base).length === 0) return 'passes';
  return objection(reference, base, password);
}

function run(numRuns: number, seed: number): Outcome {
  const outcome: Outcome = { wrong: [], followed: 0, passwords: 0, said: 0 };
  for (const attack of misleadingReferences) {
    const wrong = ofAttack(attack);
    if (wrong !== null) outcome.wrong.push(`${JSON.stringify(attack.reference)}: ${wrong}`);
  }
  for (const { reference, base } of fc.sample(arbitraryReference, { numRuns, seed })) {
    const url = parse(reference, base);
    if (url !== null) outcome.followed++;
    if (url !== null && url.password !== '') outcome.passwords++;
    if (misleading(reference, base).length > 0) outcome.said++;
    const wrong = objection(reference, base, secret);
    if (wrong !== null && outcome.wrong.length < 20) {
      outcome.wrong.push(`${JSON.stringify(reference)} on ${base}: ${wrong}`);
    }
  }
  return outcome;
}

const { searchParams } = new URL(location.href);
let answer: unknown;
try {
  answer = run(Number(searchParams.get('cases')), Number(searchParams.get('seed')));
} catch (error) {
  answer = { wrong: [String(error)], followed: 0, passwords: 0, said: 0 };
}
void fetch('/outcome', { method: 'POST', body: JSON.stringify(answer) });
