// The methods about the daemon: hello, status, events, configuration, the setup of a model.

import type {GatewayEvent, Snapshot} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/fields/wire.ts';
import type {Names} from '../../shared/record-text/names.ts';
import {RECORD_PREFIXES, type RecordPrefix} from '../../shared/records/ids.ts';
import type {Problem} from '../../shared/records/problem.ts';
import {
  type ContextSize,
  LEAST_TOKENS,
  MOST_TOKENS,
  type SetupProvider,
} from '../../shared/records/setup/model-setup.ts';
import type {Stats} from '../../shared/records/stats.ts';
import {isIdPart} from '../../shared/text/short-id.ts';
import {sameProtocol} from '../checks.ts';
import type {DaemonStatus} from '../daemon-status.ts';
import {anything, filePath, flag, id, integer, limit, link, name, oneOf, optional, text} from '../fields.ts';
import {type Empty, InvalidParams, method, type ParamField, returns} from '../wire/index.ts';

const idPart: ParamField<string> = (value, fail) =>
  typeof value === 'string' && isIdPart(value) ? value : fail('3 to 20 letters and digits of an id');

/** A known provider or the address of another server; an API key, or `$NAME` for an environment variable. */
const REQUEST = {provider: optional(name), baseUrl: optional(link), key: optional(text)};

const oneProvider = ({provider, baseUrl}: {provider?: string; baseUrl?: string}, method: string): Error | undefined =>
  (provider === undefined) === (baseUrl === undefined)
    ? new InvalidParams(`${method}: give either 'provider' or 'baseUrl'.`)
    : undefined;

export const DAEMON_METHODS = {
  /**
   * `locale`: that of the terminal, such as `de-DE`. `moved`: another daemon holds this one's people, and this is its
   * address: `ssh://…`, or the path of a socket on the same machine. Say `hello` there. This one refuses all but
   * `daemon.status`, `daemon.stop` and `daemon.restart`. `held`: the reason why nothing is sent or confirmed now.
   */
  hello: method(
    {protocol: integer(0, 1_000_000), client: optional(name), locale: optional(name)},
    returns<{
      protocol: number;
      version: string;
      pid: number;
      bootId: string;
      startedAt: string;
      now: string;
      seq: number;
      /** The zone of the person at the terminal. Older daemons leave it out. */
      zone?: string;
      /** Names by address, and titles that people gave to conversations. Older daemons leave it out. */
      names?: Names;
      moved?: string;
      held?: string;
    }>(),
    sameProtocol,
  ),
  'daemon.status': method({}, returns<Wire<DaemonStatus>>()),
  /**
   * Tries the sandbox with real commands. `tried`: what they did, each as a sentence, and whether that is right. `fix`:
   * a command for a terminal.
   */
  'sandbox.try': method(
    {},
    returns<{
      kind: NonNullable<DaemonStatus['sandbox']>['kind'];
      works: boolean;
      reason?: string;
      fix?: string;
      tried: readonly {ok: boolean; what: string}[];
    }>(),
  ),
  'daemon.stop': method({}, returns<Empty>()),
  /** Ends as `daemon.stop` does, and starts again: in the version that `rooster update` has chosen. */
  'daemon.restart': method({}, returns<Empty>()),
  /**
   * Dismisses the problem of an unreadable database entry. `content` is its row as JSON, which stays stored. The id
   * `replica` dismisses the report about another machine, `update` that of a failed update.
   */
  'daemon.dismiss': method({id: name}, returns<{dismissed: string; content: string}>()),
  /** Copies the database while it is in use: to the backup folder, or to a file with an absolute path. */
  'backup.create': method(
    {file: optional(filePath), force: optional(flag)},
    returns<{file: string; at: string; bytes: number}>(),
  ),
  /**
   * Replays exactly the events after `since`, then sends live ones; sends a `snapshot` where no replay is possible.
   * `seq` is the newest event now: what the snapshot contains, or where the replay ends. `thinking`: also send the
   * model's thinking; `clients`: also send the number of clients.
   */
  'events.subscribe': method(
    {
      since: optional(integer(0, Number.MAX_SAFE_INTEGER)),
      thinking: optional(flag),
      clients: optional(flag),
    },
    returns<{seq: number; snapshot?: Wire<Snapshot>}>(),
  ),
  /** The newest stored events before a number, oldest first; `more`: older ones are stored. */
  'events.list': method(
    {before: optional(integer(0, Number.MAX_SAFE_INTEGER)), limit},
    returns<{events: readonly GatewayEvent[]; more: boolean}>(),
  ),
  /** The records whose id begins or ends with a part of three characters or more. `kind`: only these. */
  'id.find': method(
    {part: idPart, kind: optional(oneOf(RECORD_PREFIXES))},
    returns<{records: readonly {id: `${RecordPrefix}_${string}`; label: string}[]; more: boolean}>(),
  ),
  /** Counted from stored facts of the last 30 days. */
  'stats.get': method({}, returns<Wire<Stats>>()),
  /** Suggests no other time for this reminder again. */
  'stats.keep': method({id: id('rem')}, returns<Empty>()),
  /** One key, or the whole configuration. */
  'config.get': method({key: optional(name)}, returns<{path: string; config: unknown}>()),
  'config.check': method({}, returns<{problems: readonly Problem[]}>()),
  /**
   * Writes a key, or removes it without a value. The change applies before the response. With problems, nothing was
   * written.
   */
  'config.set': method({key: name, value: optional(anything)}, returns<{problems: readonly Problem[]}>()),

  /** The providers to choose from, and the model in use. */
  'setup.providers': method({}, returns<{model: string; providers: readonly SetupProvider[]}>()),
  /**
   * Tries the address of a provider, without a key. `needsKey`: the next step needs one. An address that is wrong, or
   * where nothing answers, is an error.
   */
  'setup.address': method(
    {provider: optional(name), baseUrl: optional(link)},
    returns<{provider: string; host: string; needsKey: boolean}>(),
    oneProvider,
  ),
  /** The models that a provider offers. `problem`: it has no list, so the model is named by hand. */
  'setup.models': method(
    REQUEST,
    returns<{provider: string; models: readonly string[]; problem?: string}>(),
    oneProvider,
  ),
  /**
   * Asks the model one short question. Writes nothing. `context`: how much it reads at once. The error code `refused`
   * is about the key.
   */
  'setup.try': method(
    {...REQUEST, model: name},
    returns<{model: string; reply: string; context: ContextSize}>(),
    oneProvider,
  ),
  /**
   * Keeps the key in a file and writes the configuration. The model is in use when it responds. `contextTokens`: the
   * context size, as `setup.try` or a person named it.
   */
  'setup.save': method(
    {...REQUEST, model: name, contextTokens: optional(integer(LEAST_TOKENS, MOST_TOKENS))},
    returns<{model: string; keyFile?: string}>(),
    oneProvider,
  ),
};
