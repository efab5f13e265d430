// Finds out which account a signal-cli with a single account serves, before anything is sent. No call names it. But
// signal-cli keeps its account's own key among those of its contacts, and a safety number is made of one half for each
// side: between an account and itself both halves are the same.
import type {SignalCaller} from '../calls/call.ts';
import type {SignalIdentity} from '../calls/directory.ts';
import {createSignalRpc} from '../calls/signal-rpc.ts';

/** The number of the served account. Undefined if its keys don't show it. Reads only what signal-cli has stored. */
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

const DIGITS = 60;
