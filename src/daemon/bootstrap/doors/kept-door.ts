// Keeps an HTTP server open at the configured address: follows the configuration, and tries an address again that
// can't be used.
import {readListenAddress} from '../../../shared/records/listen-address.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {HttpDoor} from '../../doors/http/http-server.ts';
import {openStandbyDoor} from '../../doors/http/standby-door.ts';
import type {Log} from '../../ports/system.ts';

type KeptDoor<T> = AsyncDisposable & {
  /** Starts or stops the server to match the current configuration. */
  readonly follow: () => Promise<void>;
  readonly opened: () => T | undefined;
  readonly problems: () => readonly Problem[];
};

type Keeping<T> = {
  readonly clock: Clock;
  readonly log: Log;
  /** The address in the configuration, now. */
  readonly wanted: () => string | undefined;
  readonly open: (wanted: string) => Promise<T>;
};

/** Nothing is open before the first `follow`. Disposing closes the server, and opens none any more. */
export const keepDoor = <T extends HttpDoor>({clock, log, wanted, open}: Keeping<T>): KeptDoor<T> => {
  let opened: {readonly door: T; readonly at: string} | undefined;
  let problem: Problem | undefined;
  let retry: Disposable | undefined;
  let isClosed = false;
  let work: Promise<void> = Promise.resolve();

  const check = async (): Promise<void> => {
    const at = isClosed ? undefined : wanted();
    if (opened !== undefined && opened.at === at) return;
    retry?.[Symbol.dispose]();
    retry = undefined;
    problem = undefined;
    const old = opened;
    opened = undefined;
    await old?.door[Symbol.asyncDispose]();
    if (at === undefined) return;
    try {
      opened = {door: await open(at), at};
      log.info({listen: opened.door.address}, 'The HTTP server is listening.');
    } catch (error) {
      problem = {key: 'http.listen', reason: errorMessage(error), inForce: 'no program reaches the agent over HTTP'};
      log.warn({error}, `The HTTP server couldn't start: ${errorMessage(error)}`);
      retry = clock.after(RETRY_MS, follow);
    }
  };

  const follow = (): Promise<void> => {
    work = work.then(check, check);
    return work;
  };

  return {
    follow,
    opened: () => opened?.door,
    problems: () => (problem === undefined ? [] : [problem]),
    [Symbol.asyncDispose]: () => {
      isClosed = true;
      return follow();
    },
  };
};

type StandingBy = Omit<Keeping<HttpDoor>, 'open'> & {
  /** The HTTP address of the daemon that does the work. Undefined while none is known. */
  readonly holder: () => string | undefined | Promise<string | undefined>;
};

/** The server of a daemon that stands by, at the address that it will have when it does the work. */
export const keepStandbyDoor = ({holder, ...keeping}: StandingBy): KeptDoor<HttpDoor> =>
  keepDoor({
    ...keeping,
    open: async wanted => {
      const listen = readListenAddress(wanted);
      if (listen === undefined) throw new GatewayError('invalid', `"${wanted}" isn't an address to listen on.`);
      return await openStandbyDoor({...keeping, holder}, listen);
    },
  });

const RETRY_MS = 30 * SECOND;
