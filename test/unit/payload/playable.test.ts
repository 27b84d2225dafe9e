import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../../src/inspect.ts';
import { isPlayable } from '../../../src/payload/playable.ts';

const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const plays = async (mimeType: string, text: string) => {
  const { detectedType } = await inspect(
    `data:${mimeType};base64,${Buffer.from(text, 'latin1').toString('base64')}`,
  );
  return isPlayable(detectedType, bytes(text));
};
const playlist =
  '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nhttp://127.0.0.1/segment.ts\n#EXT-X-ENDLIST\n';

test('only what its bytes prove is played', async () => {
  assert.equal(await plays('video/mp4', `\0\0\0\x18ftypisom\0\0\x02\0isomiso2${'\0'.repeat(64)}`), true);
  assert.equal(await plays('text/plain', 'OggS\0\x02'.padEnd(64, '\0')), true);
  assert.equal(await plays('audio/wav', 'RIFF\x24\0\0\0WAVEfmt '.padEnd(64, '\0')), true);
});

test('a list of what is to be played is not, whatever it is called', async () => {
  for (const type of ['video/mp4', 'audio/mpeg', 'application/vnd.apple.mpegurl', 'video/mp2t']) {
    assert.equal(await plays(type, playlist), false, type);
    assert.equal(await plays(type, ` \n${playlist}`), false, type);
    assert.equal(await plays(type, `\xef\xbb\xbf${playlist}`), false, type);
    assert.equal(await plays(type, `ID3\x04\0\0\0\0\0\x0a${'\0'.repeat(10)}${playlist}`), false, type);
    assert.equal(
      await plays(type, '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"/>'),
      false,
      type,
    );
    assert.equal(await plays(type, '<smil><body><video src="a.mp4"/></body></smil>'), false, type);
    assert.equal(await plays(type, '[playlist]\nFile1=http://127.0.0.1/a.mp3\n'), false, type);
    assert.equal(await plays(type, 'plain text'), false, type);
    assert.equal(await plays(type, ''), false, type);
  }
});
