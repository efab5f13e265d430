// Opens the conversation of a wake-up that names none, in the transaction that stores its message. The request makes
// it: the same request never opens a second one.

import type {RequestId} from '../../../shared/records/ids.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Core} from '../../core.ts';
import type {DoorRequest} from '../../ports/door.ts';
import type {Emit} from '../../ports/store.ts';
import {firstWords, givenTitle, UNTITLED} from '../../sessions/conversation-title.ts';

type Opened = {readonly session: SessionKey; readonly user: string; readonly id: RequestId};

export const openConversation = (
  {store, clock, index, people: {trustOf}}: Core,
  {source, text}: DoorRequest,
  {session, user, id}: Opened,
  emit: Emit,
): void => {
  store.sessions.put({
    key: session,
    kind: 'chat',
    title: givenTitle(`${source.name}: ${firstWords(text) ?? UNTITLED}`),
    trust: trustOf(user) ?? 'public',
    lastActivityAt: clock.now(),
    user,
    madeWith: id,
  });
  const state = index.get(session);
  if (state !== undefined) emit({type: 'session.created', session, state});
};
