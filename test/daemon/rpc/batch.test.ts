import {expect, test} from 'vitest';
import {createBatch} from '../../../src/daemon/rpc/batch.ts';

const PIECE = {session: 'rooster:main', turnId: 'turn_1', offset: 0} as const;

test('reasoning goes only to clients that asked for it, in order', () => {
  const batch = createBatch();
  batch.addDelta({...PIECE, text: 'before'});
  batch.addThinking({...PIECE, text: 'hm'});
  batch.addDelta({...PIECE, text: 'after'});
  expect(told(batch.whole(true))).toEqual(['delta before', 'thinking hm', 'delta after']);
  expect(told(batch.whole(false))).toEqual(['delta before', 'delta after']);
  expect(told(batch.eventsOnly())).toEqual([]);
});

test("a batch has its own memory, so a client that doesn't read it retains nothing else", () => {
  const batch = createBatch();
  batch.addDelta({...PIECE, text: 'zwölf'});
  batch.addThinking({...PIECE, text: 'hm'});
  for (const bytes of [batch.whole(true), batch.whole(false)]) expect(bytes.buffer.byteLength).toBe(bytes.length);
  expect(told(batch.whole(true))).toEqual(['delta zwölf', 'thinking hm']);
});

const told = (bytes: Buffer): readonly string[] =>
  bytes
    .toString()
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const {method, params} = JSON.parse(line);
      return `${method} ${params.text}`;
    });
