// `/approvals`, `/approve ID`, `/deny ID`: the answers to calls of the agent as typed commands.
import type {Approval} from '../../../shared/records/approval.ts';
import {showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {readCall} from '../items/approval-actions.ts';
import {openApprovals} from '../overlays/approvals.ts';
import {request, say} from '../session-actions.ts';

/** `/approvals` lists them; `/approvals ID` reads one that waits. */
export const approvalsTyped = (ports: CommandPorts, id: string): boolean => {
  if (id === '') {
    void openApprovals(ports);
    return true;
  }
  const call = callNamed(ports, id);
  if (call !== undefined) readCall(ports, call);
  return call !== undefined;
};

/** On a drawn screen a question follows, which only a key answers: the line itself may be pasted. */
export const approveTyped = (ports: CommandPorts, id: string): boolean => {
  const call = id === '' ? showOnly(ports) : callNamed(ports, id);
  if (call === undefined) return false;
  if (id === '') return true;
  if (ports.draws) {
    const question = `Approve this call, once? ${call.effect}`;
    ports.store.update(showOverlay({kind: 'confirm', question, ifYes: {kind: 'approve', id: call.id}}));
  } else void request(ports, 'approval.answer', {id: call.id, answer: 'approve'});
  return true;
};

export const denyTyped = (ports: CommandPorts, id: string): boolean => {
  const call = id === '' ? showOnly(ports) : callNamed(ports, id);
  if (call === undefined) return false;
  if (id !== '') void request(ports, 'approval.answer', {id: call.id, answer: 'deny'});
  return true;
};

/** Without an id nothing is answered: the only call that waits is shown, with how to answer it. */
const showOnly = (ports: CommandPorts): Approval | undefined => {
  const [call, another] = ports.store.get().gateway.approvals;
  if (call === undefined) say(ports, 'warn', 'No call waits for an answer.');
  else if (another !== undefined) say(ports, 'warn', 'Several calls wait. /approvals lists them.');
  else {
    readCall(ports, call);
    const [yes, no] = call.proposed === true ? ['accept', 'discard'] : ['approve', 'deny'];
    const how = ports.draws ? `Alt+Y: ${yes}, Alt+N: ${no}` : `/approve ${call.id} or /deny ${call.id}`;
    say(ports, 'warn', `To answer ${call.id}: ${how}.`);
    return call;
  }
  return undefined;
};

/** The call that waits with this id, or with this end of it. */
const callNamed = ({store, ...ports}: CommandPorts, id: string): Approval | undefined => {
  const {approvals} = store.get().gateway;
  const found = approvals.filter(item => item.id === id || (id.length >= LEAST && item.id.endsWith(id)));
  const [call, another] = found;
  if (call !== undefined && another === undefined) return call;
  const which = call === undefined ? `No call "${id}" waits for an answer.` : `"${id}" fits several calls.`;
  say({store, ...ports}, 'warn', `${which} /approvals lists them.`);
  return undefined;
};

const LEAST = 4;
