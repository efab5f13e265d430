// The methods about the daemon itself: its greeting, its status, its events, its configuration.
import type {ConfigProblem, GatewayEvent, Snapshot} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/events/wire.ts';
import type {Names} from '../../shared/text/names.ts';
import {sameProtocol} from '../checks.ts';
import {anything, filePath, flag, integer, name, optional} from '../fields.ts';
import {type Empty, method, returns} from '../method.ts';
import type {DaemonStatus} from '../protocol.ts';
import {limit} from '../repeated-fields.ts';

export const DAEMON_METHODS = {
  hello: method(
    {protocol: integer(0, 1_000_000), client: optional(name)},
    returns<{
      protocol: number;
      version: string;
      pid: number;
      bootId: string;
      startedAt: string;
      now: string;
      seq: number;
      /** The zone of the person at the terminal. An older daemon does not say. */
      zone?: string;
      /** What people are called by address, and conversations that a person gave a title. An older daemon does not say. */
      names?: Names;
    }>(),
    sameProtocol,
  ),
  'daemon.status': method({}, returns<Wire<DaemonStatus>>()),
  'daemon.stop': method({}, returns<Empty>()),
  /** Ends the problem of an entry of the database that could not be read. `content` is its row, as JSON; it is kept. */
  'daemon.dismiss': method({id: name}, returns<{dismissed: string; content: string}>()),
  /** Copies the database while it is in use: into the folder of the backups, or into a file with an absolute path. */
  'backup.create': method(
    {file: optional(filePath), force: optional(flag)},
    returns<{file: string; at: string; bytes: number}>(),
  ),
  /**
   * Replays exactly the events after `since`, then goes on live; a `snapshot` instead where that is not possible. `seq` is
   * the newest event at this moment: what the snapshot shows, or how far the replay goes before it is live. `thinking`: what
   * models think is told too; `clients`: how many follow.
   */
  'events.subscribe': method(
    {
      since: optional(integer(0, Number.MAX_SAFE_INTEGER)),
      thinking: optional(flag),
      clients: optional(flag),
    },
    returns<{seq: number; snapshot?: Wire<Snapshot>}>(),
  ),
  /** The newest kept events before a number, oldest first; `more` when older ones are kept. */
  'events.list': method(
    {before: optional(integer(0, Number.MAX_SAFE_INTEGER)), limit},
    returns<{events: readonly GatewayEvent[]; more: boolean}>(),
  ),
  'config.get': method({key: optional(name)}, returns<{path: string; config: unknown}>()),
  'config.check': method({}, returns<{problems: readonly ConfigProblem[]}>()),
  /** Writes a key, or takes it out without a value; in force when it is answered. With problems nothing was written. */
  'config.set': method({key: name, value: optional(anything)}, returns<{problems: readonly ConfigProblem[]}>()),
};
