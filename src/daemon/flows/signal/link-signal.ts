// Linking to a Signal account on behalf of a client: the client shows a code and asks what came of it. The account is kept as soon
// as the phone has agreed, whether or not the client is still there; a code that nobody shows any more is given up.

import type {ChannelStatus, ConfigProblem} from '../../../shared/events/gateway-event.ts';
import type {Address} from '../../../shared/records/address.ts';
import {errorMessage, GatewayError} from '../../../shared/records/gateway-error.ts';
import type {LinkOutcome} from '../../../shared/records/signal-link.ts';
import type {SignalConfig} from '../../config/config-schema.ts';
import type {Log} from '../../ports/system.ts';

/** One try of the bridge's: it never rejects. */
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
  /** Writes the account into the configuration; rejects when the file cannot be written. */
  readonly keepAccount: (account: string) => Promise<readonly ConfigProblem[]>;
  /** Where the person behind an account is reached. */
  readonly addressOf: (account: string) => Address;
  /** The account is linked and kept: what had given up may try again. */
  readonly onLinked?: () => void;
};

type SignalLinker = AsyncDisposable & {
  /**
   * The code to show. Whoever asks while one is shown gets the same. It is given up when all who asked are `gone`.
   * Rejects with a sentence where nothing can be linked.
   */
  readonly begin: (deviceName: string | undefined, gone: Promise<unknown>) => Promise<{readonly uri: string}>;
  /** Waits until something has come of a code. Rejects with `not_found` for one that is not of this daemon's last linking. */
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

    const tell = (outcome: LinkOutcome): void => {
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
      if (end.kind === 'linked') tell(await keep(deps, end.number));
      else tell({kind: 'failed', because: end.kind === 'aborted' ? GIVEN_UP : end.because});
    };

    const linking: Linking = {
      holders: 0,
      latest: async () => latest ?? (await first.promise),
      abort: () => abort.abort(),
      isGivenUp: () => abort.signal.aborted,
      over: run()
        .catch(error => tell({kind: 'failed', because: errorMessage(error)}))
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
      // What was given up is on its way out, and leaves its folder first.
      while (current?.isGivenUp()) await current.over;
      const obstacle = current === undefined ? obstacleTo(deps.config(), deps.status()) : undefined;
      if (obstacle !== undefined) throw new GatewayError('conflict', obstacle);
      current ??= start(deviceName);
      hold(current, gone);
      return {uri: await current.latest()};
    },
    outcome: async uri => {
      const awaited = outcomes.get(uri);
      if (awaited === undefined) throw new GatewayError('not_found', 'That code is not one that is being shown.');
      return awaited.promise;
    },
    [Symbol.asyncDispose]: async () => {
      current?.abort();
      await current?.over;
    },
  };
};

type Linking = {
  /** How many clients show it. */
  holders: number;
  readonly latest: () => Promise<string>;
  readonly abort: () => void;
  readonly isGivenUp: () => boolean;
  /** Never rejects. */
  readonly over: Promise<void>;
};

/** Why nothing can be linked now, in a sentence with what to do. */
const obstacleTo = (config: SignalConfig | undefined, status: ChannelStatus | undefined): string | undefined => {
  if (config === undefined) return undefined;
  const {endpoint, account} = config;
  if (endpoint !== 'spawn') {
    return `signal.endpoint is ${endpoint}: the signal-cli there has an account of its own, and is linked by itself (signal-cli link). To have Rooster run one: rooster config set signal.endpoint spawn.`;
  }
  if (account === undefined) return undefined;
  switch (status?.life) {
    case 'up':
      return `This machine is linked to ${account} already${status.outbound === 'up' ? ', and it works' : ''}. To link another account, take this one out first: rooster config unset signal.account.`;
    case 'starting':
    case 'stopping':
    case 'conflict':
      return `A signal-cli is at work for ${account} at this moment (rooster signal status). To link anew, take the account out first: rooster config unset signal.account.`;
    default:
      return undefined;
  }
};

const keep = async (
  {log, keepAccount, addressOf, onLinked}: SignalLinkerDeps,
  account: string,
): Promise<LinkOutcome> => {
  log.info({account}, 'a Signal account was linked');
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

/** What the phone calls this machine in its list of linked devices. */
const DEVICE_NAME = 'Rooster';
const GIVEN_UP = 'Linking was given up: nobody shows the code any more.';
const NO_CODE = 'Linking ended before there was a code to show.';
