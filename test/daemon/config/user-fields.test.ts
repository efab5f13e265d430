import {expect, test} from 'vitest';
import {checkConfig} from '../../../src/daemon/config/check-config.ts';
import {isZone} from '../../../src/shared/time/zone.ts';

const check = (user: object) =>
  checkConfig(
    {
      users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:a', 'signal:b'], ...user}],
    },
    {zones: {system: 'UTC', isZone}, isCron: () => undefined},
  );
const userOf = (user: object) => check(user).config.users[0];
const problemsOf = (user: object) => check(user).problems.map(({key, reason, inForce}) => [key, reason, inForce]);

test.each([
  [{reach: ['terminal', 'signal']}, {reach: ['terminal', 'signal']}],
  [{reach: ['signal:b', 'terminal']}, {reach: ['signal:b', 'terminal']}],
  [{reach: {reminder: ['signal']}}, {reach: {reminder: ['signal']}}],
  [{reachAfter: 90}, {reachAfter: 90}],
  [{reachAfter: '5m'}, {reachAfter: '5m'}],
])('%j is a valid way to reach somebody', (given, read) => {
  expect(problemsOf(given)).toEqual([]);
  expect(userOf(given)).toMatchObject(read);
});

test('a way without an address of the person is left out, with a problem', () => {
  expect(userOf({reach: ['ntfy', 'signal']})).toMatchObject({reach: ['signal']});
  expect(problemsOf({reach: {announce: ['ntfy', 'signal:c']}})).toEqual([
    ['users[0].reach', 'alice has no address "ntfy" in "match".', '"ntfy" is left out'],
    ['users[0].reach', 'alice has no address "signal:c" in "match".', '"signal:c" is left out'],
  ]);
});

test.each([
  [{reach: ['pigeon']}, 'users[0].reach[0]'],
  [{reach: [3]}, 'users[0].reach[0]'],
  [{reach: 'signal'}, 'users[0].reach'],
  [{reach: {nag: ['signal']}}, 'users[0].reach.nag'],
  [{reachAfter: 0}, 'users[0].reachAfter'],
  [{reachAfter: 'soon'}, 'users[0].reachAfter'],
  [{reachAfter: 90_000}, 'users[0].reachAfter'],
])('%j has a problem that names the key, and the person stays', (given, key) => {
  expect(problemsOf(given).map(([where]) => where)).toEqual([key]);
  expect(userOf(given)).toMatchObject({name: 'alice', match: ['terminal:default', 'signal:a', 'signal:b']});
});
