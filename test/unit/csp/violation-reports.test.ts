/** Tests violation reports as browsers send them, and the occurrences to which their directives apply. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CspReport, governedBy, isOfData, readCspReports } from '../../../src/csp/violation-reports.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import { runs } from '../../support/seed.ts';
import { dataUrl, occurrence } from '../report/reports.ts';

const sent: CspReport = {
  document: 'https://example.com/',
  directive: 'img-src',
  blocked: 'data',
  isEnforced: true,
  policy: "default-src 'self'",
};

const byReportUri = {
  'csp-report': {
    'document-uri': 'https://example.com/',
    'violated-directive': 'img-src',
    'effective-directive': 'img-src',
    'original-policy': "default-src 'self'",
    disposition: 'enforce',
    'blocked-uri': 'data',
  },
};
const byReportingApi = {
  age: 5,
  type: 'csp-violation',
  url: 'https://example.com/',
  body: {
    documentURL: 'https://example.com/',
    effectiveDirective: 'img-src',
    originalPolicy: "default-src 'self'",
    disposition: 'enforce',
    blockedURL: 'data',
  },
};

test('both forms, alone and in lists, each report once', () => {
  for (const given of [
    byReportUri,
    byReportingApi,
    [byReportingApi],
    [byReportUri, byReportingApi, byReportUri],
  ])
    assert.deepEqual(readCspReports(` ${JSON.stringify(given)}\n`), [sent]);
});

test('an older form names the directive with its sources, and no disposition', () => {
  const given = {
    'csp-report': { 'violated-directive': "IMG-SRC 'self'", 'blocked-uri': 'data:image/png;base64,AA' },
  };
  assert.deepEqual(readCspReports(JSON.stringify(given)), [
    { document: '', directive: 'img-src', blocked: 'data:image/png;base64,AA', isEnforced: true, policy: '' },
  ]);
});

test('what is only reported, and what is about something else', () => {
  const [report] = readCspReports(
    JSON.stringify({
      ...byReportingApi,
      body: { ...byReportingApi.body, disposition: 'report', blockedURL: 'inline' },
    }),
  );
  assert.ok(report);
  assert.equal(report.isEnforced, false);
  assert.equal(isOfData(report), false);
  assert.deepEqual(governedBy(report, [dataUrl()]), []);
});

test('anything else is no report', () => {
  for (const text of [
    '',
    'data:,x',
    '[',
    '{"type":"deprecation","body":{"id":"x"}}',
    '[null,1,"x",[]]',
    '{"csp-report":5}',
  ])
    assert.deepEqual(readCspReports(text), [], text);
  fc.assert(
    fc.property(fc.json(), (text) => {
      for (const { directive } of readCspReports(text)) assert.notEqual(directive, '');
    }),
    runs(100),
  );
});

test('of very many the first 50 that differ', () => {
  const many = Array.from({ length: 1000 }, (_, n) => ({
    'csp-report': { ...byReportUri['csp-report'], 'document-uri': `https://example.com/${n >> 1}` },
  }));
  assert.equal(readCspReports(JSON.stringify(many)).length, 50);
});

test('the places of its document that the directive governs', () => {
  const governed = (report: Partial<CspReport>, ...given: Partial<Occurrence>[]) =>
    governedBy({ ...sent, ...report }, [dataUrl({ occurrences: given.map(occurrence) })]).map(
      ({ occurrence: { destination, frame } }) => `${destination} ${frame}`,
    );
  const image = 'image https://example.com/';
  assert.deepEqual(governed({}, {}, { destination: 'font' }, { frame: 'https://example.com/#part' }), [
    image,
    `${image}#part`,
  ]);
  assert.deepEqual(
    governed({}, { inert: true }, { place: 'comment', destination: 'none' }, { frame: 'https://b/' }),
    [],
  );
  // The policy shows the directives for which `default-src` is the fallback.
  assert.deepEqual(governed({ directive: 'default-src' }, {}, { destination: 'font' }), [
    image,
    'font https://example.com/',
  ]);
  assert.deepEqual(
    governed(
      { directive: 'default-src', policy: "default-src 'self'; img-src data:" },
      {},
      { destination: 'font' },
    ),
    ['font https://example.com/'],
  );
  assert.deepEqual(governed({ policy: '' }, {}, { destination: 'font' }), [image]);
  assert.deepEqual(governed({ directive: 'script-src-elem' }, {}, { destination: 'script' }), [
    'script https://example.com/',
  ]);
});

test('a directive that only one browser reads so', () => {
  const page = [dataUrl({ occurrences: [occurrence({ frame: sent.document, destination: 'image' })] })];
  for (const [directive, policy] of [
    // Chromium uses the fallback, because the ignored directive hides the last one.
    ['img-src', "default-src 'none'; img-src \u00e9; img-src data:"],
    // Firefox uses the last directive.
    ['img-src', "img-src \u00e9; img-src 'none'"],
  ] as const)
    assert.equal(governedBy({ ...sent, directive, policy }, page).length, 1, policy);
});
