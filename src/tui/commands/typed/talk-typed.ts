// Typed commands that reach beyond this conversation: a delegated task, a message to several people.
import {openSession} from '../../state/selectors.ts';
import type {Doors} from '../doors.ts';
import {request, say} from '../session-actions.ts';

export const delegateTyped = (doors: Doors, task: string): boolean => {
  if (task === '') return incomplete(doors, '/delegate TASK');
  const {key} = openSession(doors.store.get());
  void request(doors, 'session.delegate', {session: key, task}).then(run => {
    if (run !== undefined) say(doors, 'ok', 'Delegated. The result will appear here.');
  });
  return true;
};

export const broadcastTyped = (doors: Doors, rest: string): boolean => {
  const {names, text} = /^(?<names>\S+)\s+(?<text>[\s\S]+)$/u.exec(rest)?.groups ?? {};
  if (names === undefined || text === undefined) return incomplete(doors, '/broadcast NAME,NAME TEXT');
  const to = names.split(',').filter(name => name !== '');
  void request(doors, 'session.broadcast', {to, text}).then(result => {
    if (result === undefined) return;
    const [refused] = result.refused;
    if (refused === undefined) say(doors, 'ok', `Queued for ${result.sent.map(each => each.to).join(', ')}.`);
    else say(doors, 'warn', `Not sent to ${refused.to}: ${refused.reason}`);
  });
  return true;
};

const incomplete = (doors: Doors, usage: string): boolean => {
  say(doors, 'warn', usage);
  return false;
};
