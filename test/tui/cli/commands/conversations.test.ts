import {expect, test} from 'vitest';
import {rooster} from '../rooster.ts';

const trip = {
  key: 'rooster:chat:trip',
  kind: 'chat',
  title: 'Trip',
  trust: 'full',
  lastActivityAt: '2026-11-21T11:00:00.000Z',
  messages: 3,
  unread: 0,
  busy: false,
  queued: 0,
} as const;
const old = {...trip, key: 'rooster:chat:old', title: 'Old trip', archived: true} as const;
const main = {...trip, key: 'rooster:main', kind: 'main', title: 'main'} as const;

const lists = {
  'session.list': ({archived = false}: {archived?: boolean}) => ({sessions: archived ? [old] : [main, trip]}),
};

test('new makes a conversation and says how to open it', async () => {
  const asked: unknown[] = [];
  const {out, code} = await rooster(['sessions', 'new', 'My', 'trip'], {
    answers: {
      'session.create': request => {
        asked.push(request);
        return trip;
      },
    },
  });
  expect(code).toBe(0);
  expect(asked).toEqual([{title: 'My trip'}]);
  expect(out()).toBe('Created "Trip" (rooster:chat:trip).\nOpen it: rooster --session rooster:chat:trip\n');
});

test('fork copies up to a message of a conversation named by its title', async () => {
  const asked: unknown[] = [];
  const answers = {
    ...lists,
    'session.fork': (request: unknown) => {
      asked.push(request);
      return trip;
    },
  };
  const {out} = await rooster(['sessions', 'fork', 'main', '--from', 'msg_1'], {answers});
  expect(asked).toEqual([{session: 'rooster:main', title: '', from: 'msg_1'}]);
  expect(out()).toContain('Created "Trip" (rooster:chat:trip) with 3 messages.');
  await expect(rooster(['sessions', 'fork', 'main', '--from', '3'], {answers})).rejects.toThrow('No match for "3"');
});

test('archived conversations have a list of their own and are found by title', async () => {
  const answers = {...lists, 'session.restore': () => trip};
  expect((await rooster(['sessions'], {answers})).out()).not.toContain('Old trip');
  expect((await rooster(['sessions', 'list', '--archived'], {answers})).out()).toContain('Old trip');
  expect((await rooster(['sessions', 'restore', 'old trip'], {answers})).out()).toContain('Restored');
});

test('archive says where the messages of the main conversation are now', async () => {
  const answers = {...lists, 'session.archive': ({session}: {session: string}) => (session === trip.key ? trip : old)};
  expect((await rooster(['sessions', 'archive', 'trip'], {answers})).out()).toBe(
    'Archived "Trip". To bring it back: rooster sessions restore rooster:chat:trip\n',
  );
  expect((await rooster(['sessions', 'archive', 'main'], {answers})).out()).toBe(
    'Archived the messages as "Old trip" (rooster:chat:old). main starts over.\n',
  );
});

test('delete asks for the title, and nothing else confirms', async () => {
  const deleted: unknown[] = [];
  const answers = {
    ...lists,
    'session.delete': (request: unknown) => {
      deleted.push(request);
      return {heir: 'rooster:main', reminders: 1, alarms: 2} as const;
    },
  };
  const options = {answers, terminal: {columns: 80}};
  const no = await rooster(['sessions', 'delete', 'trip'], {...options, typed: 'yes\n'});
  expect([no.code, deleted]).toEqual([1, []]);
  const yes = await rooster(['sessions', 'delete', 'trip'], {...options, typed: 'trip\n'});
  expect([yes.code, deleted]).toEqual([0, [{session: 'rooster:chat:trip'}]]);
  expect(yes.out()).toContain('Deleted "Trip" for good. Its 1 reminder and 2 alarms now belong to main.');
  await expect(rooster(['sessions', 'delete', 'trip'], {answers})).rejects.toThrow('add --yes');
  expect((await rooster(['sessions', 'delete', 'trip', '--yes'], {answers})).code).toBe(0);
});

test('model shows, sets and resets the model of one conversation', async () => {
  const asked: unknown[] = [];
  const answers = {
    ...lists,
    'session.model': (request: {model?: string}) => {
      asked.push(request);
      return {...trip, ...request};
    },
  };
  expect((await rooster(['sessions', 'model', 'trip'], {answers})).out()).toBe('trip: the configured model\n');
  await rooster(['sessions', 'model', 'trip', 'anthropic/big'], {answers});
  await rooster(['sessions', 'model', 'trip', 'default'], {answers});
  expect(asked).toEqual([{session: trip.key, model: 'anthropic/big'}, {session: trip.key}]);
});
