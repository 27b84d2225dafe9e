/**
 * Shows an external body as its message describes it: RFC 2017 section 3, with the parameters of RFC 1521 section
 * 7.3.3.
 */
import type { MailEntity, PastedBody } from '../../src/pasted/mail.ts';
import { withoutPassword } from '../../src/uri/misleading.ts';
import { message } from '../platform/i18n.ts';
import { formatBytes, visibleText } from '../ui/text/format.ts';
import { mailProblemText } from '../ui/text/mail-problem-text.ts';
import { maxItems } from './limits.ts';

export function ExternalBodyView({ body }: { body: PastedBody }) {
  const { url, inner, problems, size, expiration, permission, phantom, check } = body;
  const rows: [name: string, value: string, isHeader?: boolean][] = [
    ['URL', visibleText(withoutPassword(url).slice(0, 300)), true],
  ];
  if (size !== null) rows.push([message('size'), formatBytes(size)]);
  if (expiration !== null) rows.push([message('mailExpires'), expiryText(expiration)]);
  if (permission !== null) rows.push([message('mailPermission'), permission]);
  for (const { name, value } of inner)
    rows.push([visibleText(name.slice(0, 100)), visibleText(value.slice(0, 300)), true]);
  if (phantom !== '') rows.push([message('mailPhantom'), visibleText(phantom.slice(0, 300))]);
  return (
    <section class="external-body">
      <h3>message/external-body</h3>
      <dl class="facts">
        {rows.map(([name, value, isHeader], n) => (
          <div key={n}>
            <dt>
              <bdi dir={isHeader ? 'ltr' : undefined}>{name}</bdi>
            </dt>
            <dd>
              <bdi dir={isHeader ? 'ltr' : undefined}>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {problems.length === 0 ? (
        <p class="note">{message(check ? 'externalBodyAgrees' : 'externalBodyUnchecked')}</p>
      ) : (
        <ul class="writing-notes">
          {problems.map((problem) => (
            <li key={`${problem.code} ${problem.start}`} data-problem={problem.code}>
              <bdi>{mailProblemText(problem, check?.rejected)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function expiryText(time: number): string {
  const date = new Date(time).toUTCString();
  return time < Date.now() ? message('mailExpired', date) : date;
}

type Refused = MailEntity & { ok: false };

/** Lists the entities that don't identify anything that can be fetched, with the reasons. */
export const RefusedMail = ({ entities }: { entities: readonly Refused[] }) => (
  <section class="detail external-body">
    <h3>message/external-body: {message('mailRefused')}</h3>
    <ul class="writing-notes">
      {entities.slice(0, maxItems).map(({ start, problem }) => (
        <li key={start} data-refused={problem.code}>
          <bdi>{mailProblemText(problem)}</bdi>
        </li>
      ))}
    </ul>
  </section>
);
