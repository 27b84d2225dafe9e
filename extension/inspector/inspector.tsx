/** The inspector tab: the Report of the tab that its URL identifies, and the workbench. */
import { mount } from '../ui/mount.tsx';
import { later } from '../ui/parts/later.tsx';
import { InspectorTab } from './inspector-tab.tsx';
import './inspector.css';
import './standards.css';

const SampleView = later(() => import('./sample/sample-view.tsx').then((module) => module.SampleView));

const parameters = new URLSearchParams(location.search);
const tab = Number(parameters.get('tab') ?? Number.NaN);
const tabId = Number.isInteger(tab) && tab >= 0 ? tab : null;

mount(parameters.has('sample') ? <SampleView /> : <InspectorTab tabId={tabId} />);
