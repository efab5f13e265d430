// Chooses the account at an external signal-cli, which serves one account or several.
import type {Reason} from '../../../../../shared/text/sentences.ts';
import {failureOf, type SignalCaller, speakFor} from '../calls/call.ts';
import {createSignalRpc} from '../calls/signal-rpc.ts';

export type Chosen =
  /** `account` is set if signal-cli serves several and needs it in each call. */
  {readonly caller: SignalCaller; readonly account?: string} | {readonly refusal: Reason};

export const chooseAccount = async (caller: SignalCaller, wanted: string | undefined): Promise<Chosen> => {
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
      ? 'several accounts and signal.account names none'
      : `${accounts.length} accounts and not ${account}`;
  return {refusal: {what: `signal-cli serves ${which}`, advice: `Set signal.account to ${accounts.join(' or ')}.`}};
};

/** The answer of a signal-cli with a single account. */
const NO_SUCH_METHOD = -32601;
