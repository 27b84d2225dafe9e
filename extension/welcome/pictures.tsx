/** Original drawings. The text next to each drawing conveys the same meaning. The style sheet contains the colors. */
import type { ComponentChildren } from 'preact';

const Picture = ({ height = 150, children }: { height?: number; children: ComponentChildren }) => (
  <svg class="picture" viewBox={`0 0 260 ${height}`} aria-hidden="true" focusable="false">
    {children}
  </svg>
);

/** The extension's icon, 18 by 18 user units in size. */
const Sign = ({ x, y }: { x: number; y: number }) => (
  <g class="icon-of-ours" transform={`translate(${x - 1} ${y - 1}) scale(0.156)`}>
    <rect x="6" y="6" width="116" height="116" rx="26" />
    <path d="M42 32 26 54l16 22M86 32l16 22-16 22M62 39a17 17 0 1 1 0 34 17 17 0 1 1 0-34M75 70l20 24" />
  </g>
);

/** A window with the extension's button in its toolbar, and inlined resources in its page. */
export const FindPicture = () => (
  <Picture>
    <rect class="paper line" x="10" y="10" width="240" height="130" rx="8" />
    <path class="line" d="M10 38h240" />
    <circle class="soft" cx="24" cy="24" r="4" />
    <circle class="soft" cx="38" cy="24" r="4" />
    <rect class="soft" x="54" y="17" width="140" height="14" rx="7" />
    <circle class="glow" cx="219" cy="24" r="17" />
    <Sign x={210} y={15} />
    <rect class="soft" x="26" y="54" width="120" height="8" rx="4" />
    <rect class="soft" x="26" y="70" width="88" height="8" rx="4" />
    <rect class="kind-image" x="26" y="90" width="56" height="38" rx="3" />
    <path class="ink-on-accent" d="M32 122l14-16 10 10 7-6 12 12M66 99v.1" />
    <rect class="kind-style" x="96" y="90" width="38" height="38" rx="3" />
    <path class="ink-on-accent" d="M108 116c-4-1-2-6-6-7 4-1 2-6 6-7M122 116c4-1 2-6 6-7-4-1-2-6-6-7" />
    <rect class="kind-font" x="170" y="56" width="62" height="36" rx="3" />
    <path class="ink-on-accent letters" d="M186 84l8-20 8 20M189 77h10M222 72a6 6 0 1 0 0 10M222 70v14" />
    <rect class="kind-code" x="170" y="102" width="62" height="26" rx="3" />
    <path class="ink-on-accent" d="M190 108l-7 7 7 7M212 108l7 7-7 7" />
    <path
      class="found"
      d="M21 85h66v48H21zM91 85h48v48H91zM165 51h72v46h-72zM165 97h72v36h-72z"
      fill="none"
    />
  </Picture>
);

/** The list: bytes by kind, and rows with their findings. */
export const AssessPicture = () => (
  <Picture>
    <rect class="paper line" x="30" y="10" width="200" height="130" rx="8" />
    <rect class="kind-image" x="42" y="22" width="96" height="12" rx="3" />
    <rect class="kind-font" x="140" y="22" width="46" height="12" />
    <rect class="kind-code" x="188" y="22" width="30" height="12" rx="3" />
    <Row y={43} severity="error" length={70} />
    <Row y={74} severity="warning" length={92} />
    <Row y={105} severity="good" length={56} />
  </Picture>
);

const signs = {
  error: 'M206 47h8l5 5v8l-5 5h-8l-5-5v-8zM210 51v5M210 60v.1',
  warning: 'M210 78l10 18h-20zM210 85v5M210 93v.1',
  good: 'M202 118l6 6 11-12',
} as const;

const Row = ({ y, severity, length }: { y: number; severity: keyof typeof signs; length: number }) => (
  <>
    <path class={`bar ${severity}`} d={`M42 ${y}v26`} />
    <rect class="soft" x="52" y={y} width="26" height="26" rx="3" />
    <rect class="dim-fill" x="86" y={y + 4} width={length} height="7" rx="3" />
    <rect class="soft" x="86" y={y + 16} width={length - 20} height="6" rx="3" />
    <path class={`sign ${severity}`} d={signs[severity]} />
  </>
);

/** The parts of a URL, and its element on the page. */
export const LocatePicture = () => (
  <Picture>
    <rect class="paper line" x="10" y="10" width="146" height="130" rx="8" />
    <rect class="part-scheme" x="22" y="24" width="30" height="14" rx="3" />
    <rect class="part-type" x="54" y="24" width="58" height="14" rx="3" />
    <rect class="part-base64" x="22" y="42" width="48" height="14" rx="3" />
    <rect class="soft" x="74" y="42" width="68" height="14" rx="3" />
    <rect class="soft" x="22" y="60" width="120" height="8" rx="3" />
    <rect class="soft" x="22" y="72" width="96" height="8" rx="3" />
    <rect class="kind-image" x="22" y="92" width="52" height="36" rx="3" />
    <path class="ink-on-accent" d="M28 122l13-14 9 9 6-5 11 10" />
    <rect class="soft" x="84" y="96" width="58" height="8" rx="3" />
    <rect class="soft" x="84" y="110" width="42" height="8" rx="3" />
    <rect class="paper line" x="176" y="26" width="74" height="98" rx="6" />
    <rect class="soft" x="186" y="36" width="54" height="8" rx="3" />
    <rect class="kind-image" x="196" y="54" width="36" height="30" rx="3" />
    <rect class="found" x="191" y="49" width="46" height="40" fill="none" />
    <rect class="soft" x="186" y="98" width="54" height="7" rx="3" />
    <rect class="soft" x="186" y="110" width="36" height="7" rx="3" />
    <path class="arrow" d="M146 112c30 0 14-43 38-43M179 63l6 6-6 6" />
  </Picture>
);

/** The toolbar, and the extension's entry in the menu of the puzzle-piece button, with a pin or gear. */
export const PinPicture = ({ isFirefox }: { isFirefox: boolean }) => (
  <Picture height={96}>
    <rect class="paper line" x="10" y="8" width="240" height="28" rx="6" />
    <rect class="soft" x="22" y="15" width="150" height="14" rx="7" />
    <circle class="glow" cx="204" cy="22" r="13" />
    <path class="sign" d="M197 18h4a2.2 2.2 0 1 1 4 0h4v4a2.2 2.2 0 1 1 0 4v3h-12v-4a2.2 2.2 0 1 0 0-4z" />
    <path class="sign" d={isFirefox ? 'M226 18h12M226 22h12M226 26h12' : 'M232 17v.1M232 22v.1M232 27v.1'} />
    <rect class="paper line" x="84" y="42" width="160" height="46" rx="6" />
    <Sign x={94} y={56} />
    <rect class="dim-fill" x="120" y="61" width="76" height="8" rx="3" />
    <circle class="glow" cx="226" cy="65" r="13" />
    {isFirefox ? (
      <path
        class="sign"
        d="M226 61.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M226 57v2.5M226 70.5v2.5M218 65h2.5M231.5 65h2.5M220.3 59.3l1.8 1.8M229.9 68.9l1.8 1.8M231.7 59.3l-1.8 1.8M222.1 68.9l-1.8 1.8"
      />
    ) : (
      <path class="sign" d="M222 58h8l-1.5 1.5v5l3 3h-11l3-3v-5zM226 67.5v6" />
    )}
  </Picture>
);
