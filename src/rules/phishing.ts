import { referenceKind } from '../payload/references.ts';
import { clip } from '../truncate.ts';
import { type AsRead, asRead, isPassive, type Rule, type Verdict, verdict } from './rule.ts';

/** Phishing pages, as in the pattern of 2017: data:text/html,https://accounts.example … <script>. */
export const phishing: Rule = {
  id: 'phishing',
  category: 'security',
  severity: 'error',
  messageIds: ['phishing-password', 'phishing-form', 'phishing-address', 'phishing-padding'],
  check: (subject) => asRead(subject).flatMap(ofPage).slice(0, 1),
};

function ofPage({ subject }: AsRead): Verdict[] {
  const { payload } = subject.inspection;
  if (payload?.facts?.kind !== 'markup' || isPassive(subject)) return [];
  const { passwordFields, forms } = payload.facts;
  const { address = null, padding = 0 } = payload.disguise ?? {};
  if (address !== null) return [verdict(subject, 'phishing-address', { address })];
  if (passwordFields > 0) return [verdict(subject, 'phishing-password', { count: passwordFields })];
  const sent = forms.first.find(({ action }) =>
    ['external', 'protocol-relative'].includes(referenceKind(action)),
  );
  if (sent) return [verdict(subject, 'phishing-form', { action: clip(sent.action) })];
  return padding > 0 ? [verdict(subject, 'phishing-padding', { count: padding })] : [];
}
