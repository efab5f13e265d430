// Builds the watch in both directions: pings to a watcher outside, and the expected calls of hooks.
import {createWatcher} from '../channels/send-only/watcher.ts';
import {openExpectedCalls} from '../flows/watch/expected-calls.ts';
import {openPings} from '../flows/watch/ping.ts';
import {httpRequests} from '../outputs.ts';
import {createRequestOnce} from '../system/http/request-once.ts';
import {readSecret} from '../system/read-secret.ts';
import type {AgentPart, Base, ChannelsPart, Watch} from './parts.ts';

export const buildWatch = (
  {core, open, env, version, gate}: Base,
  {announcer}: AgentPart,
  channels: ChannelsPart['statuses'],
  isListening: () => boolean,
): Watch => {
  const {clock} = core;
  const calls = openExpectedCalls({...core, announcer, isListening});
  const pings = openPings({
    ...core,
    channels,
    whyNotReady: () => open.health.problems().find(({key}) => key === 'disk' || key === 'database')?.reason,
    watcher: createWatcher({
      clock,
      readSecret: secret => readSecret(secret, env),
      request: httpRequests(createRequestOnce(), gate),
      version,
    }),
  });
  return {
    calls,
    pings,
    follow: () => {
      calls.look();
      pings.follow();
    },
    [Symbol.dispose]: () => {
      pings[Symbol.dispose]();
      calls[Symbol.dispose]();
    },
  };
};
