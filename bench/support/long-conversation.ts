// A home whose main conversation has gone on for long, with a model that writes when it is asked.
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import type {MessageId} from '../../src/shared/records/ids.ts';
import type {Message} from '../../src/shared/records/message.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {mainSession, type SessionKey} from '../../src/shared/records/session-key.ts';
import type {EpochMs} from '../../src/shared/time/time.ts';
import {openAt} from './memory.ts';

/** Makes it, with `messages` in the conversation and, where one is given, the model behind `baseUrl`. */
export const makeLongConversation = (home: string, messages: number, baseUrl?: string): void => {
  const {database, config} = placesOf({ROOSTER_HOME: home}, home);
  mkdirSync(dirname(database), {recursive: true, mode: 0o700});
  if (baseUrl !== undefined) writeFileSync(config, JSON.stringify(configFor(baseUrl)), {mode: 0o600});
  using store = openAt(database);
  const session = mainSession('rooster');
  const startedAt = Date.now() - messages * 60_000;
  const conversation = {key: session, kind: 'main', title: 'main', user: 'owner', trust: 'full'} as const;
  store.transact(() => store.sessions.put({...conversation, lastActivityAt: startedAt}));
  for (let from = 0; from < messages; from += PAGE) {
    store.transact(() => {
      for (let index = from; index < Math.min(messages, from + PAGE); index += 1)
        store.messages.add(messageAt(index, session, startedAt + index * 60_000));
    });
  }
  // Told in a summary, as after a compaction: what a model is sent is not what is measured.
  store.transact(() => {
    const summarizedTo = idAt(messages - 1);
    store.sessions.put({
      ...conversation,
      lastActivityAt: startedAt,
      summary: 'They talked of appointments.',
      summarizedTo,
    });
    store.sessions.read(session, summarizedTo);
  });
};

const messageAt = (index: number, session: SessionKey, at: EpochMs): Message => {
  const asks = index % 2 === 0;
  return {
    id: idAt(index),
    session,
    role: asks ? 'user' : 'assistant',
    text: asks ? `What about appointment ${index}?` : answerOf(index),
    at,
    source: asks ? {kind: 'user', name: 'owner', channel: 'terminal'} : {kind: 'agent'},
  };
};

const idAt = (index: number): MessageId => `msg_talk${String(index).padStart(16, '0')}` as MessageId;

const answerOf = (index: number): string =>
  `Appointment **${index}** is on the list:\n\n- the time is kept, and the place too\n- \`note ${index}\` says what to bring\n\nNothing else is due before it.`;

const configFor = (baseUrl: string): unknown => ({
  agent: {model: 'steady/prose'},
  providers: {steady: {kind: 'openai-compatible', baseUrl, apiKey: 'none'}},
});

const PAGE = 2_000;
