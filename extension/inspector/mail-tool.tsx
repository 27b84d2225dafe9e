/** Parses a pasted message/external-body (RFC 2017), and creates one for a URL. */
import { useMemo, useState } from 'preact/hooks';
import { mailEntities } from '../../src/pasted/mail.ts';
import { type Permission, permissions } from '../../src/payload/external-body/external-body-parameters.ts';
import { type MailDetails, mailFor } from '../../src/references/external-body-form.ts';
import { type UrlForm, urlForms } from '../../src/references/external-body-writer.ts';
import { message, snake } from '../platform/i18n.ts';
import { visibleText } from '../ui/text/format.ts';
import { Bench } from './bench.tsx';
import { CopyButton } from './copy-button.tsx';
import { DocumentSections } from './document-sections.tsx';
import { ExampleLinks } from './example-links.tsx';
import { ExternalBodyView, RefusedMail } from './external-body-view.tsx';
import { FirstNote } from './first-note.tsx';
import { maxFormLength, maxItems } from './limits.ts';
import type { ToolProps } from './tool-props.ts';
import { TextField } from './url-field.tsx';
import { useExample } from './use-example.ts';

export function MailTool({ isShown, id }: ToolProps) {
  const [text, setText] = useState('');
  useExample('mail', id, (chosen) => setText(chosen.text));
  return (
    <Bench isShown={isShown}>
      <div class="bench-side">
        <TextField
          field="mail"
          label={message('mailSource')}
          value={text}
          rows={10}
          hint={message('mailHint')}
          onChange={setText}
        />
        <ExampleLinks tool="mail" />
        <Writing onRead={setText} />
        <DocumentSections tool="mail" />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it scrolls but may contain nothing focusable */}
      <div class="bench-main" role="group" aria-label="message/external-body" tabIndex={0}>
        <Entities text={text} />
      </div>
    </Bench>
  );
}

function Entities({ text }: { text: string }) {
  const entities = useMemo(() => mailEntities(text), [text]);
  const shown = entities.slice(0, maxItems);
  const refused = shown.filter((entity) => !entity.ok);
  const isEmpty = text.trim() === '';
  return (
    <article class="detail" aria-labelledby="mail-heading">
      <div role="status">
        <h2 id="mail-heading" data-entities={entities.length}>
          {isEmpty
            ? message('mailEmpty')
            : entities.length === 0
              ? message('mailNothing')
              : 'message/external-body'}
        </h2>
        <FirstNote shown={shown.length} of={entities.length} />
      </div>
      {shown.map((entity) => entity.ok && <ExternalBodyView key={entity.start} body={entity} />)}
      {refused.length > 0 && <RefusedMail entities={refused} />}
    </article>
  );
}

interface Asked {
  url: string;
  type: string;
  expires: string;
  permission: Permission | '';
  withDigest: boolean;
  urlForm: UrlForm;
}

function Writing({ onRead }: { onRead: (text: string) => void }) {
  const [asked, setAsked] = useState<Asked>({
    url: '',
    type: 'text/html',
    expires: '',
    permission: '',
    withDigest: true,
    urlForm: 'words',
  });
  const set = (change: Partial<Asked>) => setAsked({ ...asked, ...change });
  const form = asked.url.trim() === '' ? null : mailFor(asked.url, detailsOf(asked));
  return (
    <section class="mail-form" aria-labelledby="mail-write">
      <h2 id="mail-write">{message('mailWrite')}</h2>
      <TextField
        field="mail-url"
        label="URL"
        value={asked.url}
        hint={message('mailUrlHint')}
        onChange={(url) => set({ url })}
      />
      <label class="field">
        <span>{message('mediaType')}</span>
        <input
          data-field="mail-type"
          dir="ltr"
          aria-describedby="mail-type-hint"
          value={asked.type}
          spellcheck={false}
          onInput={({ currentTarget }) => set({ type: currentTarget.value })}
        />
      </label>
      <p id="mail-type-hint" class="dim">
        {message('mailTypeHint')}
      </p>
      <label class="field">
        <span>{message('mailExpires')}</span>
        <input
          type="date"
          data-field="mail-expires"
          value={asked.expires}
          onInput={({ currentTarget }) => set({ expires: currentTarget.value })}
        />
      </label>
      <label>
        {message('mailPermission')}{' '}
        <select
          data-field="mail-permission"
          value={asked.permission}
          onChange={({ currentTarget }) => set({ permission: currentTarget.value as Permission | '' })}
        >
          <option value="">{message('none')}</option>
          {permissions.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <label>
        {message('mailUrlForm')}{' '}
        <select
          data-field="mail-url-form"
          value={asked.urlForm}
          onChange={({ currentTarget }) => set({ urlForm: currentTarget.value as UrlForm })}
        >
          {urlForms.map((each) => (
            <option key={each} value={each}>
              {message(`mailUrlForm_${each}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          data-field="mail-digest"
          checked={asked.withDigest}
          onChange={({ currentTarget }) => set({ withDigest: currentTarget.checked })}
        />{' '}
        {message('mailDigest')}
      </label>
      <div role="status">
        {form?.ok === false && <p class="problem">{message(`mailProblem_${snake(form.problem)}`)}</p>}
        {form?.ok && form.reading === 'browsers' && (
          <p class="note" data-reading="browsers">
            {message('mailKeepsBrowsers')}
          </p>
        )}
      </div>
      {form?.ok && (
        <>
          <pre class="form-text" dir="ltr" data-written-mail>
            {visibleText(form.text.slice(0, maxFormLength * 4).replaceAll('\r\n', '\n'))}
          </pre>
          <p class="bench-tools">
            <button type="button" data-action="read-written" onClick={() => onRead(form.text)}>
              {message('mailReadAgain')}
            </button>
            <CopyButton id="copy-mail" label={message('copy')} text={form.text} />
          </p>
        </>
      )}
    </section>
  );
}

function detailsOf({ type, expires, permission, withDigest, urlForm }: Asked): MailDetails {
  return {
    withDigest,
    urlForm,
    ...(type.trim() === '' ? {} : { type }),
    ...(expires === '' ? {} : { expiration: Date.parse(expires) }),
    ...(permission === '' ? {} : { permission }),
  };
}
