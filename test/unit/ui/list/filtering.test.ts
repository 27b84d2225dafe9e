import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filtersOf } from '../../../../extension/ui/list/arrange.ts';
import { counted, within } from '../../../../extension/ui/list/filtering.ts';
import { firstView, type View } from '../../../../extension/ui/list/view.ts';

type Filter = Parameters<typeof within>[2];
const plain = { shiftKey: false, ctrlKey: false, metaKey: false };

/** Returns the view after clicks on filters, one after the other. */
const after = (view: Partial<View>, ...clicks: [Filter, Partial<typeof plain>?, typeof within?][]): View => {
  let now: View = { ...firstView, ...view };
  for (const [filter, keys, of = within] of clicks)
    of(
      now,
      (next) => {
        now = next;
      },
      filter,
    ).onClick({ ...plain, ...keys });
  return now;
};
const images: Filter = { families: ['image'] };
const fonts: Filter = { families: ['font'] };
const quoted: Filter = { states: ['quoted'] };
const running: Filter = { effects: ['can-run'] };

test('a click selects a filter alone, and again none', () => {
  assert.deepEqual(filtersOf(after({}, [images])), ['image']);
  assert.deepEqual(filtersOf(after({}, [images], [fonts])), ['font']);
  assert.deepEqual(filtersOf(after({}, [images], [quoted])), ['quoted']);
  assert.deepEqual(filtersOf(after({}, [quoted], [running, {}, counted])), ['effect:can-run']);
  assert.deepEqual(filtersOf(after({}, [images], [images])), []);
  // If several filters are active, only the clicked one stays active.
  assert.deepEqual(filtersOf(after({ families: ['image', 'font'] }, [images])), ['image']);
});

test('with Shift, Ctrl or Cmd a click adds a filter, and again takes it away', () => {
  for (const keys of [{ shiftKey: true }, { ctrlKey: true }, { metaKey: true }]) {
    assert.deepEqual(filtersOf(after({}, [images], [fonts, keys])), ['image', 'font']);
    assert.deepEqual(filtersOf(after({}, [images], [quoted, keys], [running, keys, counted])), [
      'image',
      'effect:can-run',
      'quoted',
    ]);
    assert.deepEqual(filtersOf(after({}, [images], [fonts, keys], [images, keys])), ['font']);
  }
});

test('a chip keeps the search, a counter does not: it lists what it counts', () => {
  assert.equal(after({ query: 'png' }, [images]).query, 'png');
  assert.equal(after({ query: 'png' }, [images], [images]).query, 'png');
  assert.equal(after({ query: 'png' }, [running, {}, counted]).query, '');
  // The filter is already active, but the search hides some of the rows that the filter counts, so a click clears the
  // search.
  const searched = after({ query: 'png', effects: ['can-run'] }, [running, {}, counted]);
  assert.deepEqual([searched.query, filtersOf(searched)], ['', ['effect:can-run']]);
});

test('what a finding or a selection lists goes by a click on its own filter, or on another', () => {
  const only = { ids: new Set(['a']), by: 'finding' } as const;
  assert.equal(after({ only }, [{ only }]).only, null);
  assert.deepEqual(filtersOf(after({ only }, [images])), ['image']);
  assert.deepEqual(filtersOf(after({ only }, [images, { shiftKey: true }])), ['image', 'only:finding']);
});

test('a segment of several kinds is on where all of them are', () => {
  const both: Filter = { families: ['style', 'archive'] };
  const isOn = (view: Partial<View>) => counted({ ...firstView, ...view }, () => {}, both).isOn;
  assert.deepEqual([isOn({ families: ['style'] }), isOn({ families: ['archive', 'style'] })], [false, true]);
  assert.deepEqual(filtersOf(after({ families: ['style'] }, [both, { shiftKey: true }])), [
    'style',
    'archive',
  ]);
});

test('a query that a counter stands for goes by a second click', () => {
  const failed: Filter = { query: 'is:failed' };
  assert.equal(after({}, [failed, {}, counted]).query, 'is:failed');
  assert.equal(after({}, [failed, {}, counted], [failed, {}, counted]).query, '');
});
