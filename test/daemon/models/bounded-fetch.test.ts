import {expect, test} from 'vitest';
import {createBoundedFetch} from '../../../src/daemon/models/bounded-fetch.ts';

const answering = (status: number, pieces: readonly string[]) => {
  const taken: string[] = [];
  const body = new ReadableStream<Uint8Array>({
    pull: controller => {
      const piece = pieces[taken.length];
      if (piece === undefined) return controller.close();
      taken.push(piece);
      controller.enqueue(new TextEncoder().encode(piece));
    },
  });
  const asked = createBoundedFetch({lineBytes: 10, errorBytes: 10}, async () => new Response(body, {status}));
  return {taken, text: async () => (await asked('http://127.0.0.1/')).text()};
};

test('a response of any length is streamed while its lines are short', async () => {
  const pieces = Array.from({length: 50}, (_, index) => `${index}\nabc`);
  expect(await answering(200, pieces).text()).toBe(pieces.join(''));
  expect(await answering(200, ['12345', '67890', '\n1234567890', '\n']).text()).toHaveLength(22);
});

test.each([
  ['in one piece', ['12345678901\n']],
  ['in several', ['a\n12345', '678901']],
])('an overlong line (%s) ends the response, and reading stops', async (_, pieces) => {
  const answer = answering(200, [...pieces, ...Array.from({length: 50}, () => '12345')]);
  await expect(answer.text()).rejects.toThrow('in one piece');
  expect(answer.taken.length).toBeLessThan(10);
});

test('only the beginning of an error response is read', async () => {
  const answer = answering(
    500,
    Array.from({length: 50}, () => '123456'),
  );
  expect(await answer.text()).toBe('1234561234');
  expect(answer.taken.length).toBeLessThan(10);
});
