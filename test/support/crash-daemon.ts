// The daemon's program with one way to people more: what is sent to an address on Signal is a line in the file `post` of its
// home, which outlives it. Everything else is as the daemon's own entry has it.
import {appendFileSync} from 'node:fs';
import {homedir} from 'node:os';
import {openHouse} from '../../src/daemon/compose.ts';
import type {Channel} from '../../src/daemon/ports.ts';
import {openLog} from '../../src/daemon/system/log.ts';
import {randomIds} from '../../src/daemon/system/random-ids.ts';
import {createRedactor} from '../../src/daemon/system/redact.ts';
import {systemZones} from '../../src/daemon/system/zones.ts';
import {systemClock} from '../../src/shared/clock.ts';
import {placesOf} from '../../src/shared/places.ts';
import {reach} from './crash-knife.ts';

const post: Channel = {
  name: 'signal',
  status: () => ({channel: 'signal', inbound: 'up', outbound: 'up'}),
  listen: async () => ({[Symbol.asyncDispose]: async () => {}}),
  send: async outbound => {
    reach('channel asked');
    appendFileSync(`${process.env['ROOSTER_HOME']}/post`, `${JSON.stringify(outbound)}\n`);
    reach('channel has accepted');
    return {at: clock.now()};
  },
};

process.umask(0o077);
const clock = systemClock();
const redactor = createRedactor();
const places = placesOf(process.env, homedir());
const ends = (): never => process.exit(1);
await openHouse({
  places,
  env: process.env,
  zones: systemZones(),
  clock,
  ids: randomIds(),
  log: openLog({path: places.log, clock, redactor}),
  redactor,
  version: 'test',
  channels: [post],
  onStop: ends,
  onBroken: ends,
});
process.on('SIGTERM', ends);
