// A second machine without ssh: follows the daemon at a socket, with the program's own code. Says in JSON how long the
// first copy took and how large it is, and goes on until it is ended.
import {statSync} from 'node:fs';
import {createFollower} from '../../src/daemon/replica/follower.ts';
import {checkFile} from '../../src/daemon/store/backup/check-file.ts';
import {openCopy, publishCopy} from '../../src/daemon/store/copy/database-copy.ts';
import {startDialling} from '../../src/ipc/socket/dial.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {systemClock} from '../../src/shared/time/clock.ts';

const [socket = '', home = '', version = ''] = process.argv.slice(2);
const quiet = (): void => {};
const places = placesOf({ROOSTER_HOME: home}, home);
const startedAt = performance.now();
const follower = createFollower({
  places,
  following: {host: {name: 'den', destination: 'den'}},
  clock: systemClock(),
  log: {debug: quiet, info: quiet, warn: quiet, error: quiet},
  version,
  dial: signal => startDialling(socket, {signal}),
  copies: {open: openCopy, publish: publishCopy, check: path => checkFile(path, {depth: 'whole'})},
});
while (follower.facts() === undefined) await new Promise(resolve => setTimeout(resolve, 10));
const tookMs = performance.now() - startedAt;
process.stdout.write(`${JSON.stringify({tookMs, bytes: statSync(places.database).size})}\n`);
