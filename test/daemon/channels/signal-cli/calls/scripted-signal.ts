// The other end of a line in memory, scripted, for the calls alone. signal-cli's own behaviour is in test/signal-stand-in.

import type {Transport} from '../../../../../src/ipc/wire/index.ts';
import {linkedPair} from '../../../../support/linked-pair.ts';

export type Asked = {readonly id: number; readonly method: string; readonly params: Readonly<Record<string, unknown>>};

export type ScriptedSignal = {
  /** The bridge's end. */
  readonly wire: Transport;
  readonly asked: readonly Asked[];
  /** Writes a message as a line. */
  say(message: object): void;
  raw(line: string): void;
  answer(id: number, result: unknown): void;
  hangUp(): void;
};

/** `answers` returns a method's result immediately; undefined waits for `answer`. */
export const scriptedSignal = (answers: (asked: Asked) => unknown = () => undefined): ScriptedSignal => {
  const [wire, other] = linkedPair(64 * 1024 * 1024);
  const asked: Asked[] = [];
  const say = (message: object): void => other.send(`${JSON.stringify({jsonrpc: '2.0', ...message})}\n`);
  const answer = (id: number, result: unknown): void => say({result, id});
  other.start({
    message: line => {
      const request = JSON.parse(line) as Asked;
      asked.push(request);
      const result = answers(request);
      if (result !== undefined) answer(request.id, result);
    },
    error: () => {},
    close: () => {},
  });
  return {wire, asked, say, raw: line => other.send(line), answer, hangUp: other.abort};
};
