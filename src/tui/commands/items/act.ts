// Runs an action on an item, after a question if nothing undoes it. Its effects arrive as events; a toast confirms success, and offers to
// undo it.
import type {Method} from '../../../ipc/protocol.ts';
import type {MethodCall, NounActionName} from '../../nouns/noun-action.ts';
import {actionOn, type Target} from '../../nouns/nouns.ts';
import {type Doors, exactNow} from '../doors.ts';
import {request, say} from '../session-actions.ts';

export const act = (doors: Doors, target: Target, action: NounActionName): void => {
  const question = actionOn(target, action)?.question;
  if (question === undefined) {
    actNow(doors, target, action);
    return;
  }
  doors.store.dispatch({
    type: 'overlay',
    overlay: {kind: 'confirm', question: question.text, ifYes: {kind: 'act', target, action}},
  });
};

/** Runs the action after its confirmation. */
export const actNow = (doors: Doors, target: Target, action: NounActionName): void => {
  const bound = actionOn(target, action);
  if (bound !== undefined) void ask(doors, bound.call());
};

const ask = async <M extends Method>(doors: Doors, {method, params, done, undo}: MethodCall<M>): Promise<void> => {
  const result = await request(doors, method, params);
  if (result !== undefined) say(doors, 'ok', done(result, exactNow(doors)), undo);
};
