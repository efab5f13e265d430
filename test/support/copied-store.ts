// The part of a store that the readable copies follow: messages in memory, committed by hand.
import type {Store} from '../../src/daemon/ports/store.ts';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import {toWire} from '../../src/shared/fields/wire.ts';
import type {Message} from '../../src/shared/records/message.ts';
import type {SessionKey} from '../../src/shared/records/session-key.ts';

export type CopiedStore = Pick<Store, 'onCommitted' | 'transact'> & {
  readonly messages: Pick<Store['messages'], 'page'>;
  readonly sessions: Pick<Store['sessions'], 'purged'>;
  /** Commits messages; with `told: false` like a process that dies before it publishes them. */
  say(session: SessionKey, texts: readonly string[], options?: {readonly told?: boolean}): void;
  reset(session: SessionKey): void;
  /** With `told: false` like a process that dies before the copy is removed. */
  delete(session: SessionKey, options?: {readonly told?: boolean}): void;
  retractLast(session: SessionKey): void;
};

export const copiedStore = (): CopiedStore => {
  const kept = new Map<SessionKey, Message[]>();
  const listeners = new Set<(events: readonly GatewayEvent[]) => void>();
  let purged: readonly SessionKey[] = [];
  let count = 0;
  const tell = (events: readonly GatewayEvent[]): void => {
    for (const listener of listeners) listener(events);
  };
  const at = '2026-11-21T11:00:00.000Z';
  return {
    onCommitted: listener => {
      listeners.add(listener);
      return {[Symbol.dispose]: () => listeners.delete(listener)};
    },
    transact: work => work(() => {}),
    sessions: {
      purged: {
        list: () => purged,
        scrub: () => {},
        forget: keys => {
          purged = purged.filter(key => !keys.includes(key));
        },
      },
    },
    messages: {
      page: (session, {before, limit}) => {
        const all = kept.get(session) ?? [];
        const end = before === undefined ? all.length : all.findIndex(message => message.id === before);
        const start = Math.max(0, end - limit);
        return {messages: all.slice(start, end), more: start > 0};
      },
    },
    say: (session, texts, {told = true} = {}) => {
      const messages = texts.map((text): Message => {
        count += 1;
        return {
          id: `msg_${count}`,
          session,
          role: 'user',
          text,
          at: Date.parse(at),
          source: {kind: 'user', name: 'alice'},
        };
      });
      kept.set(session, [...(kept.get(session) ?? []), ...messages]);
      if (!told) return;
      tell(messages.map(message => ({seq: 1, at, type: 'message.added', session, message: toWire(message)})));
    },
    reset: session => {
      kept.set(session, []);
      tell([{seq: 1, at, type: 'session.reset', session}]);
    },
    delete: (session, {told = true} = {}) => {
      kept.delete(session);
      purged = [...purged, session];
      if (told) tell([{seq: 1, at, type: 'session.deleted', session, gone: [session], heir: 'rooster:main'}]);
    },
    retractLast: session => {
      const last = kept.get(session)?.pop();
      if (last === undefined) throw new Error(`${session} has no message to delete`);
      tell([{seq: 1, at, type: 'message.retracted', session, messageId: last.id, turnId: 'turn_1'}]);
    },
  };
};
