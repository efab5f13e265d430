// Typed commands that reach beyond this conversation: a delegated task, a message to several people.
import {openSession} from '../../state/selectors.ts';
import type {CommandPorts} from '../command-ports.ts';
import {request, say} from '../session-actions.ts';

export const delegateTyped = (ports: CommandPorts, task: string): boolean => {
  if (task === '') return incomplete(ports, '/delegate TASK');
  const {key} = openSession(ports.store.get());
  void request(ports, 'session.delegate', {session: key, task}).then(run => {
    if (run !== undefined) say(ports, 'ok', 'Delegated. The result will appear here.');
  });
  return true;
};

export const broadcastTyped = (ports: CommandPorts, rest: string): boolean => {
  const {names, text} = /^(?<names>\S+)\s+(?<text>[\s\S]+)$/u.exec(rest)?.groups ?? {};
  if (names === undefined || text === undefined) return incomplete(ports, '/broadcast NAME,NAME TEXT');
  const to = names.split(',').filter(name => name !== '');
  void request(ports, 'session.broadcast', {to, text}).then(result => {
    if (result === undefined) return;
    const [refused] = result.refused;
    if (refused === undefined) say(ports, 'ok', `Queued for ${result.sent.map(each => each.to).join(', ')}.`);
    else say(ports, 'warn', `Not sent to ${refused.to}: ${refused.reason}`);
  });
  return true;
};

const incomplete = (ports: CommandPorts, usage: string): boolean => {
  say(ports, 'warn', usage);
  return false;
};
