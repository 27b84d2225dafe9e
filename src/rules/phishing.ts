import { referenceKind } from '../payload/references.ts';
import { clip } from '../truncate.ts';
import { type AsRead, asRead, isPassive, type Rule, type Verdict, verdict } from './rule.ts';

/** The pattern of 2017: data:text/html,https://accounts.example … <script>. */
export const phishing: Rule = {
  id: 'phishing',
  category: 'security',
  severity: 'error',
  title: 'It looks like a page that asks for secrets under a false name.',
  why: 'A page in a data: URL has no address that anybody could check: whatever it says it is, it may be. Browsers block links to such pages at the top level for that reason (Chrome since 2017, Firefox since 2018), and frames show them still.',
  fix: 'Let pages with forms have an address; if this one is not yours, report it.',
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
