/**
 * Original icons, 16 by 16 user units in size, drawn with a single stroke in the color of the text. They are only
 * decorative, because the text next to them conveys the same meaning.
 */
const paths = {
  back: 'M10 3 5 8l5 5',
  down: 'M2 5l6 6 6-6',
  copy: 'M5.5 2h8v9.5h-8zM10.5 11.5V14H2.5V4.5h3',
  rescan: 'M13.5 8a5.5 5.5 0 1 1-1.8-4.1M13.5 1.8v3h-3',
  watch: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
  workbench: 'M1.5 6h13M3.5 6v8M12.5 6v8M3.5 10h9M5.5 6V2.5h5V6',
  tab: 'M9 2.5h4.5V7M13.5 2.5 7 9M6 3.5H2.5v10h10V10',
  save: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  record: 'M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.3 10.3 14 14',
  show: 'M8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6',
  settings:
    'M2 4.5h6M12 4.5h2M10 2.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4M2 11.5h2M8 11.5h6M6 9.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
  more: 'M3 7.6v.8M3.4 8h-.8M8 7.6v.8M8.4 8h-.8M13 7.6v.8M13.4 8h-.8',
  sort: 'M5 2.5v11M2 10.5l3 3 3-3M11 13.5v-11M8 5.5l3-3 3 3',
  next: 'M6 3l5 5-5 5',
  shield: 'M8 1.8 13 3.5v4c0 3.2-2 5.6-5 6.7-3-1.1-5-3.5-5-6.7v-4z',
  pin: 'M5 2.5h6M6 2.5v4L4 9h8l-2-2.5v-4M8 9v5',
  page: 'M2 2.5h12v11H2zM2 5.5h12M4.5 8.5h7M4.5 11h4',
  add: 'M8 3v10M3 8h10',
  edit: 'M3 13l.7-3L11 2.7 13.3 5 6 12.3zM9.5 4.2l2.3 2.3',
  remove: 'M2.5 4h11M6 4V2.5h4V4M4 4l.7 9.5h6.6L12 4M6.7 6.5v4.5M9.3 6.5v4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5 6.5 12 13 4.5',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2M8 9.5v1.5',
  error: 'M5.2 1.8h5.6l3.4 3.4v5.6l-3.4 3.4H5.2l-3.4-3.4V5.2zM8 4.8v4M8 11v.2',
  warning: 'M8 2 14.5 13.5h-13zM8 6.5v3.5M8 11.8v.2',
  info: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8M8 7.2v4M8 4.8v.2',
  image: 'M2 3h12v10H2zM2 11l3.5-3.5 3 3L11 8l3 3M5.5 6v.1',
  text: 'M3 3.5h10M3 6.5h10M3 9.5h10M3 12.5h6',
  style: 'M3 2h10l-1.5 10L8 14l-3.5-2zM5.5 5h5l-.5 5L8 11l-2-1',
  code: 'M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4',
  font: 'M3 13.5 8 2.5l5 11M5 9.5h6',
  media: 'M4.5 2.5 13 8l-8.5 5.5z',
  file: 'M4 1.8h5.5L12.5 5v9.2H4zM9.5 1.8V5h3',
  archive: 'M2 2.5h12v3H2zM3 5.5v8h10v-8M6.5 8h3',
  blocked: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8M3.8 3.8l8.4 8.4',
  broken: 'M2 3h5l-1 3 3 2-2 5H2zM10 3h4v10h-4l1.5-4L9 7z',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
