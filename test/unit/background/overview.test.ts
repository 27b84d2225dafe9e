/** What a session says of the policy that its page's server sends: known from where, or not known and why. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startScan } from '../../../extension/background/entries.ts';
import { countsOf, overviewOf, ownPolicies, serverStateOf } from '../../../extension/background/overview.ts';
import { createSession, type Session } from '../../../extension/background/session.ts';

const url = 'https://example.com/page';
const leaking = { text: 'script-src data:', reportOnly: false };

function sessionWith(parts: Partial<Session> = {}): Session {
  const session = createSession(1);
  return Object.assign(session, { page: { url, title: '' }, state: { kind: 'done', at: 0 } }, parts);
}
const unread = (session: Session) =>
  overviewOf(session).unreachable.map(({ kind, reason }) => [kind, reason]);
const sources = (session: Session) => overviewOf(session).findings.map(({ args }) => args.source);

test('nobody told of the header: it is told as not known, and why', () => {
  assert.deepEqual(overviewOf(sessionWith()).unreachable, [{ kind: 'csp-header', url, reason: 'not-asked' }]);
  const wanted = sessionWith({ server: { kind: 'wanted', url, until: 0 } });
  assert.deepEqual(unread(wanted), [['csp-header', 'not-asked']]);
  const refused = sessionWith({ server: { kind: 'refused', reason: 'redirected' } });
  assert.deepEqual(unread(refused), [['csp-header', 'redirected']]);
});

test('a page that comes over no network has none', () => {
  for (const own of ['file:///page.html', 'about:blank', 'data:text/html,x']) {
    assert.deepEqual(unread(sessionWith({ page: { url: own, title: '' } })), []);
  }
});

test('DevTools told: it is known, also where there is none', () => {
  const session = sessionWith();
  session.network.headers = [];
  assert.deepEqual(unread(session), []);
  session.network.headers = [leaking];
  session.judged = null;
  assert.deepEqual(sources(session), ['header']);
  assert.equal(serverStateOf(session), null);
});

test('the server answered: it is known as what someone gets who is not signed in', () => {
  const session = sessionWith({ server: { kind: 'answered', policies: [leaking] } });
  assert.deepEqual(unread(session), []);
  assert.deepEqual(sources(session), ['header without cookies']);
  assert.equal(ownPolicies(session), 'script-src data:');
  assert.deepEqual(serverStateOf(session), { kind: 'answered', policies: 1 });
  session.network.headers = [];
  assert.equal(serverStateOf(session), null, 'what came with the page is nearer to it');
});

test('policies are counted, not headers', () => {
  const policies = [
    { text: "img-src 'self', font-src x, , ", reportOnly: false },
    { text: "default-src 'self'", reportOnly: true },
  ];
  const session = sessionWith({ server: { kind: 'answered', policies } });
  assert.deepEqual(serverStateOf(session), { kind: 'answered', policies: 3 });
});

test('another scan forgets the answer, and keeps the wish that a grant fulfils', () => {
  const answered = sessionWith({ server: { kind: 'answered', policies: [leaking] } });
  startScan(answered);
  assert.equal(answered.server, null);
  const wanted = sessionWith({ server: { kind: 'wanted', url, until: 0 } });
  startScan(wanted);
  assert.deepEqual(wanted.server, { kind: 'wanted', url, until: 0 });
});

test('no URL of the page shows a password', () => {
  const unreachable = [
    { kind: 'stylesheet', url: 'https:/me:S3cr3t@h.example/a.css', reason: 'cross-origin' },
  ] as const;
  const session = sessionWith();
  session.scan.unreachable = [...unreachable];
  assert.equal(overviewOf(session).unreachable[0]?.url, 'https:/me:@h.example/a.css');
  // It is asked for as it is.
  assert.equal(session.scan.unreachable[0]?.url, unreachable[0].url);
});

test('a count is of the whole page only where all of it was read', async () => {
  const isWhole = async (session: Session) => (await countsOf(session)).isWhole;
  // No data: URL stands in a header that nobody has asked for.
  assert.equal(await isWhole(sessionWith()), true);
  assert.equal(await isWhole(sessionWith({ state: { kind: 'reading' } })), false);
  const session = sessionWith();
  session.scan.unreachable.push({ kind: 'frame', url: 'https://other.example/', reason: 'no-permission' });
  assert.equal(await isWhole(session), false);
});
