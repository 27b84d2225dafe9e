import { maskedPassword } from '../../src/references/masked-password.ts';
import { truncate } from '../../src/truncate.ts';
import { visibleText } from '../ui/text/format.ts';

/** Maximum length, in code units, of a URL that is shown in full. */
const maxClippedLength = 300;

const half = maxClippedLength / 2;

/** A URL or a part of a URL, with hidden characters made visible. If it is long, its middle is omitted. */
export const Clipped = ({ text }: { text: string }) => (
  <code dir="ltr">
    {text.length > maxClippedLength
      ? `${visibleText(truncate(text, half))} … ${visibleText(endOf(text))}`
      : visibleText(text)}
  </code>
);

/** Like `Clipped`, but for a URI, whose password is masked (RFC 3986, section 3.2.1). */
export const ClippedUri = ({ text }: { text: string }) => <Clipped text={maskedPassword(text)} />;

/** The end of a long text, without splitting a surrogate pair. */
const endOf = (text: string): string => text.slice(-half).replace(/^[\udc00-\udfff]/, '');
