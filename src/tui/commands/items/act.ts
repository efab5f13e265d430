// Runs an action on an item, after a question if nothing undoes it. Its effects arrive as events; a toast confirms
// success, and offers to undo it.
import type {Method} from '../../../ipc/method-table.ts';
import type {MethodCall, NounActionName} from '../../nouns/noun-action.ts';
import {actionOn, type Target} from '../../nouns/nouns.ts';
import {showOverlay} from '../../state/overlay.ts';
import {type CommandPorts, exactNow} from '../command-ports.ts';
import {request, say} from '../session-actions.ts';

export const act = (ports: CommandPorts, target: Target, action: NounActionName): void => {
  const question = actionOn(target, action)?.question;
  if (question === undefined) {
    actNow(ports, target, action);
    return;
  }
  ports.store.update(showOverlay({kind: 'confirm', question: question.text, ifYes: {kind: 'act', target, action}}));
};

/** Runs the action after its confirmation. */
export const actNow = (ports: CommandPorts, target: Target, action: NounActionName): void => {
  const bound = actionOn(target, action);
  if (bound !== undefined) void ask(ports, bound.call());
};

const ask = async <M extends Method>(
  ports: CommandPorts,
  {method, params, done, undo}: MethodCall<M>,
): Promise<void> => {
  const result = await request(ports, method, params);
  if (result !== undefined) say(ports, 'ok', done(result, exactNow(ports)), undo);
};
