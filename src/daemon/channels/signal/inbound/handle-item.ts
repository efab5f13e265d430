// What comes of one message of the inbox: it is read again, said in the house's words, and brought to its door.
import {targetOf} from '../../../../shared/address.ts';
import type {Inbound} from '../../../../shared/injection.ts';
import type {Hear, InboxItem} from '../../../ports.ts';
import type {HeardMessage} from '../envelope/heard.ts';
import type {Own} from '../envelope/people.ts';
import type {People} from '../people/people.ts';
import {inboundKey, readRaw} from './take.ts';
import type {ItemEnd} from './work-off.ts';

export type HandleDeps = {
  readonly own: () => Own;
  readonly people: People;
  readonly hear: Hear;
};

export const handleItem =
  ({own, people, hear}: HandleDeps) =>
  async (item: InboxItem): Promise<ItemEnd> => {
    const heard = readRaw(item.raw, own());
    if (heard?.kind !== 'message') return {state: 'ignored', because: `a ${heard?.kind ?? 'line that cannot be read'}`};
    const inbound = inboundOf(heard, item, people);
    if (inbound === undefined) return {state: 'ignored', because: 'its author has no name'};
    const hearing = await hear(inbound);
    switch (hearing.kind) {
      case 'kept':
        return {state: 'handled', receipt: heard.toSelf ? 'none' : 'owed'};
      case 'refused':
        return {state: 'ignored', because: hearing.because};
      case 'later':
        return {state: 'later', because: hearing.because};
    }
  };

const inboundOf = (heard: HeardMessage, item: InboxItem, people: People): Inbound | undefined => {
  const address = people.addressOf(heard.author);
  if (address === undefined) return undefined;
  return {
    channel: item.channel,
    sender: targetOf(address),
    text: heard.text,
    at: item.receivedAt,
    key: inboundKey(item),
    ...(heard.group && {group: heard.group.id}),
  };
};
