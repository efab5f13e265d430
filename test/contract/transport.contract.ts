// The contract of every transport. transport.test.ts runs it for the in-memory pair and for real sockets.

import {expect, test} from 'vitest';
import type {CloseReason, LineFault, Transport, TransportHandlers} from '../../src/ipc/wire/index.ts';
import {until} from '../support/until.ts';

export type TransportPair = AsyncDisposable & {readonly left: Transport; readonly right: Transport};

/** `open` joins two ends that accept lines of at most `lineCap` bytes. */
export const transportContract = (name: string, open: (lineCap: number) => Promise<TransportPair>): void => {
  const contract = (title: string, body: (pair: TransportPair) => Promise<void>, lineCap = 1_000_000): void => {
    test(`${name}: ${title}`, async () => {
      await using pair = await open(lineCap);
      await body(pair);
    });
  };

  contract('lines arrive whole and in order, in both directions', async ({left, right}) => {
    const atLeft = listener(left);
    const atRight = listener(right);
    left.send('one\n');
    left.send(Buffer.from('two\nthree\n'));
    left.send('vier 🦆\u2028\r\n');
    right.send('back\n');
    await until('all lines', () => atRight.lines.length === 4 && atLeft.lines.length === 1);
    expect(atRight.lines).toEqual(['one', 'two', 'three', 'vier 🦆\u2028\r']);
    expect(atLeft.lines).toEqual(['back']);
  });

  contract('what was sent before the other end started is not lost', async ({left, right}) => {
    const atLeft = listener(left);
    left.send('early\n');
    await pause();
    left.send('bird\n');
    await pause();
    const atRight = listener(right);
    await until('both lines', () => atRight.lines.length === 2);
    left.close();
    await atLeft.end;
    expect(atRight.lines).toEqual(['early', 'bird']);
  });

  contract('an end that had closed before the other started is told once it starts', async ({left, right}) => {
    listener(left);
    left.send('last words\n');
    left.close();
    await pause();
    const atRight = listener(right);
    await atRight.end;
    expect(atRight.lines).toEqual(['last words']);
  });

  contract('closing sends what is pending, then ends both sides, each told once and why', async ({left, right}) => {
    const atLeft = listener(left);
    const atRight = listener(right);
    const long = 'x'.repeat(900_000);
    left.send(`${long}\n`);
    left.send('goodbye\n');
    left.close();
    left.close();
    expect(await atRight.end).toEqual({kind: 'there'});
    expect(await atLeft.end).toEqual({kind: 'here'});
    expect(atRight.lines).toEqual([long, 'goodbye']);
    await pause();
    expect([atLeft.closes, atRight.closes]).toEqual([1, 1]);
  });

  contract('after closing nothing more is heard or said', async ({left, right}) => {
    const atLeft = listener(left);
    const atRight = listener(right);
    left.close();
    left.send('too late\n');
    right.send('not heard any more\n');
    await Promise.all([atLeft.end, atRight.end]);
    left.send('much too late\n');
    right.send('much too late\n');
    left.close();
    right.abort();
    expect([atLeft.lines, atRight.lines]).toEqual([[], []]);
  });

  contract('an end that asked to hear of the last word decides itself when to close', async ({left, right}) => {
    const atLeft = listener(left);
    const lines: string[] = [];
    const closed = Promise.withResolvers<CloseReason>();
    right.start({
      message: line => lines.push(line),
      error: () => {},
      end: () => lines.push('(end)'),
      close: closed.resolve,
    });
    left.send('question\n');
    left.close();
    await until('the end', () => lines.includes('(end)'));
    await pause();
    expect([lines, atLeft.closes]).toEqual([['question', '(end)'], 0]);
    right.close();
    await Promise.all([atLeft.end, closed.promise]);
  });

  contract('aborting ends both sides now', async ({left, right}) => {
    const atLeft = listener(left);
    const atRight = listener(right);
    left.abort();
    left.abort();
    expect(await atLeft.end).toEqual({kind: 'here'});
    expect(await atRight.end).toEqual({kind: 'there'});
    expect([left.pending(), right.pending()]).toEqual([0, 0]);
  });

  contract('what cannot leave is pending, and drained tells when it has left', async ({left, right}) => {
    listener(left);
    const atRight = listener(right);
    expect(left.pending()).toBe(0);
    await left.drained();
    right.pause();
    const line = `${'€'.repeat(100_000)}\n`;
    for (let count = 0; count < 20; count += 1) left.send(line);
    await pause();
    expect(left.pending()).toBeGreaterThan(20 * 300_001 - 1_500_000);
    expect(left.pending()).toBeLessThanOrEqual(20 * 300_001);
    let drained = false;
    const draining = left.drained().then(() => {
      drained = true;
    });
    await pause();
    expect([drained, atRight.lines.length]).toEqual([false, 0]);
    right.resume();
    await draining;
    expect(left.pending()).toBe(0);
    await until('all lines', () => atRight.lines.length === 20);
  });

  contract(
    'whoever waits for the drain of a connection that ends is released',
    async ({left, right}) => {
      listener(left);
      const atRight = listener(right);
      right.pause();
      left.send(`${'x'.repeat(5_000_000)}\n`);
      await pause();
      const draining = left.drained();
      right.abort();
      await draining;
      await atRight.end;
      await until('nothing pending', () => left.pending() === 0);
    },
    10_000_000,
  );

  contract('a pause from within a message holds the next one back, and resuming gives it', async ({left, right}) => {
    listener(left);
    const lines: string[] = [];
    right.start({
      message: line => {
        lines.push(line);
        right.pause();
      },
      error: () => {},
      close: () => {},
    });
    left.send('a\nb\n');
    left.send('c\n');
    await until('the first line', () => lines.length > 0);
    await pause();
    expect(lines).toEqual(['a']);
    right.resume();
    await until('the second line', () => lines.length > 1);
    await pause();
    expect(lines).toEqual(['a', 'b']);
    right.resume();
    await until('the third line', () => lines.length > 2);
    expect(lines).toEqual(['a', 'b', 'c']);
  });

  contract('closing while paused still says the last words, and ends', async ({left, right}) => {
    const atLeft = listener(left);
    const atRight = listener(right);
    right.pause();
    for (let count = 0; count < 50; count += 1) left.send(`${'x'.repeat(100_000)}\n`);
    await pause();
    right.send('last words\n');
    right.close();
    await Promise.all([atLeft.end, atRight.end]);
    expect([atLeft.lines, atRight.lines]).toEqual([['last words'], []]);
  });

  contract(
    'a line above the cap is an error, after which the end can speak but hears no more',
    async ({left, right}) => {
      const atLeft = listener(left);
      const atRight = listener(right);
      left.send('short\n');
      left.send(`${'x'.repeat(101)}\n`);
      left.send('never heard\n');
      await until('the fault', () => atRight.faults.length > 0);
      right.send('too long\n');
      right.close();
      await atLeft.end;
      expect(atLeft.lines).toEqual(['too long']);
      expect([atRight.lines, atRight.faults]).toEqual([['short'], ['too-long']]);
    },
    100,
  );

  contract('a line that is no UTF-8 is an error, and the next one is heard', async ({left, right}) => {
    listener(left);
    const atRight = listener(right);
    left.send(Buffer.from([0xff, 0xfe, 0x0a]));
    left.send('fine\n');
    await until('the line', () => atRight.lines.length > 0);
    expect([atRight.lines, atRight.faults]).toEqual([['fine'], ['not-utf8']]);
  });

  contract('half a line at the end is nothing', async ({left, right}) => {
    listener(left);
    const atRight = listener(right);
    left.send('whole\nhalf');
    left.close();
    await atRight.end;
    expect([atRight.lines, atRight.faults]).toEqual([['whole'], []]);
  });
};

const listener = (transport: Transport) => {
  const lines: string[] = [];
  const faults: LineFault[] = [];
  const {promise: end, resolve} = Promise.withResolvers<CloseReason>();
  const heard = {lines, faults, end, closes: 0};
  const handlers: TransportHandlers = {
    message: line => lines.push(line),
    error: fault => faults.push(fault),
    close: reason => {
      heard.closes += 1;
      resolve(reason);
    },
  };
  transport.start(handlers);
  return heard;
};

/** A few turns of the event loop, in which an unwanted event would arrive. */
const pause = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise<void>(resolve => setImmediate(resolve));
};
