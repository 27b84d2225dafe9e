/** Shows the sample page's Report as it would appear in a page's inspector tab. */
import { message } from '../../platform/i18n.ts';
import { Icon } from '../../ui/parts/icons.tsx';
import { InspectorTab } from '../inspector-tab.tsx';
import { connectSample } from './sample-report.ts';

/** An id that no tab can have. */
const noTab = -1;

export const SampleView = () => (
  <InspectorTab
    tabId={noTab}
    connect={connectSample}
    note={
      <aside class="sample-note">
        <Icon name="info" />
        <span>{message('sampleNote')}</span>
      </aside>
    }
  />
);
