/** Tests the state of a surface, event by event. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row, SurfaceUpdate } from '../../../extension/platform/surface-updates.ts';
import { firstReport, type ReportEvent, reduceReport } from '../../../extension/ui/report-state.ts';

const row = (sha256: string, head = sha256) => ({ sha256, head }) as Row;
const rows = (...all: Row[]): ReportEvent => ({
  type: 'rows',
  updates: [{ type: 'rows', rows: all, gone: [] }],
});
const gone = (id: string, into: string | null = null): ReportEvent => ({
  type: 'rows',
  updates: [{ type: 'rows', rows: [], gone: [{ id, into }] }],
});
type State = Extract<SurfaceUpdate, { type: 'state' }>;
const state = (of: State['state']): ReportEvent => ({ type: 'state', state: of }) as State;
const done = state({ kind: 'done', at: 5 });
const pageGone = state({ kind: 'failed', failure: 'page-gone', detail: '' });
const after = (...events: ReportEvent[]) => events.reduce(reduceReport, firstReport);
const shown = (...events: ReportEvent[]) => after(...events).rows.map(({ head }) => head);
const reset: ReportEvent = { type: 'reset' };

test('rows come, change and go', () => {
  assert.deepEqual(shown(rows(row('a'), row('b')), rows(row('a', 'other'))), ['other', 'b']);
  assert.deepEqual(shown(rows(row('a'), row('b')), gone('a')), ['b']);
  assert.deepEqual(shown(rows(row('a')), gone('a'), rows(row('a'))), ['a']);
});

test('several messages at once come to the same as one after the other', () => {
  const updates = [rows(row('a')), gone('a', 'b'), rows(row('b')), rows(row('a'))].flatMap((event) =>
    event.type === 'rows' ? event.updates : [],
  );
  const one = after(...updates.map((update): ReportEvent => ({ type: 'rows', updates: [update] })));
  assert.deepEqual(after({ type: 'rows', updates }), one);
});

test('what was shown stays until the next scan has something to show, or has ended without anything', () => {
  const before = [rows(row('a')), done, reset] as const;
  assert.deepEqual(shown(...before), ['a']);
  assert.deepEqual(shown(...before, gone('a')), ['a']);
  assert.deepEqual(shown(...before, rows(row('b'))), ['b']);
  assert.deepEqual(shown(...before, state({ kind: 'reading' })), ['a']);
  assert.deepEqual(shown(...before, done), []);
  assert.deepEqual(shown(...before, pageGone), ['a']);
  assert.deepEqual(shown(...before, pageGone, rows(row('b'))), ['b']);
  // The tab shows a page that cannot be scanned.
  const closed = state({ kind: 'failed', failure: 'browser-page', detail: '' });
  assert.deepEqual(shown(...before, closed), []);
  assert.deepEqual(shown(...before, rows(row('b')), closed), ['b']);
});

test('it is known what a row was merged into, until it comes back or all are gone', () => {
  assert.deepEqual([...after(rows(row('a')), gone('a', 'b')).merged], [['a', 'b']]);
  assert.deepEqual([...after(rows(row('a')), gone('a', 'b'), rows(row('a'))).merged], []);
  assert.deepEqual([...after(rows(row('a')), reset, gone('a', 'b')).merged], [['a', 'b']]);
  assert.deepEqual([...after(rows(row('a')), gone('a', 'b'), reset, done).merged], []);
});

test('how old it is', () => {
  assert.equal(after(done).readAt, 5);
  assert.equal(after(done, state({ kind: 'reading' })).readAt, 5);
  assert.equal(after(done).isStale, false);
  assert.equal(after(done, { type: 'lost' }).isStale, true);
  assert.equal(after(done, { type: 'lost' }, done).isStale, false);
  assert.equal(after(done, pageGone).isStale, true);
});

test('what a person said of the policy can be taken back, unless it was not kept', () => {
  const undo = { type: 'allow', pattern: 'text/html', site: null, on: false } as const;
  const ruling = { what: 'allowed', name: 'text/html', site: null, undo } as const;
  const said: ReportEvent = { type: 'kept', ruling };
  assert.equal(after(said).ruling, ruling);
  assert.equal(after(said, { type: 'kept' }).ruling, ruling);
  assert.equal(after(said, { type: 'kept', ruling: null }).ruling, null);
  const { ruling: none, unsaved } = after(said, { type: 'unsaved', why: 'no space' });
  assert.deepEqual([none, unsaved], [null, 'no space']);
  assert.equal(after({ type: 'unsaved', why: 'no space' }, { type: 'kept' }).unsaved, null);
  const other = { ...ruling };
  const both = after(said, { type: 'kept', ruling: other }, { type: 'kept', ruling: null }, reset, done);
  assert.deepEqual([both.ruling, both.rulings.length], [null, 2], 'both can still be undone');
  const { rulings } = reduceReport(both, { type: 'undone', ruling });
  assert.equal(rulings.length, 1);
  assert.equal(rulings[0], other);
});

test('what was asked for is for one scan', () => {
  const asked: ReportEvent = { type: 'select', ids: ['a'], kind: 'url' };
  assert.deepEqual(after(asked).asked, { ids: ['a'], kind: 'url' });
  assert.equal(after(asked, reset).asked, undefined);
});
