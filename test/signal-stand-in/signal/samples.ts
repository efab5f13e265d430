// One envelope of each kind, as signal-cli writes it: key for key, in its order, with invented people and texts. An absent key is absent, a
// null is null. Since 0.14 every data message says whether it changes the timer.

export const OWN = {number: '+15550000001', uuid: '11111111-1111-4111-8111-111111111111'} as const;
export const ALICE = {number: '+15550000002', uuid: '22222222-2222-4222-8222-222222222222', name: 'Alice'} as const;
/** Known by her ACI only, like many people. */
export const CAROL = {number: null, uuid: '33333333-3333-4333-8333-333333333333', name: 'Carol'} as const;
export const GROUP_ID = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
export const AT = 1_700_000_000_000;

export type Level = '0.13' | '0.14';
export type Sender = {readonly number: string | null; readonly uuid: string; readonly name?: string | null};
export type Json = Readonly<Record<string, unknown>>;

export const header = (from: Sender, at: number = AT, device = 1): Json => ({
  source: from.number ?? from.uuid,
  sourceNumber: from.number,
  sourceUuid: from.uuid,
  sourceName: from.name ?? null,
  sourceDevice: device,
  timestamp: at,
  serverReceivedTimestamp: at + 100,
  serverDeliveredTimestamp: at + 200,
});

/** A data message; `more` follows the four fields that are always there. */
export const data = (message: string | null, more: Json = {}, {at = AT, level = '0.13' as Level} = {}): Json => ({
  timestamp: at,
  message,
  expiresInSeconds: 0,
  ...(level === '0.14' && {isExpirationUpdate: false}),
  viewOnce: false,
  ...more,
});

export const received = (content: Json, from: Sender = ALICE, at: number = AT): Json => ({
  envelope: {...header(from, at), ...content},
  account: OWN.number,
});

export const groupInfo = (type: 'DELIVER' | 'UPDATE' = 'DELIVER', revision = 7): Json => ({
  groupInfo: {groupId: GROUP_ID, groupName: 'Allotment', revision, type},
});

export const file = (id: string, contentType: string, more: Json = {}): Json => ({
  contentType,
  filename: null,
  id,
  size: 12_345,
  width: null,
  height: null,
  caption: null,
  uploadTimestamp: AT,
  ...more,
});

const sent = (to: Sender | undefined, rest: Json): Json => ({
  syncMessage: {
    sentMessage: {
      destination: to === undefined ? null : (to.number ?? to.uuid),
      destinationNumber: to?.number ?? null,
      destinationUuid: to?.uuid ?? null,
      ...rest,
    },
  },
});

const ofOwner = (content: Json): Json => received(content, {...OWN, name: null});

/** Every kind of section 5.4, by name. */
export const samples = (level: Level = '0.13'): Readonly<Record<SampleName, Json>> => {
  const said = (message: string | null, more: Json = {}): Json => data(message, more, {level});
  const dataMessage = (message: string | null, more: Json = {}): Json => received({dataMessage: said(message, more)});
  const about = (target: Sender): Json => ({
    targetAuthor: target.number ?? target.uuid,
    targetAuthorNumber: target.number,
    targetAuthorUuid: target.uuid,
  });
  return {
    dm: dataMessage('good morning'),
    group: dataMessage('who waters today?', groupInfo()),
    groupUpdate: dataMessage(null, groupInfo('UPDATE', 8)),
    mention: dataMessage('\uFFFC are you there', {
      mentions: [{name: OWN.number, number: OWN.number, uuid: OWN.uuid, start: 0, length: 1}],
      ...groupInfo(),
    }),
    styles: dataMessage('loud and exact', {
      textStyles: [
        {style: 'BOLD', start: 0, length: 4},
        {style: 'MONOSPACE', start: 9, length: 5},
      ],
    }),
    quote: dataMessage('this one', {
      quote: {
        id: AT - 5_000,
        author: OWN.number,
        authorNumber: OWN.number,
        authorUuid: OWN.uuid,
        text: 'which one?',
        attachments: [
          {
            contentType: 'image/jpeg',
            filename: 'bed.jpg',
            thumbnail: file('th.jpg', 'image/jpeg', {size: 999, width: 640, height: 480}),
          },
        ],
      },
    }),
    attachment: dataMessage(null, {
      attachments: [file('AbC123.jpg', 'image/jpeg', {filename: 'beans.jpg', width: 640, height: 480})],
    }),
    voice: dataMessage(null, {attachments: [file('VoIcE1.aac', 'audio/aac', {size: 4_321})]}),
    longText: dataMessage(level === '0.14' ? LONG_TEXT : LONG_TEXT.slice(0, 2_000), {
      attachments: [file('LoNg.txt', 'text/x-signal-plain', {size: LONG_TEXT.length})],
    }),
    reaction: dataMessage(null, {
      reaction: {emoji: '👍', ...about(OWN), targetSentTimestamp: AT - 9_000, isRemove: false},
    }),
    groupReaction: dataMessage(null, {
      reaction: {emoji: '👍', ...about(CAROL), targetSentTimestamp: AT - 9_000, isRemove: true},
      ...groupInfo(),
    }),
    remoteDelete: dataMessage(null, {remoteDelete: {timestamp: AT - 1_000}}),
    adminDelete: dataMessage(null, {
      adminDelete: {...about(CAROL), targetSentTimestamp: AT - 1_000},
      ...groupInfo(),
    }),
    pollVote: dataMessage(null, {
      pollVote: {
        ...{author: OWN.number, authorNumber: OWN.number, authorUuid: OWN.uuid},
        ...{targetSentTimestamp: AT - 1_000, optionIndexes: [1], voteCount: 1},
      },
      ...groupInfo(),
    }),
    sticker: dataMessage(null, {sticker: {packId: 'ab010203', stickerId: 4}}),
    timer: received({
      dataMessage: {timestamp: AT, message: null, expiresInSeconds: 3_600, isExpirationUpdate: true, viewOnce: false},
    }),
    preview: dataMessage('see https://example.org/', {
      previews: [{url: 'https://example.org/', title: 'Beans', description: 'All about them', image: null}],
    }),
    storyReply: dataMessage('nice', {
      storyContext: {authorNumber: OWN.number, authorUuid: OWN.uuid, sentTimestamp: AT - 100},
    }),
    edit: received({editMessage: {targetSentTimestamp: AT - 3_000, dataMessage: said('good evening')}}),
    read: received({
      receiptMessage: {when: AT, isDelivery: false, isRead: true, isViewed: false, timestamps: [AT - 10, AT - 5]},
    }),
    typing: received({typingMessage: {action: 'STARTED', timestamp: AT}}),
    groupTyping: received({typingMessage: {action: 'STOPPED', timestamp: AT, groupId: GROUP_ID}}),
    story: received({
      storyMessage: {
        allowsReplies: true,
        fileAttachment: file('s.jpg', 'image/jpeg', {size: 77, width: 640, height: 480}),
      },
    }),
    call: received({callMessage: {offerMessage: {id: 5, type: 'AUDIO_CALL', opaque: 'AQ=='}}}),
    noteToSelf: ofOwner(sent(OWN, said('buy twine'))),
    syncDm: ofOwner(sent(ALICE, said('typed on the phone'))),
    syncGroup: ofOwner(sent(undefined, said('to all of you', groupInfo()))),
    syncEdit: ofOwner(
      sent(ALICE, {editMessage: {targetSentTimestamp: AT - 3_000, dataMessage: said('changed on the phone')}}),
    ),
    syncRead: ofOwner({
      syncMessage: {
        readMessages: [{sender: ALICE.number, senderNumber: ALICE.number, senderUuid: ALICE.uuid, timestamp: AT - 10}],
      },
    }),
    syncContacts: ofOwner({syncMessage: {type: 'CONTACTS_SYNC'}}),
    syncBlocked: ofOwner({syncMessage: {blockedNumbers: [ALICE.number], blockedGroupIds: [GROUP_ID]}}),
    syncEmpty: ofOwner({syncMessage: {}}),
    noContent: received({}),
    untrusted: {
      exception: {message: `Untrusted identity: ${ALICE.uuid}`, type: 'UntrustedIdentityException'},
      ...received({}),
    },
    undecryptable: {
      exception: {
        message: 'org.signal.libsignal.protocol.InvalidMessageException: invalid Whisper message: decryption failed',
        type: 'ProtocolInvalidMessageException',
      },
      ...received({}),
    },
  };
};

export type SampleName = (typeof SAMPLE_NAMES)[number];
export const SAMPLE_NAMES = [
  'dm',
  'group',
  'groupUpdate',
  'mention',
  'styles',
  'quote',
  'attachment',
  'voice',
  'longText',
  'reaction',
  'groupReaction',
  'remoteDelete',
  'adminDelete',
  'pollVote',
  'sticker',
  'timer',
  'preview',
  'storyReply',
  'edit',
  'read',
  'typing',
  'groupTyping',
  'story',
  'call',
  'noteToSelf',
  'syncDm',
  'syncGroup',
  'syncEdit',
  'syncRead',
  'syncContacts',
  'syncBlocked',
  'syncEmpty',
  'noContent',
  'untrusted',
  'undecryptable',
] as const;

export const LONG_TEXT = 'All beans want water. '.repeat(200);
