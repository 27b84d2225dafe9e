import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPrivateHost, sharedSite, sitePattern } from '../../../extension/platform/origins.ts';

test('the pattern of a site', () => {
  const cases: [string, string | null][] = [
    ['https://example.com/a?b', 'https://example.com/*'],
    ['http://example.com:8080/', 'http://example.com/*'],
    ['http://[::1]:80/', 'http://[::1]/*'],
    ['data:,x', null],
    ['about:srcdoc', null],
    ['blob:https://example.com/1', null],
    ['file:///a', null],
    ['', null],
  ];
  for (const [url, pattern] of cases) assert.equal(sitePattern(url), pattern, url);
});

test('the site that URLs share', () => {
  const page = 'https://example.com/a';
  const shared = [
    sharedSite(['data:text/html,x', page, 'about:blank', 'https://example.com/b']),
    sharedSite([]),
  ];
  assert.deepEqual(shared, ['https://example.com/*', null]);
  for (const other of ['https://ads.example/', 'file:///a.html'])
    assert.equal(sharedSite([other, page]), null, other);
});

test('private hosts, however they are written', () => {
  const hosts = [
    [
      'localhost',
      'a.localhost',
      'LOCALHOST',
      'localhost.',
      'printer',
      'router.lan',
      'nas.local',
      'a.internal',
    ],
    ['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '0.0.0.0', '10.1.2.3', '192.168.0.1'],
    ['172.16.0.1', '172.31.255.255', '169.254.169.254', '100.64.0.1', '100.127.0.1', '[::1]', '[::]'],
    ['[fd00::1]', '[fe80::1]', '[::ffff:127.0.0.1]', '[::ffff:192.168.0.1]'],
  ];
  for (const host of hosts.flat()) assert.ok(isPrivateHost(`http://${host}/a.css`), host);
});

test('public hosts', () => {
  const hosts = [
    ['example.com', 'localhost.example.com', 'local.example.com', '128.0.0.1', '11.0.0.1', '172.32.0.1'],
    ['172.15.0.1', '100.128.0.1', '192.169.0.1', '[2001:db8::1]', '10.example.com'],
  ];
  for (const host of hosts.flat()) assert.ok(!isPrivateHost(`http://${host}/a.css`), host);
});
