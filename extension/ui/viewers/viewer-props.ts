/** The props of every viewer. Each viewer is loaded when it is first shown. */
import type { Facts } from '../../../src/payload/facts.ts';
import type { Row } from '../../platform/surface-updates.ts';

export interface ViewerProps {
  row: Row;
  /** The body. */
  blob: Blob;
  facts: Facts | null;
}
