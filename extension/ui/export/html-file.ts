/** The parts of the HTML report that are loaded together, with its style sheet as text. */
import style from './html-report.css' with { type: 'text' };

export { htmlReport } from './html-report.ts';
export { reportPictures } from './report-pictures.ts';

/** The style sheet of the report, and the Base64 of its SHA-256. */
export async function reportStyle(): Promise<{ style: string; styleHash: string }> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
  return { style, styleHash: btoa(String.fromCharCode(...new Uint8Array(hash))) };
}
