/** Passwords must be masked, and nothing else may be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  bulletedPassword,
  maskedAuthority,
  maskedPassword,
  maskedUserinfo,
} from '../../../src/references/masked-password.ts';
import { runs } from '../../support/seed.ts';

test('a password is masked where it stands', () => {
  const cases: [reference: string, shown: string][] = [
    ['http://user:secret@h/', 'http://user:•••@h/'],
    ['//user:secret@h', '//user:•••@h'],
    ['ftp://u:@x@h/', 'ftp://u:•••@h/'],
    ['ftp://u:ab:@h/', 'ftp://u:•••@h/'],
    ['ftp://u:u:u@u:1/', 'ftp://u:•••@u:1/'],
    ['ftp://u:@h/', 'ftp://u:@h/'],
    ['mailto:a@b', 'mailto:a@b'],
    ['http://h/a:b@c', 'http://h/a:b@c'],
  ];
  for (const [reference, shown] of cases) assert.equal(maskedPassword(reference), shown);
  assert.equal(maskedAuthority('user:secret@h:80'), 'user:•••@h:80');
  assert.deepEqual(['user', 'user:', 'user:a:b'].map(maskedUserinfo), ['user', 'user:', 'user:•••']);
});

test('no password is left, whatever it is', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ':', '@', '%41', '!', 'u'), maxLength: 8 });
  const check = fc.property(text, (password) => {
    const reference = `http://u:${password.replaceAll('@', '%40')}Z@h/`;
    assert.equal(maskedPassword(reference), 'http://u:•••@h/');
    const bullets = '•'.repeat(reference.length - 'http://u:@h/'.length);
    assert.equal(bulletedPassword(reference), `http://u:${bullets}@h/`);
  });
  fc.assert(check, runs(2000));
});
