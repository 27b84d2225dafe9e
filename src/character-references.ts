/**
 * Decodes the character references that can disguise a URL, a name, or markup: all numeric references, and the named
 * references to ASCII characters. Entities of a document type are expanded within limits.
 */
import { maxEntityDepth } from './limits.ts';
import { strideLength } from './yield-to-event-loop.ts';

/** The entities that a document type declares, and how many code units of them may still be inserted. */
export interface Entities {
  /** Replacement texts (XML 4.5) by name; null for an external entity. */
  general: ReadonlyMap<string, string | null>;
  /** Maximum number of code units that may still be inserted. */
  quota: number;
  /** Whether the quota was too small, or an entity contains itself. */
  exceeded: boolean;
}

/** HTML 13.5: the references to ASCII characters, alone or with others, and to the no-break space. */
const named: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: '&', AMP: '&', lt: '<', LT: '<', gt: '>', GT: '>', quot: '"', QUOT: '"', apos: "'" },
    ...{ Tab: '\t', NewLine: '\n', colon: ':', semi: ';', comma: ',', period: '.', sol: '/', bsol: '\\' },
    ...{ quest: '?', num: '#', percnt: '%', equals: '=', plus: '+', commat: '@', lpar: '(', rpar: ')' },
    ...{ lsqb: '[', lbrack: '[', rsqb: ']', rbrack: ']', lcub: '{', lbrace: '{', rcub: '}', rbrace: '}' },
    ...{
      excl: '!',
      dollar: '$',
      ast: '*',
      midast: '*',
      lowbar: '_',
      UnderBar: '_',
      Hat: '^',
      nbsp: '\u00a0',
    },
    ...{ grave: '`', DiacriticalGrave: '`', vert: '|', verbar: '|', VerticalLine: '|', fjlig: 'fj' },
    ...{ bne: '=\u20e5', nvlt: '<\u20d2', nvgt: '>\u20d2' },
  }),
);

const reference = /&(?:#[xX]([0-9a-fA-F]+);?|#([0-9]+);?|([^\s&;<>"'#]+;?))/g;
/**
 * Matches the references that need no semicolon (HTML 13.2.5.73). In an attribute, no letter, digit, or equals sign may
 * follow.
 */
const legacy = /^(amp|AMP|lt|LT|gt|GT|quot|QUOT)(?![A-Za-z0-9=])/;

/**
 * Decodes the references in an attribute's value, or in text.
 *
 * @param entities the entities that XML's document type declares; null for HTML
 */
export function decodeReferences(text: string, entities: Entities | null = null, depth = 0): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name === undefined) return characterOf(hex === undefined ? decimal! : `0x${hex}`);
    if (name.endsWith(';')) {
      const bare = name.slice(0, -1);
      const declared = entities === null ? undefined : entities.general.get(bare);
      if (typeof declared === 'string') {
        if (depth === maxEntityDepth || declared.length > entities!.quota) {
          entities!.exceeded = true;
          return whole;
        }
        entities!.quota -= declared.length;
        return decodeReferences(declared, entities, depth + 1);
      }
      const known = named.get(bare);
      if (known !== undefined) return known;
    }
    const prefix = entities === null ? legacy.exec(name) : null;
    return prefix ? named.get(prefix[1]!)! + name.slice(prefix[0].length) : whole;
  });
}

/** Like `decodeReferences`, but a generator that yields now and then. */
export function* decodedReferences(
  text: string,
  entities: Entities | null = null,
): Generator<null, string, void> {
  if (text.length <= strideLength) return decodeReferences(text, entities);
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    // Text is split only before a "&", so no reference is split.
    const next = text.indexOf('&', at + strideLength);
    const end = next < 0 ? text.length : next;
    parts.push(decodeReferences(text.slice(at, end), entities));
    at = end;
    yield null;
  }
  return parts.join('');
}

/** HTML 13.2.5.80, XML 4.1: the character with this number, which is hexadecimal after `0x`. */
export function characterOf(number: string): string {
  const code = Number(number);
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return isNone ? '\ufffd' : String.fromCodePoint(code);
}
