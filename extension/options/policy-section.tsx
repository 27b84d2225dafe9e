/**
 * Lists media types by destination, according to the policies of the administrator and the user and to the defaults.
 */

import { useRef, useState } from 'preact/hooks';
import { defaultEntries } from '../../src/policy/defaults.ts';
import { addEntry, allEntries, type OwnEntry, removeEntry } from '../../src/policy/edit.ts';
import type { PolicyEntry } from '../../src/policy/policy-types.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { Icon } from '../ui/parts/icons.tsx';
import { Tool } from '../ui/parts/tool.tsx';
import { visibleText } from '../ui/text/format.ts';
import { siteText } from '../ui/text/policy-text.ts';
import { draftOf, type EntryGroup, emptyDraft, groupsOf, isOverridden } from './draft.ts';
import { EntryForm } from './entry-form.tsx';
import { Locked, Problems, placesText, Verdict } from './entry-text.tsx';
import { Section } from './section.tsx';
import { TryIt } from './try-it.tsx';
import type { EditorProps } from './use-policies.ts';

/** Maximum number of patterns that a group shows without folding. */
const maxPatterns = 6;

/** The entry that is being edited: the initial values of the draft, and the entry that the draft replaces. */
interface Editing {
  from: OwnEntry | null;
  replaces: OwnEntry | null;
}

const keyOf = ({ pattern, destinations, severity, site }: OwnEntry): string =>
  JSON.stringify([site, pattern, destinations, severity]);

export function PolicySection({ policies, change }: EditorProps) {
  const { user, administrator, problems } = policies;
  const [editing, setEditing] = useState<Editing | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const isLocked = administrator.locked === true;
  const theirs = allEntries(administrator, 'administrator');
  const own = allEntries(user, 'user');
  const heard = isLocked ? theirs : [...theirs, ...own];

  const close = () => {
    setEditing(null);
    addButton.current?.focus();
  };
  const save = (entry: OwnEntry) => {
    const replaces = editing?.replaces;
    void change(message('entrySaved', visibleText(entry.pattern)), (now) =>
      addEntry(replaces ? removeEntry(now, replaces) : now, entry),
    );
    close();
  };
  const remove = (entry: OwnEntry) => {
    void change(message('entryRemoved', visibleText(entry.pattern)), (now) => removeEntry(now, entry));
    addButton.current?.focus();
  };
  const form = editing && (
    <EntryForm
      key={editing.from ? keyOf(editing.from) : ''}
      initial={editing.from ? draftOf(editing.from) : emptyDraft}
      onSave={save}
      onCancel={close}
    />
  );

  return (
    <Section id="types" title={message('types')} hint={message('typesHint')}>
      {problems.length > 0 && (
        <div class="note-box" data-administrator-problems>
          <h3>
            <Icon name="warning" />
            {message('administratorProblems')}
          </h3>
          <Problems problems={problems} />
        </div>
      )}
      {isLocked && (
        <p class="note-box" data-locked>
          <Icon name="lock" />
          {message('allLocked')}
        </p>
      )}
      <TryIt policies={policies} />
      <h3>{message('entries')}</h3>
      <p class="dim">{message('entriesHint')}</p>
      {!isLocked && (
        <button
          type="button"
          data-action="add-entry"
          ref={addButton}
          onClick={() => setEditing({ from: null, replaces: null })}
        >
          <Icon name="add" />
          {message('addEntry')}
        </button>
      )}
      {editing && !editing.replaces && form}
      <ul class="entries">
        {theirs.map((entry) => (
          <Entry key={`a${keyOf(entry)}`} entry={entry} />
        ))}
        {own.map((entry) =>
          editing?.replaces && keyOf(editing.replaces) === keyOf(entry) ? (
            <li key={`u${keyOf(entry)}`}>{form}</li>
          ) : (
            <Entry
              key={`u${keyOf(entry)}`}
              entry={entry}
              {...(!isLocked && {
                onEdit: () => setEditing({ from: entry, replaces: entry }),
                onRemove: () => remove(entry),
              })}
            />
          ),
        )}
      </ul>
      <h3>{message('defaults')}</h3>
      <p class="dim">{message('defaultsHint')}</p>
      <ul class="entries">
        {groupsOf(defaultEntries).map((group) => (
          <DefaultGroup
            key={keyOf(group.entries[0] as PolicyEntry)}
            group={group}
            heard={heard}
            {...(!isLocked && { onOverride: (entry) => setEditing({ from: entry, replaces: null }) })}
          />
        ))}
      </ul>
    </Section>
  );
}

interface EntryProps {
  entry: PolicyEntry;
  onEdit?: () => void;
  onRemove?: () => void;
}

function Entry({ entry, onEdit, onRemove }: EntryProps) {
  const { pattern, site, severity, by } = entry;
  const name = visibleText(pattern);
  return (
    <li class="entry" data-entry={pattern} data-by={by}>
      <div class="entry-main">
        <code>{name}</code>
        <span class="dim">
          {placesText(entry)} · {siteText(site)}
        </span>
      </div>
      <Verdict severity={severity} />
      {by === 'administrator' && <Locked />}
      {onEdit && <Tool id="edit" icon="edit" label={message('editEntry', name)} onClick={onEdit} />}
      {onRemove && <Tool id="remove" icon="remove" label={message('removeEntry', name)} onClick={onRemove} />}
    </li>
  );
}

interface GroupProps {
  group: EntryGroup;
  /** The entries that take precedence over the defaults. */
  heard: readonly OwnEntry[];
  onOverride?: (entry: PolicyEntry) => void;
}

function DefaultGroup({ group, heard, onOverride }: GroupProps) {
  const patterns = (
    <ul class="patterns">
      {group.entries.map((entry) => {
        const overridden = isOverridden(entry, heard);
        return (
          <li key={entry.pattern} data-default={entry.pattern} data-overridden={overridden}>
            {onOverride && !overridden ? (
              <button
                type="button"
                class="chip"
                title={message('override')}
                onClick={() => onOverride(entry)}
              >
                <code>{entry.pattern}</code>
              </button>
            ) : (
              <span class="chip">
                <code>{entry.pattern}</code>
                {overridden && <span class="visually-hidden">({message('overridden')})</span>}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
  const count = group.entries.length;
  return (
    <li class="entry" data-by="default">
      <div class="entry-main">
        {count > maxPatterns ? (
          <details>
            <summary>{message('mediaTypes', count, formatNumber(count))}</summary>
            {patterns}
          </details>
        ) : (
          patterns
        )}
        <span class="dim">{placesText(group)}</span>
      </div>
      <Verdict severity={group.severity} />
    </li>
  );
}
