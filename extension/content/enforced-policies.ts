/** Observes which policies the document enforces. */

import type { FrameMessage } from '../platform/frame-messages.ts';
import { maxPolicies, maxPolicyLength } from '../platform/limits.ts';
import { listen } from './dom.ts';

/** The properties that a policy violation's event and report share. */
type Violation = Pick<SecurityPolicyViolationEvent, 'disposition' | 'originalPolicy'>;

/**
 * Posts each policy that blocks something in the document, once. Earlier violations are included if the browser still
 * keeps their reports.
 */
export function observePolicies(send: (message: FrameMessage) => void, signal: AbortSignal): void {
  const sent = new Set<string>();
  const take = ({ disposition, originalPolicy }: Violation) => {
    if (disposition !== 'enforce' || originalPolicy.length > maxPolicyLength) return;
    if (sent.has(originalPolicy) || sent.size >= maxPolicies) return;
    sent.add(originalPolicy);
    send({ type: 'policy', text: originalPolicy });
  };
  const observer = new ReportingObserver(
    (reports) => {
      for (const { body } of reports) if (body) take(body as unknown as Violation);
    },
    { types: ['csp-violation'], buffered: true },
  );
  observer.observe();
  signal.addEventListener('abort', () => observer.disconnect());
  // Events that the page itself dispatches are not trusted.
  const violated = (event: Event) => event.isTrusted && take(event as SecurityPolicyViolationEvent);
  listen(document, 'securitypolicyviolation', violated, { signal });
}
