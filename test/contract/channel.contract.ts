// The contract of every channel that sends. Its status is up once it is open; what it accepted has arrived, as it was given; what it
// refuses is an error with a sentence and a known consequence; what nobody waits for is not an acceptance.
import {expect, test} from 'vitest';
import {createOutbox} from '../../src/daemon/delivery/outbox.ts';
import {startOutboxDrain} from '../../src/daemon/delivery/outbox-drain.ts';
import type {Channel, InboundHandler} from '../../src/daemon/ports/channel.ts';
import type {Address} from '../../src/shared/records/address.ts';
import type {Outbound} from '../../src/shared/records/delivery/injection.ts';
import {type SendEnd, SendFailure, sendEndOf} from '../../src/shared/records/delivery/send-failure.ts';
import {SECOND} from '../../src/shared/time/time.ts';
import {openTestStore} from '../daemon/store/store-fixture.ts';
import {countingIds} from '../support/counting-ids.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {memoryLog} from '../support/memory-log.ts';
import {until} from '../support/until.ts';

export type OpenedChannel = AsyncDisposable & {
  readonly channel: Channel;
  /** Somebody whom the channel reaches. */
  readonly address: Address;
  /** The texts that arrived there. */
  readonly arrived: () => readonly string[];
  /** From now on the platform refuses what is sent. */
  readonly refuse: () => void;
};

export const channelContract = (name: string, open: () => Promise<OpenedChannel>): void => {
  const contract = (title: string, body: (opened: OpenedChannel) => Promise<void>): void => {
    test(`${name}: ${title}`, async () => {
      await using opened = await open();
      await until('the channel is up', () => opened.channel.status().outbound === 'up');
      await body(opened);
    });
  };

  contract('its status has its name', async ({channel, address}) => {
    expect(channel.status().channel).toBe(channel.name);
    expect(address.startsWith(`${channel.name}:`)).toBe(true);
  });

  contract('an accepted message has arrived as it was given, and its receipt has an instant', async opened => {
    const {channel, arrived} = opened;
    const texts = ['Tea at "four"; $HOME & <b>', 'Zwölf Boxkämpfer 🥊\nzweite Zeile', "it's"];
    for (const [index, text] of texts.entries()) {
      const receipt = await send(opened, {text, id: `dlv_${index}`, key: `k${index}`});
      expect(receipt.at).toBeGreaterThan(0);
    }
    expect(arrived()).toEqual(texts);
    expect(channel.status().outbound).toBe('up');
  });

  contract('a refused message is an error with a sentence and a consequence', async opened => {
    opened.refuse();
    const error: unknown = await send(opened, {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SendFailure);
    expect((error as SendFailure).message).toMatch(/\w+ \w+/u);
    expect(['unsent', 'later', 'afterFix', 'doubt', 'never']).toContain(sendEndOf(error).retry);
    expect(opened.arrived()).toEqual([]);
  });

  contract('what nobody waits for any more is not accepted', async opened => {
    const over = AbortSignal.abort();
    await expect(send(opened, {}, over)).rejects.toThrow();
    expect(opened.arrived()).toEqual([]);
  });

  contract('a poisoned delivery delays no other to the same address by more than a second', async opened => {
    const {channel, address, arrived} = opened;
    for (const poison of POISONS) {
      using store = openTestStore();
      const clock = fakeClock();
      const send: Channel['send'] = (outbound, signal, onPart) =>
        outbound.text === 'poison' ? poison() : channel.send(outbound, signal, onPart);
      const drain = startOutboxDrain({
        store,
        clock,
        channel: {...channel, status: () => channel.status(), send},
        ids: countingIds(),
        log: memoryLog(),
        jitter: () => 0,
      });
      const before = arrived().length;
      const outbox = createOutbox({store, clock, ids: countingIds()});
      store.transact(emit => {
        for (const text of ['poison', `take pill ${before}`])
          outbox.enqueue({key: text, address, text, session: 'rooster:main'}, emit);
      });
      await clock.advance(SECOND);
      await until('the other delivery arrived', () => arrived().includes(`take pill ${before}`));
      const closed = drain[Symbol.asyncDispose]();
      await clock.advance(5 * SECOND);
      await closed;
    }
  });

  contract('it sends while nobody listens', async opened => {
    const listening = await opened.channel.listen(NOBODY);
    await listening[Symbol.asyncDispose]();
    await send(opened, {text: 'still here'});
    expect(opened.arrived()).toEqual(['still here']);
  });
};

const send = (
  {channel, address}: OpenedChannel,
  over: Partial<Pick<Outbound, 'id' | 'key' | 'text'>>,
  signal = new AbortController().signal,
) =>
  channel.send(
    {id: 'dlv_1', key: 'k', to: address, text: 'hello', plain: true, repeat: false, ...over},
    signal,
    async () => {},
  );

const failsWith = (end: SendEnd) => async (): Promise<never> => {
  throw new SendFailure('It failed.', end);
};
const POISONS: readonly (() => Promise<never>)[] = [
  failsWith({retry: 'later'}),
  failsWith({retry: 'afterFix'}),
  failsWith({retry: 'doubt'}),
  failsWith({retry: 'never'}),
  () => new Promise<never>(() => {}),
];

const NOBODY: InboundHandler = {
  handle: async () => ({kind: 'kept'}),
  change: async () => ({kind: 'kept'}),
  react: async () => ({kind: 'kept'}),
  expire: async () => ({kind: 'kept'}),
};
