import {expect, test} from 'vitest';
import {httpFindings} from '../../../../../src/tui/cli/admin/doctor/daemon.ts';

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
