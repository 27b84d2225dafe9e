/**
 * Tests the shared cases of single data: URLs, policies and external bodies, for which the correct results are given.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { decide, parsePolicies } from '../../src/csp/csp.ts';
import { type Decoded, decodeDataUrl } from '../../src/data-url/decode.ts';
import { grammarViolations } from '../../src/data-url/rfc-grammar.ts';
import { inspect } from '../../src/inspect.ts';
import { parseMimeType } from '../../src/mime/mime-type.ts';
import { readExternalBody } from '../../src/payload/external-body/message-external-body.ts';
import { writeExternalBody } from '../../src/references/external-body-writer.ts';
import { repairDataUrl } from '../../src/repair/repair.ts';
import { readJson, sharedFolder } from '../support/shared.ts';

const folder = sharedFolder('cases');
const file = folder === null ? null : readJson(folder, 'urls.json');

function brief(decoded: Decoded): { essence: string; size: number; sha256: string } | null {
  if (!decoded.ok) return null;
  const { body, mimeType } = decoded;
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { essence: parseMimeType(mimeType)?.essence ?? '', size: body.length, sha256 };
}

test('data: URLs as browsers read them, repaired, and by the grammar', () => {
  for (const { url, cause, read, repaired, violations, texts } of file?.cases ?? []) {
    assert.deepEqual(brief(decodeDataUrl(url)), read, `${cause}: ${url}`);
    if (repaired !== undefined) {
      const repair = repairDataUrl(url);
      const offered = 'url' in repair ? brief(decodeDataUrl(repair.url)) : null;
      assert.deepEqual(offered, repaired, `${cause}: ${url}`);
    }
    if (violations === undefined) continue;
    const found = [...grammarViolations(url)];
    assert.deepEqual(found, violations, url);
    assert.deepEqual(
      found.map(({ start, end }) => url.slice(start, end)),
      texts,
      url,
    );
  }
});

test('sizes of pictures, with their orientation', async () => {
  for (const { url, width, height } of file?.pictures ?? []) {
    const facts = (await inspect(url)).payload?.facts;
    assert.ok(facts?.kind === 'image', url);
    assert.deepEqual([facts.width, facts.height], [width, height], url);
  }
});

test('SVG that an XML processor rejects', async () => {
  for (const { url, malformed } of file?.svg ?? []) {
    const facts = (await inspect(url)).payload?.facts;
    assert.ok(facts?.kind === 'markup', url);
    assert.equal(facts.malformed !== null, malformed, url);
  }
});

test('policies', () => {
  for (const { policy, destination, blocked } of file?.csp ?? []) {
    const directives = parsePolicies({ source: 'header', text: policy, reportOnly: false });
    const blocks = directives.some((each) => decide(each, destination) === 'blocks');
    assert.equal(blocks, blocked, policy);
  }
});

test('what a body requests once it is shown', async () => {
  for (const { url, requests } of file?.loads ?? []) {
    const references = (await inspect(url)).payload?.references?.first ?? [];
    assert.deepEqual(
      references.filter(({ when }) => when === 'view').map(({ written }) => written),
      requests,
    );
  }
});

test('external bodies, read and written', () => {
  for (const { message, url } of file?.externalBodies.read ?? []) {
    const read = readExternalBody(message);
    assert.equal(read.ok && read.url, url, message);
  }
  for (const url of file?.externalBodies.write ?? []) {
    const written = writeExternalBody(url);
    const read = written.ok ? readExternalBody(written.text) : null;
    if (read?.ok) assert.deepEqual(decodeDataUrl(read.url), decodeDataUrl(url), url);
    else assert.ok(!written.ok, url);
  }
});
