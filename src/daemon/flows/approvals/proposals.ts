// Proposals: notes of a reflection that had read text from elsewhere. The reflection goes on without them. Once a
// person has accepted one, it is written from the stored arguments, also after a restart: a second write of the same
// note is harmless.
import type {Approval, ApprovalId} from '../../../shared/records/approval.ts';
import {capped} from '../../../shared/records/trust.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import type {Core} from '../../core.ts';
import type {TurnTools} from '../../turns/turn-job.ts';
import {acceptedBy} from './clear-call.ts';

type Writing = Pick<Core, 'store' | 'log' | 'people' | 'closing'> & {
  readonly tools: () => Promise<TurnTools>;
};

type Proposals = {
  /** Writes an accepted proposal. Resolves with it and its output. Any other approval is returned as it is. */
  readonly carryOut: (approval: Approval) => Promise<Approval>;
  /** Goes on with those that were accepted before the daemon ended. */
  readonly resume: () => void;
};

export const createProposals = (deps: Writing): Proposals => {
  const {store, log, closing} = deps;
  const running = new Map<ApprovalId, Promise<Approval>>();

  const write = async (approval: Approval): Promise<Approval> => {
    const text = await outputOf(deps, approval);
    if (closing.aborted) return approval;
    const written = {...approval, result: text};
    store.transact(() => store.approvals.update(written, approval));
    return written;
  };

  const carryOut: Proposals['carryOut'] = approval => {
    if (approval.proposed !== true || approval.state !== 'approved' || approval.result !== undefined)
      return Promise.resolve(approval);
    const writing =
      running.get(approval.id) ??
      write(approval).catch((error: unknown) => {
        // The next start tries again.
        log.error({approval: approval.id, error}, `Couldn't write a note: ${errorMessage(error)}`);
        return approval;
      });
    running.set(approval.id, writing);
    return writing.finally(() => running.delete(approval.id));
  };

  return {
    carryOut,
    resume: () => {
      for (const approval of store.approvals.accepted(MOST)) void carryOut(approval);
    },
  };
};

const outputOf = async ({store, people, closing, tools}: Writing, approval: Approval): Promise<string> => {
  const {session, turnId, callId, tool, arguments: input} = approval;
  const turn = store.turns.get(turnId);
  if (turn === undefined) return 'Not written: its reflection is no longer stored.';
  const {user} = turn;
  const {text} = await (await tools()).run(
    {callId, name: tool, input: JSON.parse(input)},
    {
      session,
      turnId,
      callId,
      // The person may have less trust by now.
      trust: user === undefined ? turn.trust : capped(turn.trust, people.trustOf(user) ?? 'public'),
      user,
      zone: people.zoneOf(user),
      accepted: acceptedBy(approval),
      again: true,
      signal: closing,
    },
  );
  return text;
};

const MOST = 1_000;
