/** What every viewer is given; each is loaded when it is first looked at. */
import type { Facts } from '../../../src/payload/facts.ts';
import type { Row } from '../../platform/messages.ts';

export interface ViewerProps {
  row: Row;
  /** The body. */
  blob: Blob;
  facts: Facts | null;
}
