// Sends a read receipt to Signal and reports whether it left.
import type {CallReply} from '../bridge/calls/call.ts';
import type {SignalRpc} from '../bridge/calls/signal-rpc.ts';

/** Repeating it is harmless. */
export const sendReceipt = async (
  rpc: Pick<SignalRpc, 'sendReceipt'>,
  author: string,
  timestamps: readonly number[],
): Promise<'over' | 'later'> => endOf(await rpc.sendReceipt(author, timestamps));

const endOf = (reply: CallReply): 'over' | 'later' => {
  switch (reply.kind) {
    case 'result':
      return 'over';
    case 'unsent':
    case 'lost':
      return 'later';
    case 'error':
      return TEMPORARY.has(reply.code) ? 'later' : 'over';
  }
};

const TEMPORARY: ReadonlySet<number> = new Set([-3, -5, -32603]);
