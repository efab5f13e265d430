import {expect, test} from 'vitest';
import {createBatch} from '../../../src/daemon/rpc/batch.ts';

const PIECE = {session: 'rooster:main', turnId: 'turn_1', offset: 0} as const;

test('what a model thinks is told only to those that want to hear it, in the order it came', () => {
  const batch = createBatch();
  batch.addDelta({...PIECE, text: 'before'});
  batch.addThinking({...PIECE, text: 'hm'});
  batch.addDelta({...PIECE, text: 'after'});
  expect(told(batch.whole(true))).toEqual(['delta before', 'thinking hm', 'delta after']);
  expect(told(batch.whole(false))).toEqual(['delta before', 'delta after']);
  expect(told(batch.eventsOnly())).toEqual([]);
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
