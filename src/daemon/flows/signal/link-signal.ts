// Links a Signal account for a client: the client shows a code and asks for the result. The account is stored once the
// phone agrees, even if the client is gone. A code without a client is cancelled.

import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import type {Address} from '../../../shared/records/address.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import type {LinkOutcome} from '../../../shared/records/setup/signal-link.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {SignalConfig} from '../../config/config-schema.ts';
import type {Log} from '../../ports/system.ts';

/** One attempt by the bridge. Never rejects. */
export type LinkDevice = (request: {
  readonly deviceName: string;
  readonly signal: AbortSignal;
  readonly onStep: (
    step: {readonly kind: 'uri'; readonly uri: string} | {readonly kind: 'again'; readonly because: string},
  ) => void;
}) => Promise<
  | {readonly kind: 'linked'; readonly number: string}
  | {readonly kind: 'failed'; readonly because: string}
  | {readonly kind: 'aborted'}
>;

type SignalLinkerDeps = {
  readonly log: Log;
  readonly config: () => SignalConfig | undefined;
  readonly status: () => ChannelStatus | undefined;
  readonly linkDevice: LinkDevice;
  /** Writes the account to the configuration. Rejects if the file can't be written. */
  readonly keepAccount: (account: string) => Promise<readonly Problem[]>;
  readonly addressOf: (account: string) => Address;
  /** The account is linked and stored, so that a stopped bridge can try again. */
  readonly onLinked?: () => void;
};

type SignalLinker = AsyncDisposable & {
  /**
   * Starts linking and resolves with the code. Callers at the same time share one code, which is cancelled when all are
   * `gone`. Rejects with a sentence if linking is impossible.
   */
  readonly begin: (deviceName: string | undefined, gone: Promise<unknown>) => Promise<{readonly uri: string}>;
  /** Waits for the result of a code. Rejects with `not_found` unless it belongs to this daemon's last linking. */
  readonly outcome: (uri: string) => Promise<LinkOutcome>;
};

export const createSignalLinker = (deps: SignalLinkerDeps): SignalLinker => {
  let current: Linking | undefined;
  let outcomes = new Map<string, PromiseWithResolvers<LinkOutcome>>();

  const start = (deviceName: string): Linking => {
    const abort = new AbortController();
    const first = Promise.withResolvers<string>();
    const known: typeof outcomes = new Map();
    outcomes = known;
    let latest: string | undefined;
    let because = '';

    const show = (uri: string): void => {
      const before = latest;
      latest = uri;
      known.set(uri, Promise.withResolvers());
      if (before !== undefined) known.get(before)?.resolve({kind: 'again', because, uri});
      first.resolve(uri);
    };

    const publish = (outcome: LinkOutcome): void => {
      if (latest !== undefined) known.get(latest)?.resolve(outcome);
      else first.reject(new GatewayError('failed', outcome.kind === 'failed' ? outcome.because : NO_CODE));
    };

    const run = async (): Promise<void> => {
      const end = await deps.linkDevice({
        deviceName,
        signal: abort.signal,
        onStep: step => {
          if (step.kind === 'uri') show(step.uri);
          else because = step.because;
        },
      });
      if (end.kind === 'linked') publish(await keep(deps, end.number));
      else publish({kind: 'failed', because: end.kind === 'aborted' ? GIVEN_UP : end.because});
    };

    const linking: Linking = {
      holders: 0,
      latest: async () => latest ?? (await first.promise),
      abort: () => abort.abort(),
      isGivenUp: () => abort.signal.aborted,
      over: run()
        .catch(error => publish({kind: 'failed', because: errorMessage(error)}))
        .finally(() => {
          if (current === linking) current = undefined;
        }),
    };
    return linking;
  };

  const hold = (linking: Linking, gone: Promise<unknown>): void => {
    linking.holders += 1;
    void gone.then(() => {
      linking.holders -= 1;
      if (linking.holders === 0) linking.abort();
    });
  };

  return {
    begin: async (deviceName = DEVICE_NAME, gone) => {
      // Waits for the end of a cancelled attempt, which still uses the folder.
      while (current?.isGivenUp()) await current.over;
      const obstacle = current === undefined ? obstacleTo(deps.config(), deps.status()) : undefined;
      if (obstacle !== undefined) throw new GatewayError('conflict', obstacle);
      current ??= start(deviceName);
      hold(current, gone);
      return {uri: await current.latest()};
    },
    outcome: async uri => {
      const awaited = outcomes.get(uri);
      if (awaited === undefined) throw new GatewayError('not_found', 'That code is no longer shown.');
      return awaited.promise;
    },
    [Symbol.asyncDispose]: async () => {
      current?.abort();
      await current?.over;
    },
  };
};

type Linking = {
  /** Number of clients that show it. */
  holders: number;
  readonly latest: () => Promise<string>;
  readonly abort: () => void;
  readonly isGivenUp: () => boolean;
  /** Never rejects. */
  readonly over: Promise<void>;
};

/** The reason why linking is impossible now, as a sentence with what to do. */
const obstacleTo = (config: SignalConfig | undefined, status: ChannelStatus | undefined): string | undefined => {
  if (config === undefined) return undefined;
  const {endpoint, account} = config;
  if (endpoint !== 'spawn') {
    return `signal.endpoint is ${endpoint}, so link the account there with signal-cli link. To let Rooster start signal-cli: rooster config set signal.endpoint spawn`;
  }
  if (account === undefined) return undefined;
  switch (status?.life) {
    case 'up':
      return `This machine is already linked to ${account}${status.outbound === 'up' ? ', and it works' : ''}. To link another account, first run: rooster config unset signal.account`;
    case 'starting':
    case 'stopping':
    case 'conflict':
      return `signal-cli is running for ${account} (see rooster signal status). To link again, first run: rooster config unset signal.account`;
    default:
      return undefined;
  }
};

const keep = async (
  {log, keepAccount, addressOf, onLinked}: SignalLinkerDeps,
  account: string,
): Promise<LinkOutcome> => {
  log.info({account}, 'A Signal account was linked.');
  const linked = {kind: 'linked', account, address: addressOf(account)} as const;
  try {
    const problems = await keepAccount(account);
    if (problems.length === 0) onLinked?.();
    return {...linked, problems};
  } catch (error) {
    return {
      ...linked,
      problems: [{key: 'signal.account', reason: errorMessage(error), inForce: 'nothing was written'}],
    };
  }
};

/** The name in the phone's list of linked devices. */
const DEVICE_NAME = 'Rooster';
const GIVEN_UP = 'Linking was cancelled: no client shows the code any more.';
const NO_CODE = 'Linking ended before Signal sent a code.';
