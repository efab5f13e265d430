// Learns which account a connection serves, from its keys or its messages, and whether signal-cli also sends messages
// without a subscription. Until the account is known to be the wanted one, nothing may be sent.
import type {Reason} from '../../../../shared/text/sentences.ts';
import {type EpochMs, SECOND} from '../../../../shared/time/time.ts';
import {failureOf, type SignalCaller, speakFor} from '../calls/call.ts';
import type {SignalIdentity} from '../calls/directory.ts';
import {createSignalRpc} from '../calls/signal-rpc.ts';
import {readFields, readText} from '../envelope/fields.ts';
import {receivedRecord} from '../envelope/read-envelope.ts';
import type {Host} from '../host.ts';

type FenceVerdict = {
  /** The account isn't the wanted one, as keys or messages show. */
  readonly refusal?: Reason;
  /** Nothing has shown the account, so nothing may be sent yet. */
  readonly doubt?: Reason;
};

type Fence = {
  /** Takes the parameters of a `receive` notification. Returns true if they showed something new. */
  readonly saw: (params: unknown, now: EpochMs) => boolean;
  /** The account that signal-cli serves, as its keys show. Undefined if they don't. */
  readonly learn: (account: string | undefined) => void;
  /** The served account, if known. */
  readonly served: () => string | undefined;
  readonly verdict: () => FenceVerdict;
  /** signal-cli delivers only to subscribers. Messages wait at Signal while nobody is subscribed. */
  readonly isManual: (now: EpochMs) => boolean;
};

/** `wanted`: the configured account, if there is one. */
export const createFence = (wanted: string | undefined, host: Host): Fence => {
  let served: string | undefined;
  let isPlain = false;
  let wrappedAt: EpochMs | undefined;
  return {
    saw: (params, now) => {
      const before = [served, isPlain, wrappedAt];
      // Without manual mode, every message also arrives in a plain form.
      if (readFields(readFields(params)?.['result']) === undefined) isPlain = true;
      else wrappedAt ??= now;
      served = readText(receivedRecord(params)?.['account']) ?? served;
      return before[0] !== served || before[1] !== isPlain || before[2] !== wrappedAt;
    },
    learn: account => {
      served = account ?? served;
    },
    served: () => served,
    verdict: () => {
      if (wanted === undefined || served === wanted) return {};
      return served === undefined
        ? {doubt: unknownAccount(wanted, host)}
        : {refusal: otherAccount(wanted, served, host)};
    },
    isManual: now => !isPlain && wrappedAt !== undefined && now - wrappedAt >= PLAIN_WITHIN_MS,
  };
};

/**
 * The number of the account that a signal-cli with a single account serves. No call names it. But signal-cli keeps its
 * account's own key among those of its contacts, and a safety number is made of one half for each side: between an
 * account and itself both halves are the same. Undefined if the keys don't show it. Reads only what signal-cli has
 * stored.
 */
export const servedAccount = async (caller: SignalCaller, wanted: string): Promise<string | undefined> => {
  const rpc = createSignalRpc(caller);
  // The wanted account first: signal-cli computes each safety number, which takes seconds for many contacts.
  for (const asked of [wanted, undefined]) {
    const reply = await rpc.listIdentities(asked);
    if (reply.kind !== 'result') return undefined;
    const own = reply.result.find(isOwn);
    if (own !== undefined) return own.number ?? (asked === wanted ? wanted : undefined);
  }
  return undefined;
};

const isOwn = ({safetyNumber}: SignalIdentity): boolean => {
  const half = safetyNumber.length / 2;
  return safetyNumber.length === DIGITS && safetyNumber.slice(0, half) === safetyNumber.slice(half);
};

export type Chosen =
  /** `account` is set if signal-cli serves several and needs it in each call. */
  {readonly caller: SignalCaller; readonly account?: string} | {readonly refusal: Reason};

/** Chooses the account at an external signal-cli, which serves one or several. */
export const chooseAccount = async (caller: SignalCaller, wanted: string | undefined, host: Host): Promise<Chosen> => {
  const reply = await createSignalRpc(caller).listAccounts();
  if (reply.kind === 'error' && reply.code === NO_SUCH_METHOD) return {caller};
  if (reply.kind !== 'result') return {refusal: {what: `signal-cli doesn't list its accounts (${failureOf(reply)})`}};
  const accounts = reply.result;
  const account = wanted ?? (accounts.length === 1 ? accounts[0] : undefined);
  if (account !== undefined && accounts.includes(account)) return {caller: speakFor(caller, account), account};
  if (accounts.length === 0) {
    // Without an account signal-cli answers calls but never delivers a message.
    return {
      refusal: {
        what: 'signal-cli reports no account',
        advice: 'Link one, or start it again when the network is back.',
      },
    };
  }
  const which =
    account === undefined
      ? `several accounts and ${host.account} names none`
      : `${accounts.length} accounts and not ${account}`;
  return {refusal: {what: `signal-cli serves ${which}`, advice: `Set ${host.account} to ${accounts.join(' or ')}.`}};
};

const unknownAccount = (wanted: string, {name, endpoint}: Host): Reason => ({
  what: `Nothing is sent yet: ${name} can't tell whether the signal-cli at ${endpoint} serves ${wanted}`,
  advice: `Send a message to ${wanted}, from any phone: it shows the account.`,
});

const otherAccount = (wanted: string, served: string, {endpoint, account, set}: Host): Reason => ({
  what: `The signal-cli at ${endpoint} serves ${served}, not ${wanted}: nothing is received or sent`,
  advice: `Start it with -a ${wanted}, or run: ${set(account, served)}.`,
});

/** Both forms of a message arrive together. */
const PLAIN_WITHIN_MS = SECOND;
const DIGITS = 60;
/** The answer of a signal-cli with a single account. */
const NO_SUCH_METHOD = -32601;
