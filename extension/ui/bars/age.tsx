/** How old the Report is, as a person would say it. */
import { useEffect, useState } from 'preact/hooks';
import { message } from '../../platform/i18n.ts';
import { formatAge, formatMoment } from '../text/format.ts';

/** Milliseconds after which it is said anew. */
const minute = 60_000;

/** @param readAt when the page was read, in ms since 1970 */
export function Age({ readAt }: { readAt: number }) {
  const [now, setNow] = useState(readAt);
  useEffect(() => {
    const update = () => setNow(Date.now());
    update();
    const timer = setInterval(update, minute);
    return () => clearInterval(timer);
  }, [readAt]);
  return (
    <time
      class="age"
      dateTime={new Date(readAt).toISOString()}
      title={message('readAt', formatMoment(readAt))}
    >
      {formatAge(now - readAt)}
    </time>
  );
}
