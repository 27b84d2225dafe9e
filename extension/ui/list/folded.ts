/**
 * The notes that many rows share. A list without filters shows each of them once, below the rows, instead of in every
 * row.
 */
import { createContext } from 'preact';
import type { Finding } from '../../../src/report/report.ts';
import type { Row } from '../../platform/surface-updates.ts';
import type { Arranged } from './arrange.ts';

export const Folded = createContext<Arranged['folded']>(new Map());

/** The findings that the row itself shows, most severe first. */
export const ownFindings = ({ findings }: Pick<Row, 'findings'>, folded: Arranged['folded']): Finding[] =>
  findings.filter(({ rule, severity }) => severity !== 'info' || !folded.has(rule));
