import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Row } from '../../../../extension/platform/surface-updates.ts';

type Names = typeof import('../../../../extension/ui/text/row-texts.ts') &
  typeof import('../../../../extension/ui/text/page-name.ts');
let names: Names;

before(async () => {
  // The text of a message is its key, followed by its arguments.
  const i18n = { getMessage: (key: string, args: string[] = []) => [key, ...args].join(' ') };
  Object.assign(globalThis, { chrome: { i18n, runtime: { id: 'x' } } });
  names = {
    ...(await import('../../../../extension/ui/text/row-texts.ts')),
    ...(await import('../../../../extension/ui/text/page-name.ts')),
  };
});

const row = (own: Partial<Row> & { selector?: string; place?: Row['places'][number]['place'] }): Row => {
  const { selector = '', place = 'attribute', ...rest } = own;
  return {
    essence: 'image/png',
    detectedType: null,
    disallowed: null,
    problem: null,
    head: 'data:image/png,x',
    name: null,
    places: [{ frame: '', place, element: 'img', name: 'src', selector, destination: 'image' }],
    ...rest,
  } as Row;
};

test('a row says its effect or state, its name and type, and its bytes with their meaning', () => {
  const own = {
    essence: 'image/png',
    name: { text: 'Logo', by: 'title' } as const,
    occurrenceCount: 2,
    weight: { cost: 456, texts: 2, least: 228 },
    state: { kind: 'blocked', by: 'seen', directive: 'img-src' } as const,
    states: [],
    isWeak: false,
    removedAt: null,
  };
  const unused = { ...own, state: null, weight: { cost: 0, texts: 0, least: 0 } };
  const finding = { rule: 'duplicates', effect: 'costs' } as Row['findings'][number];
  assert.equal(
    names.rowLabel(row(own), []),
    'blockedBy img-src, Logo, image/png, places_other 2, carried 456 bytes',
  );
  assert.equal(
    names.rowLabel(row(unused), [finding]),
    'effect_costs, rule_duplicates_title, Logo, image/png, places_other 2',
  );
});

test('the danger that explains why a type is disallowed stands for both findings', () => {
  const finding = (rule: string, effect: string) => ({ rule, effect }) as Row['findings'][number];
  const disallowed = finding('disallowed-type', 'not-allowed');
  const script = finding('disallowed-type', 'can-run');
  const disguise = finding('type-mismatch', 'deceives');
  const cost = finding('base64-text', 'costs');
  const said = (...findings: Row['findings']) => {
    const verdict = names.verdictOf(findings);
    return verdict && [verdict.title, verdict.others];
  };
  assert.equal(said(), null);
  assert.deepEqual(said(disallowed), ['rule_disallowed_type_title', 0]);
  assert.deepEqual(said(disallowed, cost), ['rule_disallowed_type_title', 1]);
  assert.deepEqual(said(disallowed, disguise), ['rule_type_mismatch_title', 0]);
  assert.deepEqual(said(disallowed, cost, disguise), ['rule_type_mismatch_title', 1]);
  assert.deepEqual(said(script, cost), ['rule_active_content_title', 1]);
  assert.deepEqual(said(script, disguise), ['rule_active_content_title', 1]);
  assert.deepEqual(said(disguise, cost), ['rule_type_mismatch_title', 1]);
});

test('a row is called by the words of the page, else by its kind', () => {
  for (const [own, name] of [
    [{ name: { text: 'Inter 700', by: 'font' } }, 'Inter 700'],
    [{ name: { text: 'Cart', by: 'title' }, selector: '#main > img' }, 'Cart'],
    [{ name: { text: 'logo.png', by: 'download' } }, 'logo.png'],
    [{ name: { text: 'card wide', by: 'class' } }, '.card.wide'],
    [
      {
        essence: 'application/octet-stream',
        detectedType: 'application/vnd.microsoft.portable-executable',
        name: { text: 'invoice.exe', by: 'download' },
      },
      'offeredAs name_program Windows invoice.exe',
    ],
    [{ selector: '#main > p:nth-child(2) > img:nth-child(1)' }, 'nameIn name_image PNG #main'],
    [{ selector: 'html > body > img:nth-child(3)' }, 'name_image PNG'],
    // The selector of the element that loads a style sheet does not describe the sheet's contents.
    [{ selector: '#sheet', place: 'stylesheet' }, 'name_image PNG'],
    [{ essence: 'text/plain', head: 'data:,a\u202eb' }, 'data:,a⟨U+202E⟩b'],
    [{ essence: 'image/jpeg' }, 'name_image JPEG'],
    [{ essence: 'image/x-unknown' }, 'name_image x-unknown'],
    [{ essence: 'text/html' }, 'name_document HTML'],
    [{ essence: 'text/css' }, 'name_style'],
    [{ essence: 'text/javascript' }, 'name_script'],
    [{ essence: 'application/json' }, 'JSON'],
    [{ essence: 'font/woff2' }, 'name_font WOFF2'],
    [{ essence: 'video/mp4' }, 'name_video MP4'],
    [{ essence: 'audio/mpeg' }, 'name_audio MP3'],
    [{ essence: 'application/zip' }, 'name_archive ZIP'],
    [{ essence: 'application/pdf' }, 'name_document PDF'],
    [{ essence: 'application/octet-stream' }, 'name_data'],
  ] as const)
    assert.equal(names.rowName(row(own)), name);
});

test('a page is called by its host, or fairly where it has none', () => {
  for (const [address, name] of [
    ['https://shop.example:8443/cart?x#y', 'shop.example:8443'],
    ['https://user:secret@xn--bcher-kva.example/', 'xn--bcher-kva.example'],
    ['file:///home/me/a%20page.html', 'a page.html'],
    ['file:///home/me/%ff.html', '%ff.html'],
    ['file:///home/me/', 'siteLocalFiles'],
    ['about:blank', 'about:blank'],
    ['chrome://version/', 'chrome://version'],
    ['data:text/html,<p>', 'aDataUrl'],
    ['', ''],
  ] as const)
    assert.equal(names.pageName(address), name);
});
