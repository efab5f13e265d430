// A daemon that a second machine follows, on a store of its own and with a clock moved by hand.
import {chmodSync, mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {describe, expect, test, vi} from 'vitest';
import {createFollowed, type Followed} from '../../../src/daemon/replica/followed.ts';
import {copyDatabase} from '../../../src/daemon/store/backup/make-backup.ts';
import {type OpenStore, openStore} from '../../../src/daemon/store/store.ts';
import type {Caller} from '../../../src/ipc/wire/index.ts';
import {placesOf} from '../../../src/shared/records/places.ts';
import {DAY, MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {type FakeClock, fakeClock} from '../../support/fake-clock.ts';
import {aFact, aReminder, recordingLog, type TempFolder, tempFolder} from '../store/store-fixture.ts';

describe('a daemon that is followed', () => {
  test('answers with what was committed since, at once or when it happens', async () => {
    using life = aLife();
    const {log, snapshot} = await life.follow('laptop');
    expect(snapshot).toMatchObject({file: expect.stringMatching(/^copies\//u)});
    life.remember('a');
    const first = await life.follow('laptop', log, 1);
    expect(first.commits.map(({number}) => number)).toEqual([2]);
    const waiting = life.follow('laptop', log, 2);
    life.remember('b');
    expect((await waiting).commits.map(({number}) => number)).toEqual([3]);
    expect(life.followed.status()).toMatchObject({role: 'followed', host: 'laptop'});
  });

  test('is not kept busy by two that follow', async () => {
    using life = aLife();
    const {log} = await life.follow('laptop');
    await life.follow('phone');
    const [one, other] = [life.follow('laptop', log, 2), life.follow('phone', log, 2)];
    await life.clock.advance(5 * SECOND);
    expect([(await one).commits, (await other).commits]).toEqual([[], []]);
    expect(life.store.cursors.get('store.commits')).toBe('2');
  });

  test('says how old the copy may be, once nobody asks', async () => {
    using life = aLife();
    const {log} = await life.follow('laptop');
    const waiting = life.follow('laptop', log, 1);
    expect(life.followed.status()).toMatchObject({behindMs: 0});
    await life.clock.advance(5 * SECOND);
    await waiting;
    await life.clock.advance(MINUTE);
    expect(life.followed.status()).toMatchObject({behindMs: MINUTE});
  });

  test('waits at its next start for the other machine, and no longer than 20 seconds', async () => {
    using life = aLife();
    expect(life.followed.mayAct).toBeUndefined();
    await life.follow('laptop');
    for (const [seenAfter, at] of [
      [undefined, 20 * SECOND],
      [3 * SECOND, 3 * SECOND],
    ] as const) {
      const next = life.again();
      const acted = vi.fn();
      void next.followed.mayAct?.then(() => acted(life.clock.now()));
      const startedAt = life.clock.now();
      if (seenAfter !== undefined) {
        await life.clock.advance(seenAfter);
        await next.follow('laptop');
      }
      await life.clock.advance(30 * SECOND);
      expect(acted).toHaveBeenCalledWith(startedAt + at);
    }
    await life.clock.advance(31 * DAY);
    expect(life.again().followed.mayAct).toBeUndefined();
  });

  test('stores nothing more once another one has taken over, also after a month', async () => {
    using life = aLife();
    await life.follow('laptop');
    await life.clock.advance(31 * DAY);
    expect(await life.call('store.fence', {by: 'laptop', fence: 1})).toMatchObject({fence: 0});
    expect(() => life.remember('late')).toThrow('laptop has taken over');
    expect(life.followed.status()).toMatchObject({role: 'replaced', host: 'laptop'});
    await life.clock.advance(SECOND);
    expect(life.restart).toHaveBeenCalledOnce();
    const next = life.again();
    expect(next.followed.mayAct).toBeUndefined();
    next.followed.refuseIfReplaced();
    expect(() => life.remember('later')).toThrow('laptop has taken over');
  });

  test('names its newest event at a takeover, without those of a start after which it has done nothing', async () => {
    for (const [waited, seq] of [
      [SECOND, 1],
      [21 * SECOND, 2],
    ] as const) {
      using life = aLife();
      const happen = (what: string) => life.store.transact(emit => emit(aFact(what)));
      await life.follow('laptop');
      happen('reminder');
      const next = life.again();
      happen('start');
      await life.clock.advance(waited);
      expect(await next.call('store.fence', {by: 'laptop', fence: 1})).toMatchObject({seq});
    }
  });

  test('refuses a takeover that is not of it', async () => {
    using life = aLife();
    await expect(life.call('store.fence', {by: 'laptop', fence: 1})).rejects.toThrow('No machine follows');
    await life.follow('laptop');
    life.store.transact(() => life.store.cursors.set('replica.fence', '4'));
    await expect(life.call('store.fence', {by: 'laptop', fence: 4})).rejects.toThrow('number 4 already');
    life.remember('still here');
  });

  test('hands out the files of its home, and nothing that a link leads to', async () => {
    using life = aLife();
    mkdirSync(`${life.home}/workspace/cron`, {recursive: true});
    writeFileSync(`${life.home}/config.json`, '{}');
    writeFileSync(`${life.home}/workspace/cron/tea.sh`, 'x'.repeat(1024 * 1024 + 5));
    chmodSync(`${life.home}/workspace/cron/tea.sh`, 0o700);
    symlinkSync('/etc/passwd', `${life.home}/workspace/link`);
    const {files} = await life.call('store.files', {});
    expect(files.map(({file, runs}) => [file, runs]).toSorted()).toEqual([
      ['config.json', undefined],
      ['workspace/cron/tea.sh', true],
    ]);
    const file = 'workspace/cron/tea.sh';
    const first = await life.call('store.read', {file, offset: 0});
    const last = await life.call('store.read', {file, offset: 1024 * 1024});
    expect([first.end, last]).toEqual([false, {bytes: Buffer.from('xxxxx').toString('base64'), end: true}]);
    for (const wrong of ['workspace/link', 'workspace/none', 'elsewhere/file'])
      await expect(life.call('store.read', {file: wrong, offset: 0})).rejects.toThrow(wrong);
  });
});

type Method = keyof Followed['methods'];

const aLife = () => {
  const folder: TempFolder = tempFolder();
  const clock = fakeClock();
  const path = folder.in('rooster.db');
  const store = openStore({path, clock, log: recordingLog()});
  return {
    ...lifeOn(folder, clock, store),
    [Symbol.dispose]: () => {
      store[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
};

const lifeOn = (folder: TempFolder, clock: FakeClock, store: OpenStore) => {
  const restart = vi.fn();
  const followed = createFollowed({
    ...{clock, log: recordingLog(), store, commitLog: store.commitLog, copyDatabase, restart},
    places: placesOf({ROOSTER_HOME: folder.path}, folder.path),
    refuseChanges: store.refuseChanges,
  });
  const caller = {connection: {inputEnded: new Promise(() => {})}} as unknown as Caller;
  const call = async <M extends Method>(method: M, params: Parameters<Followed['methods'][M]>[0]) =>
    (await (followed.methods[method] as (given: unknown, by: Caller) => unknown)(params, caller)) as Awaited<
      ReturnType<Followed['methods'][M]>
    >;
  return {
    ...{clock, store, followed, call, restart, home: folder.path},
    follow: (by: string, log?: string, since?: number) => call('store.follow', {by, log, since}),
    remember: (id: string) => store.transact(() => store.reminders.add(aReminder(id))),
    /** The next start, on the same database. */
    again: () => lifeOn(folder, clock, store),
  };
};
