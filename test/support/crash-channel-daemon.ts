// The daemon's program with one more channel. Messages to a Signal address are appended to the file `post`, and incoming messages are lines of
// the file `mail`, both in a folder that outlives the daemon and its home. The file `mail-kept` of the home has the keys of the stored ones:
// a home without it gets all messages again. The rest is the daemon's own entry.

import {appendFileSync} from 'node:fs';
import {homedir} from 'node:os';
import {startHome} from '../../src/daemon/bootstrap/fleet/start-home.ts';
import type {Channel, InboundHandler} from '../../src/daemon/ports/channel.ts';
import {openLog} from '../../src/daemon/system/log.ts';
import {randomIds} from '../../src/daemon/system/random-ids.ts';
import {createRedactor} from '../../src/daemon/system/redact.ts';
import {systemZones} from '../../src/daemon/system/zones.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {keyOf, linesOf, type Mail} from './crash-edits.ts';
import type {Reach} from './crash-knife.ts';

const home = process.env['ROOSTER_HOME'];
const world = process.env['CRASH_WORLD'];
// The knife was loaded before this program, and apart from it.
const {reach} = globalThis as unknown as {reach: Reach};

/** Delivers the lines of the file `mail`, in order, each until it is stored. */
const bring = async (handler: InboundHandler, ending: AbortSignal): Promise<void> => {
  const kept = new Set(linesOf(`${home}/mail-kept`));
  const waiting = linesOf(`${world}/mail`)
    .map((line): Mail => JSON.parse(line))
    .filter(mail => !kept.has(keyOf(mail)));
  for (let mail = waiting[0]; mail !== undefined && !ending.aborted; mail = waiting[0]) {
    reach('channel brings');
    const {kind} = 'said' in mail ? await handler.handle(mail.said) : await handler.change(mail.changed);
    if (kind === 'later') {
      await new Promise<void>(resolve => setTimeout(resolve, 20));
      continue;
    }
    reach('channel is told it is kept');
    appendFileSync(`${home}/mail-kept`, `${keyOf(mail)}\n`);
    waiting.shift();
  }
};

const post: Channel = {
  name: 'signal',
  status: () => ({channel: 'signal', inbound: 'up', outbound: 'up'}),
  listen: async handler => {
    const ending = new AbortController();
    const bringing = bring(handler, ending.signal);
    return {
      [Symbol.asyncDispose]: async () => {
        ending.abort();
        await bringing;
      },
    };
  },
  send: async outbound => {
    reach('channel asked');
    appendFileSync(`${world}/post`, `${JSON.stringify(outbound)}\n`);
    reach('channel has accepted');
    return {at: clock.now()};
  },
};

process.umask(0o077);
const clock = systemClock();
const redactor = createRedactor();
const places = placesOf(process.env, homedir());
const ends = (): never => process.exit(1);
await startHome({
  places,
  env: process.env,
  zones: systemZones(),
  clock,
  ids: randomIds(),
  log: openLog({path: places.log, clock, redactor}),
  redactor,
  version: 'test',
  channels: [post],
  oneCell: undefined,
  onStop: ends,
  onLost: ends,
  onBroken: ends,
});
process.on('SIGTERM', ends);
