/** The name of a data: URL in a list: the page's own words; otherwise the body's text or kind. */
import type { MessageFunction } from '../message.ts';
import { formatFamily, formatOf } from '../payload/formats.ts';
import { type InFile, sheetPosition } from '../report/css-place.ts';
import { type Family, familyOf, realType } from '../report/family.ts';
import { extensionOf } from '../report/file-names.ts';
import { nameText } from '../report/name-text.ts';
import type { DataUrl, Name } from '../report/report.ts';
import { visibleText } from '../report/visible-text.ts';
import type { Occurrence } from '../vocabulary.ts';
import { isolatedIn } from './direction.ts';

type Named = Pick<DataUrl, 'essence' | 'detectedType' | 'disallowed' | 'problem' | 'head'> & {
  places: readonly Pick<Occurrence, 'place' | 'selector'>[];
};

/** The family of a type, its extension, and the label of its format. */
function formatNameOf(item: Named): { family: Family; extension: string; label: string } {
  const extension = extensionOf(item);
  const type = realType(item);
  const label = extension === 'bin' ? type.slice(type.indexOf('/') + 1) : extension.toUpperCase();
  return { family: familyOf(item), extension, label: formatOf(type)?.label ?? label };
}

/** Matches the ids of ancestors in a selector. */
const outerId = /(#[^\s>:]+)[ >]/g;

/** The kind of a data: URL in words: `PNG image`, `Windows program`. */
export const kindNameIn =
  (message: MessageFunction) =>
  (item: Named): string => {
    const { family, extension, label } = formatNameOf(item);
    switch (family) {
      case 'image':
        return message('name_image', label);
      case 'font':
        return message('name_font', label);
      case 'style':
        return message('name_style');
      case 'code':
        if (extension === 'js') return message('name_script');
        return /html$/.test(extension) ? message('name_document', label) : label;
      case 'text':
        return message('name_text');
      case 'media':
        return realType(item).startsWith('video/')
          ? message('name_video', label)
          : message('name_audio', label);
      case 'archive':
        return message('name_archive', label);
      default:
        switch (formatFamily(realType(item))) {
          case 'program':
            return message('name_program', label);
          case 'document':
            return message('name_document', label);
        }
        return extension === 'bin' ? message('name_data') : message('name_file', label);
    }
  };

/**
 * The name of a data: URL, made safe to display: the page's own words; otherwise the beginning of a text or of an
 * invalid URL; otherwise the kind.
 */
export const rowNameIn =
  (message: MessageFunction) =>
  (item: Named & { name?: Name | null | undefined }): string => {
    const { name, places, head } = item;
    const kind = kindNameIn(message)(item);
    const family = familyOf(item);
    if (name?.by === 'download' && (family === 'file' || family === 'archive'))
      return message('offeredAs', kind, name.text);
    if (name) return nameText(name);
    if (family === 'text' || family === 'broken') return visibleText(head);
    const [first] = places;
    const selector = first && first.place !== 'stylesheet' ? first.selector : '';
    const outer = [...selector.matchAll(outerId)].at(-1)?.[1];
    return outer === undefined ? kind : message('nameIn', kind, visibleText(outer));
  };

/**
 * Describes the first occurrence of a data: URL by its element and attribute, or by its style sheet; empty if there is
 * none.
 */
export const rowWhereIn =
  (message: MessageFunction) =>
  ({
    places: [first],
  }: {
    places: readonly (Pick<Occurrence, 'place' | 'element' | 'name'> & InFile)[];
  }): string => {
    if (!first) return '';
    const { place, element, name, sheet } = first;
    if (place !== 'stylesheet' && sheet === undefined) return visibleText(`${element} ${name}`.trim());
    if (sheet === undefined) return message('inInlineSheet');
    return message('inSheet', isolatedIn(message)(visibleText(sheetPosition(first))));
  };
