/** The name of a data: URL in a list: by the page's own words where there are any, else by its kind. */
import { extensionOf } from '../../../src/report/file-names.ts';
import { message } from '../../platform/i18n.ts';
import type { Row } from '../../platform/messages.ts';
import { visibleText } from './format.ts';
import { type Family, familyOf, realType } from './kind.ts';

type Named = Pick<
  Row,
  | 'essence'
  | 'detectedType'
  | 'disallowed'
  | 'problem'
  | 'head'
  | 'places'
  | 'fontName'
  | 'fileName'
  | 'title'
>;

/** Labels that are not the extension in capitals. */
const labels: Record<string, string> = {
  jpg: 'JPEG',
  tif: 'TIFF',
  webp: 'WebP',
  webmanifest: 'JSON',
  exe: 'Windows',
  elf: 'Linux',
  macho: 'macOS',
};

/** The family of a type, its extension, and the label of its format. */
function formatOf(item: Named): { family: Family; extension: string; label: string } {
  const extension = extensionOf(item);
  const type = realType(item);
  const label = extension === 'bin' ? type.slice(type.indexOf('/') + 1) : extension.toUpperCase();
  return { family: familyOf(item), extension, label: labels[extension] ?? label };
}

/** The kind of a data: URL in words: `PNG image`, `Windows program`. */
export function kindName(item: Named): string {
  const { family, extension, label } = formatOf(item);
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
      if (extension === 'exe' || extension === 'elf' || extension === 'macho')
        return message('name_program', label);
      if (extension === 'pdf' || extension === 'doc' || extension === 'docx')
        return message('name_document', label);
      return extension === 'bin' ? message('name_data') : message('name_file', label);
  }
}

/** The id at the end of a selector, and the nearest one that stands before it. */
const ownId = /(?:^|[ >])(#[^\s>:]+)$/;
const outerId = /(#[^\s>:]+)[ >]/g;

/** Text of a row's title, safe to show. */
export function rowName(row: Named): string {
  const { fontName, title, fileName, places, head } = row;
  const named = fontName || title;
  if (named) return visibleText(named);
  const kind = kindName(row);
  const family = familyOf(row);
  if (fileName) {
    return family === 'file' || family === 'archive'
      ? message('offeredAs', kind, visibleText(fileName))
      : visibleText(fileName);
  }
  const [first] = places;
  // Of a style sheet the selector is that of the element that loads it.
  const selector = first && first.place !== 'stylesheet' ? first.selector : '';
  const own = ownId.exec(selector)?.[1];
  if (own !== undefined) return visibleText(own);
  if (family === 'text' || family === 'broken') return visibleText(head);
  const outer = [...selector.matchAll(outerId)].at(-1)?.[1];
  return outer === undefined ? kind : message('nameIn', kind, visibleText(outer));
}
