/** Describes the facts about a data: URL, with a definition list for each kind. */

import type {
  ArchiveFacts,
  Facts,
  FontFacts,
  ImageFacts,
  MarkupFacts,
  PdfFacts,
  SourceMapFacts,
  TextShape,
} from '../../../src/payload/facts.ts';
import type { Reading } from '../../../src/report/report.ts';
import { copiesCostOf } from '../../../src/report/weights.ts';
import { clip } from '../../../src/truncate.ts';
import { formatNumber, message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { maxTextLength } from '../limits.ts';
import { formatWithExact } from '../text/exact-size.ts';
import { charsetText, formatBytes, visibleText } from '../text/format.ts';
import { mailProblemText } from '../text/mail-problem-text.ts';

/** Maximum number of entries of a list that are shown for a fact. */
const maxNamed = 8;

/** A name and its value. A fact without a value is omitted. */
type Fact = [name: string, value: string | null];

/** The facts that exist for every data: URL. A broken data: URL lacks some of them. */
export const FactsOfRow = ({ row }: { row: Row }) => (
  <FactList
    facts={[
      [message('mediaType'), row.mimeType && visibleText(row.mimeType)],
      [message('detectedType'), row.mimeType && (row.detectedType ?? message('unknown'))],
      [message('size'), row.size === null ? message('noSize') : formatWithExact(row.size)],
      [message('sizeCarried'), row.weight.texts === 0 ? null : formatWithExact(row.weight.cost)],
      [
        message('sizeRepeated'),
        row.weight.texts < 2 || row.isUnused ? null : formatWithExact(copiesCostOf(row.weight)),
      ],
      [message('length'), message('codeUnits', row.length, formatNumber(row.length))],
      [message('charset'), charsetText(row)],
      [message('encoding'), message(`encoding_${row.encoding}`)],
      ['SHA-256', row.bodySha256],
    ]}
  />
);

/** The facts that were found in the body. */
export function FactsOfBody({ payload }: { payload: Reading }) {
  const facts = factsOf(payload);
  if (facts.every(([, value]) => value === null)) return null;
  return (
    <section class="facts-of-body">
      <h3>{message('inside')}</h3>
      <FactList facts={facts} />
    </section>
  );
}

const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts.map(
      ([name, value]) =>
        value !== null && (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={value}>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ),
    )}
  </dl>
);

const shortened = (text: string | null): string | null =>
  text === null ? null : visibleText(clip(text, maxTextLength));
/** Formats a count; null if it is 0. */
const some = (count: number | null): string | null => (count ? formatNumber(count) : null);
const list = (texts: readonly string[], count = texts.length): string | null => {
  if (count === 0) return null;
  const named = texts.slice(0, maxNamed).map((text) => shortened(text) ?? '');
  return named.length < count ? `${named.join(', ')} … (${formatNumber(count)})` : named.join(', ');
};

function factsOf({ facts, references, encodedAs, trailing, polyglot, unread, cost }: Reading): Fact[] {
  const contacts = references?.contacts;
  return [
    [
      message('fact_packed'),
      encodedAs &&
        message(
          encodedAs.complete ? 'packedSize' : 'packedCapped',
          encodedAs.coding,
          formatBytes(encodedAs.size),
          encodedAs.detectedType ?? message('unknown'),
        ),
    ],
    ...(facts === null ? [] : factsOfKind(facts)),
    [
      message('fact_contacts'),
      contacts
        ? list(
            contacts.first.map(({ address, decodedBy }) =>
              decodedBy.length > 0 ? `${address} (${decodedBy.join(', ')})` : address,
            ),
            contacts.count,
          )
        : null,
    ],
    ...(facts !== null && 'text' in facts ? ofText(facts.text) : []),
    [
      message('fact_trailing'),
      trailing &&
        message(
          'trailing',
          formatBytes(trailing.size),
          formatNumber(trailing.offset),
          trailing.blank ? message('blank') : (trailing.type ?? message('unknown')),
        ),
    ],
    [message('fact_polyglot'), list(polyglot.map(({ type }) => type))],
    [message('fact_gzipped'), cost?.gzipped ? formatBytes(cost.gzipped) : null],
    [
      message('fact_better'),
      cost?.better ? message('codeUnits', cost.better.length, formatNumber(cost.better.length)) : null,
    ],
    [
      message('fact_unread'),
      unread[0]
        ? unread[0].size === null
          ? message('readFirst', formatBytes(unread[0].read))
          : message('readOf', formatBytes(unread[0].read), formatBytes(unread[0].size))
        : null,
    ],
  ];
}

function factsOfKind(facts: Facts): Fact[] {
  switch (facts.kind) {
    case 'image':
      return ofImage(facts);
    case 'font':
      return ofFont(facts);
    case 'markup':
      return ofMarkup(facts);
    case 'source-map':
      return ofSourceMap(facts);
    case 'pdf':
      return ofPdf(facts);
    case 'archive':
      return ofArchive(facts);
    case 'css':
      return [
        [message('fact_imports'), list(facts.imports.first, facts.imports.count)],
        [message('fact_urls'), some(facts.urls)],
        [message('fact_fonts'), some(facts.fonts)],
      ];
    case 'json':
      return [
        [
          message('fact_json'),
          facts.valid
            ? message('jsonValid', facts.top ?? '', formatNumber(facts.depth ?? 0))
            : facts.errorAt === null
              ? null
              : message('jsonInvalid', formatNumber(facts.errorAt)),
        ],
      ];
    case 'external-body':
      return [
        [message('fact_stands_for'), shortened(facts.url)],
        [message('mediaType'), shortened(facts.type)],
        [message('fact_problems'), list(facts.problems.map((each) => mailProblemText(each)))],
      ];
    case 'text':
      return [];
  }
}

const ofImage = ({ width, height, decoded, megapixels, frames, animated }: ImageFacts): Fact[] => [
  [
    message('fact_dimensions'),
    width === null || height === null ? null : message('pixels', formatNumber(width), formatNumber(height)),
  ],
  [
    message('fact_decoded'),
    decoded ? message('pixels', formatNumber(decoded.width), formatNumber(decoded.height)) : null,
  ],
  [message('fact_megapixels'), megapixels !== null && megapixels >= 0.1 ? formatNumber(megapixels) : null],
  [message(animated ? 'fact_frames' : 'fact_images'), frames === 1 ? null : some(frames)],
];

const ofFont = ({ format, flavour, family, fullName, glyphs, tables, fonts }: FontFacts): Fact[] => [
  [message('fact_family'), shortened(family)],
  [message('fact_full_name'), fullName === family ? null : shortened(fullName)],
  [message('fact_format'), flavour === '' ? format : `${format}, ${flavour}`],
  [message('fact_glyphs'), some(glyphs)],
  [message('fact_fonts'), fonts > 1 ? formatNumber(fonts) : null],
  [message('fact_tables'), list(tables.slice(0, 40), tables.length)],
];

const ofPdf = ({ version, pages, encrypted, actions, unreadStreams }: PdfFacts): Fact[] => [
  [message('fact_version'), encrypted ? `${version ?? ''} (${message('encrypted')})`.trim() : version],
  [message('fact_pages'), some(pages)],
  [
    message('fact_actions'),
    list(
      Object.entries(actions).map(([name, count]) => (count > 1 ? `${name} (${formatNumber(count)})` : name)),
    ),
  ],
  [message('fact_unread_objects'), some(unreadStreams)],
];

function ofMarkup(facts: MarkupFacts): Fact[] {
  const { scripts, handlers, forms, doctype, svg } = facts;
  const entities = doctype?.entities;
  return [
    [message('fact_title'), shortened(facts.title)],
    [message('fact_elements'), formatNumber(facts.elements)],
    [
      message('fact_dimensions'),
      svg && svg.pixelWidth !== null && svg.pixelHeight !== null
        ? message('pixels', formatNumber(svg.pixelWidth), formatNumber(svg.pixelHeight))
        : shortened(svg?.viewBox ? `viewBox="${svg.viewBox}"` : null),
    ],
    [message('fact_scripts'), some(scripts.inline)],
    [message('fact_loaded_scripts'), some(scripts.loaded)],
    [message('fact_first_script'), shortened(scripts.sample)],
    [message('fact_handlers'), list(handlers.first, handlers.count)],
    [message('fact_javascript_urls'), some(facts.javascriptUrls)],
    [message('fact_may_run'), list(facts.unfollowed)],
    [message('fact_foreign_objects'), some(facts.foreignObjects)],
    [message('fact_frames_inside'), some(facts.frames)],
    [
      message('fact_forms'),
      list(
        forms.first.map(({ method, action }) => `${method.toUpperCase()} ${action}`),
        forms.count,
      ),
    ],
    [message('fact_passwords'), some(facts.passwordFields)],
    [message('fact_refresh'), shortened(facts.refresh)],
    [message('fact_base'), shortened(facts.base)],
    [message('fact_doctype'), shortened(doctype?.text ?? null)],
    [
      message('fact_entities'),
      entities
        ? list(
            entities.first.map(({ name }) => name),
            entities.count,
          )
        : null,
    ],
  ];
}

const ofSourceMap = (facts: SourceMapFacts): Fact[] => [
  [message('fact_version'), some(facts.version)],
  [message('fact_file'), shortened(facts.file)],
  [message('fact_source_root'), shortened(facts.sourceRoot)],
  [message('fact_sources'), formatNumber(facts.sources.count)],
  [message('fact_contents'), some(facts.contents.count)],
  [message('fact_names'), some(facts.names)],
  [message('fact_sections'), some(facts.sections)],
];

const ofArchive = ({ format, entries, totalSize, overlapping, complete }: ArchiveFacts): Fact[] => [
  [message('fact_format'), format],
  [
    message('fact_entries'),
    complete ? formatNumber(entries.count) : message('atLeast', formatNumber(entries.count)),
  ],
  [message('fact_unpacked'), formatBytes(totalSize)],
  [message('fact_overlapping'), some(overlapping)],
];

const ofText = ({ charset, bom, lines, longestLine, undecodable, firstUndecodable }: TextShape): Fact[] => [
  [message('fact_read_as'), bom === null ? charset : message('withBom', charset)],
  [message('fact_lines'), formatNumber(lines)],
  [message('fact_longest_line'), longestLine > 1000 ? formatNumber(longestLine) : null],
  [
    message('fact_undecodable'),
    undecodable === 0
      ? null
      : firstUndecodable === null
        ? formatNumber(undecodable)
        : message('undecodableAt', formatNumber(undecodable), formatNumber(firstUndecodable)),
  ],
];
