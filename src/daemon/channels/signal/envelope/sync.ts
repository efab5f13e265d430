// Parses what the account's owner did on another device. Note to Self is a message to answer: its destination is the
// owner, without a group. Other sent messages are only recorded.
import type {EveryField} from '../../../../shared/fields/every-field.ts';
import {groupIn, readData} from './data.ts';
import {type EnvelopeFields, fieldsOf, textOf, timestampOf} from './fields.ts';
import {spokenIn} from './mentions.ts';
import {isSamePerson, type Own, personIn} from './people.ts';
import type {SignalEvent, SignalPerson, SyncedSentMessage} from './signal-event.ts';

export const readSync = (sync: EnvelopeFields, author: SignalPerson, own: Own): SignalEvent => {
  const sent = fieldsOf(sync['sentMessage']);
  if (sent === undefined) return {kind: 'ignored', because: otherSync(sync), author};
  const edit = fieldsOf(sent['editMessage']);
  const edits = timestampOf(edit?.['targetSentTimestamp']);
  const data = edit === undefined ? sent : (fieldsOf(edit['dataMessage']) ?? {});
  const to = personIn(sent, {uuid: 'destinationUuid', number: 'destinationNumber', either: 'destination'});
  const group = groupIn(data);
  if (to !== undefined && group === undefined && (isSamePerson(to, own) || isSamePerson(to, author))) {
    return readData(data, {
      author: withOwnIds(author, own),
      own,
      toSelf: true,
      edits,
    });
  }
  // The owner administers a group on their phone.
  if (fieldsOf(data['adminDelete']) !== undefined) {
    return readData(data, {author: withOwnIds(author, own), own, toSelf: false});
  }
  const timestamp = timestampOf(data['timestamp']);
  if (timestamp === undefined) return {kind: 'ignored', because: 'an own message without a timestamp', author};
  const text = spokenIn(data, 'message', own).text || undefined;
  return {
    kind: 'ownMessageElsewhere',
    timestamp,
    to,
    group,
    text,
    edits,
  } satisfies EveryField<SyncedSentMessage>;
};

/** The author, under every address of the own account that is known. */
const withOwnIds = (author: SignalPerson, {uuid, number}: Own): SignalPerson => ({
  ...author,
  uuid: uuid?.toLowerCase() ?? author.uuid,
  number: number ?? author.number,
});

const otherSync = (sync: EnvelopeFields): string => {
  if (Array.isArray(sync['readMessages'])) return 'messages were read on another device';
  if (fieldsOf(sync['sentStoryMessage']) !== undefined) return 'a story was posted on another device';
  if (sync['blockedNumbers'] !== undefined || sync['blockedGroupIds'] !== undefined) return 'the block list was synced';
  const type = textOf(sync['type']);
  return type === undefined ? 'a sync between own devices' : `a sync between own devices (${type})`;
};
