/** The Report of a tab as a surface shows it: the connection, and the user's actions in the list. */

import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Query } from '../../../src/report/query.ts';
import type { Finding } from '../../../src/report/report.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import { locale, message, snake } from '../../platform/i18n.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { afterPaint } from '../after-paint.ts';
import type { Listed } from '../export/save-report.ts';
import { type Arranged, arrange, filtersOf } from '../list/arrange.ts';
import { ofRow } from '../list/of-row.ts';
import { clearedView, firstView, type Texts, type View } from '../list/view.ts';
import type { ReportClient, ReportState } from '../report-client.ts';
import { firstReport, isReading } from '../report-state.ts';
import { visibleText } from '../text/format.ts';
import { rowName, rowWhere } from '../text/row-texts.ts';
import { ruleText } from '../text/surface-texts.ts';
import { useSorted } from './use-sorted.ts';

/** Represents the page as a whole in place of an id. The ids of page findings in the list begin with it. */
export const pageItemId = 'page';
/** Represents the page's savings in place of an id. */
export const savingsItemId = `${pageItemId}-savings`;
export const isOfPage = (id: string | null): boolean => id?.startsWith(pageItemId) ?? false;

/** Connects to the source of a Report; `onChange` is called with each of its states. */
export type Connect = (onChange: (report: ReportState) => void) => ReportClient;

/**
 * Connects to a tab, or to a substitute for one, while the component is mounted.
 *
 * @param onConnected called with the client, for data that only this surface has
 * @returns null for the client before the first layout
 */
export function useReport(
  tabId: number,
  connect: Connect,
  onConnected?: (client: ReportClient) => undefined | (() => void),
): { report: ReportState; client: ReportClient | null } {
  const [report, setReport] = useState<ReportState>(firstReport);
  const [client, setClient] = useState<ReportClient | null>(null);
  // Connects before anything is painted, because the first paint needs the client.
  useLayoutEffect(() => {
    const connected = connect(afterPaint(setReport));
    setClient(connected);
    const end = onConnected?.(connected);
    return () => {
      end?.();
      connected.close();
    };
  }, [tabId]);
  return { report, client };
}

const noFindings: readonly Finding[] = [];

interface Options {
  /** Whether there is space for the details beside the list. */
  isWide: boolean;
  /** The id of the item to open first. Default: none */
  initial?: string | null;
  /** Called with the id of the item whose details are open, or null. */
  onOpened?: ((id: string | null) => void) | undefined;
  /**
   * Called when an item is selected, opened, or closed, because the surface must then show the list or the details
   * again.
   */
  onLeave?: (() => void) | undefined;
  /** Called when the user asks the page for the data: URLs of an element. */
  onAsked?: (() => void) | undefined;
}

export interface Browsing {
  view: View;
  setView: (view: View) => void;
  arranged: Arranged;
  /** The rows that remain in the list after a search or filter; null if all are listed. */
  listed: Listed | null;
  selected: string | null;
  /** The selected row; undefined if no item is selected or the selected item isn't a row. */
  row: Row | undefined;
  /** The kind of the selected item if its details are open; null if it is only marked in the list. */
  opened: 'page' | 'row' | null;
  /** Whether the details take the focus, because the user has opened them. */
  takesFocus: boolean;
  /** The element that contains the list. */
  list: RefObject<HTMLDivElement | null>;
  /** Moves the focus to the list. */
  toList: () => void;
  select: (id: string) => void;
  open: (id: string) => void;
  close: () => void;
  /** Lists only the data: URLs of a finding. */
  showOnly: (ids: readonly string[]) => void;
  /** The result of the last action, in words; empty if there is none. */
  status: string;
  setStatus: (text: string) => void;
  /** Whether the help on the keyboard shortcuts is shown. */
  showsHelp: boolean;
  setShowsHelp: (showsHelp: boolean) => void;
}

export function useBrowsing(
  report: ReportState,
  client: ReportClient | null,
  { isWide, initial = null, onOpened, onLeave, onAsked }: Options,
): Browsing {
  const [chosen, setSelected] = useState<string | null>(initial);
  const [isOpen, setIsOpen] = useState(initial !== null);
  const [takesFocus, setTakesFocus] = useState(true);
  const [view, setView] = useState(firstView);
  const [status, setStatus] = useState('');
  const [showsHelp, setShowsHelp] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { rows, merged, asked } = report;
  // If the selected row was merged into another, the other row is selected instead.
  const selected = chosen === null ? null : (merged.get(chosen) ?? chosen);
  // Uses a function, because a key may have changed the selection before this effect runs.
  useEffect(() => setSelected((now) => (now === null ? null : (merged.get(now) ?? now))), [merged]);

  // Focuses the list for the arrow keys, unless the user has moved the focus in the meantime.
  const hasRows = rows.length > 0;
  useEffect(() => {
    if (hasRows && document.activeElement === document.body) focusOnList(list.current);
  }, [hasRows]);

  const toList = useCallback(() => {
    requestAnimationFrame(() => focusOnList(list.current));
  }, []);
  const open = useCallback((id: string) => {
    setSelected(id);
    setIsOpen(true);
    setTakesFocus(true);
    onLeave?.();
  }, []);
  useEffect(() => {
    const [id] = asked?.ids ?? [];
    if (!asked || id === undefined) return;
    const by = asked.kind === 'selection' ? 'selection' : 'finding';
    if (by === 'selection' || asked.ids.length > 1)
      setView((before) => ({ ...before, only: { ids: new Set(asked.ids), by } }));
    onAsked?.();
    if (asked.ids.length === 1) open(id);
  }, [asked, open]);
  const openedId = isOpen && !isOfPage(selected) ? selected : null;
  useEffect(() => onOpened?.(openedId), [openedId]);
  const close = useCallback(() => {
    setIsOpen(false);
    onLeave?.();
    toList();
  }, [toList]);
  const showOnly = (ids: readonly string[]) => {
    setView({ ...clearedView(view), only: { ids: new Set(ids), by: 'finding' } });
    const [first] = ids;
    if (ids.length === 1 && first !== undefined) open(first);
    else if (isWide) toList();
    else close();
  };
  const select = (id: string) => {
    setSelected(id);
    // Details beside the list do not take the focus.
    setTakesFocus(false);
    onLeave?.();
    if (isWide) setIsOpen(true);
  };

  const pageFindings = report.overview?.findings ?? noFindings;
  const query = useQuery(view.query, rows);
  const repairable = useRepairable(report, client);
  const sorted = useSorted({ rows, pageFindings, repairable, order: view.order }, listTexts);
  const arranged = useMemo(() => arrange(sorted, view, query, listTexts), [sorted, view, query]);
  const listed = useMemo(() => {
    if (arranged.rows.length === arranged.of.rows.length) return null;
    const ids = arranged.rows.map(({ sha256 }) => sha256);
    return { ids, query: view.query.trim(), filters: filtersOf(view) };
  }, [arranged]);
  const found = selected === null ? undefined : rows.find(({ sha256 }) => sha256 === selected);
  // A rescan replaces the rows in several steps. Open details are kept until it is certain that their row is gone.
  const last = useRef<Row | undefined>(undefined);
  if (found) last.current = found;
  const row =
    found ?? (isReading(report.state) && last.current?.sha256 === selected ? last.current : undefined);
  const showsPage = isOfPage(selected) && report.overview !== null;
  return {
    view,
    setView,
    arranged,
    listed,
    selected,
    row,
    opened: !isOpen ? null : showsPage ? 'page' : row ? 'row' : null,
    takesFocus,
    list,
    toList,
    select,
    open,
    close,
    showOnly,
    status,
    setStatus,
    showsHelp,
    setShowsHelp,
  };
}

/** Finds the data: URLs that can be repaired, in idle time after the scan. */
function useRepairable({ rows, state }: ReportState, client: ReportClient | null): ReadonlySet<string> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const isDone = state.kind === 'done';
  useEffect(() => {
    if (!isDone || !client) return undefined;
    const gone = new AbortController();
    requestIdleCallback(async () => {
      const { repairableIn } = await import('../repairs.ts');
      const found = await repairableIn(rows, client, gone.signal);
      if (found) setIds((before) => (before.size + found.size === 0 ? before : found));
    });
    return () => gone.abort();
  }, [rows, isDone, client]);
  return ids;
}

type Parse = (text: string) => Query;

/**
 * Parses the text of a query; null if the text is empty. The parser is loaded with the first text, or earlier, when the
 * surface has rows and nothing else to do.
 */
function useQuery(text: string, rows: readonly Row[]): Query | null {
  const [parse, setParse] = useState<Parse | null>(null);
  const isWanted = text !== '';
  useEffect(() => {
    if (!isWanted && rows.length === 0) return undefined;
    const gone = new AbortController();
    const load = async () => {
      const search = await import('../list/search.ts');
      await search.prepare(rows, gone.signal);
      if (!gone.signal.aborted) setParse(() => search.parse);
    };
    if (isWanted) void load();
    else requestIdleCallback(load);
    return () => gone.abort();
  }, [isWanted, rows]);
  return useMemo(() => (parse && isWanted ? parse(text) : null), [parse, text]);
}

const focusOnList = (list: HTMLElement | null): void =>
  list?.querySelector<HTMLElement>('.virtual-list')?.focus();

/** Whether a key press belongs to a field or dialog and therefore isn't a shortcut. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, select, textarea, dialog, [contenteditable]') !== null;

let collator: Intl.Collator | undefined;

/** The texts of groups and rows in the list. */
const listTexts: Texts = {
  heading,
  name: ofRow(rowName),
  where: ofRow(rowWhere),
  compare(a, b) {
    collator ??= new Intl.Collator(locale(), { numeric: true });
    return collator.compare(a, b);
  },
};

function heading(...[grouping, name, first]: Parameters<Texts['heading']>): string {
  switch (grouping) {
    case 'use':
      return message(`use_${name as 'used' | 'quoted' | 'gone'}`);
    case 'type':
      return name === '' ? message('brokenUrl') : visibleText(name);
    case 'place':
      return message(`place_${snake(name as Occurrence['place'])}`);
    case 'frame':
      return visibleText(name);
    case 'finding':
      return name === '' ? message('noFindings') : ruleText(name).title;
    case 'duplicate':
      return name === '' ? message('onceOnly') : visibleText(first.essence ?? '');
  }
}
