import {expect, test} from 'vitest';
import {httpFindings, watchFindings} from '../../../../../src/tui/cli/admin/doctor/daemon.ts';

const http = {listen: '127.0.0.1:8787', reachable: false, hooks: 1};

test('a door that is off has no finding', () => {
  expect(httpFindings({problems: []})).toEqual([]);
});

test('an open door is shown with its address', () => {
  expect(httpFindings({http, problems: []})).toEqual([{name: 'http', verdict: 'good', what: '127.0.0.1:8787, 1 hook'}]);
});

test('a door that other machines reach is worth knowing', () => {
  const [found] = httpFindings({http: {...http, listen: '0.0.0.0:8787', reachable: true}, problems: []});
  expect(found).toMatchObject({verdict: 'odd', fix: expect.stringContaining('proxy')});
});

test('a door that could not open, and a secret that cannot be read, need a fix', () => {
  const closed = {key: 'http.listen', reason: "Couldn't listen on 127.0.0.1:8787: in use.", inForce: 'off'};
  expect(httpFindings({problems: [closed]})).toMatchObject([{verdict: 'bad', what: closed.reason}]);
  const unset = {key: 'hooks.ci.secret', reason: 'The environment variable CI is not set.', inForce: 'refused'};
  expect(httpFindings({http, problems: [unset]})).toMatchObject([
    {verdict: 'good'},
    {verdict: 'bad', what: 'hooks.ci.secret: The environment variable CI is not set.'},
  ]);
});

test('pings in both directions have a line each, and one that does not come needs a look', () => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  const ping = {host: 'hc-ping.com', everyMs: 300_000, lastAt: '2026-11-24T11:58:00Z'};
  const call = {hook: 'backup', withinMs: 3_600_000, sinceAt: '2026-11-24T09:00:00Z', dueAt: '2026-11-24T12:30:00Z'};
  expect(watchFindings({ping, expected: [call], problems: []}, now)).toMatchObject([
    {name: 'ping', verdict: 'good', what: expect.stringContaining('hc-ping.com every 5 minutes')},
    {name: 'expected', verdict: 'good', what: expect.stringContaining('backup by')},
  ]);
  const missing = {key: 'hooks.backup.expect', reason: 'No ping came within 1 hour.', inForce: 'look at it'};
  const failing = {...ping, why: 'hc-ping.com did not answer.'};
  expect(watchFindings({ping: failing, expected: [call], problems: [missing]}, now)).toMatchObject([
    {name: 'expected', verdict: 'bad', what: 'hooks.backup.expect: No ping came within 1 hour.'},
  ]);
});
