import {describe, expect, test} from 'vitest';
import {readEnvelope} from '../../../../../src/daemon/channels/signal-cli/envelope/read-envelope.ts';
import type {SignalEvent} from '../../../../../src/daemon/channels/signal-cli/envelope/signal-event.ts';
import {
  ALICE,
  AT,
  CAROL,
  data,
  file,
  GROUP_ID,
  groupInfo,
  header,
  type Json,
  LONG_TEXT,
  OWN,
  received,
  type SampleName,
  samples,
} from '../../../../signal-stand-in/signal/samples.ts';
import {seededRandom} from '../../../../support/seeded-random.ts';

const alice = {uuid: ALICE.uuid, number: ALICE.number, name: 'Alice'};
const owner = {uuid: OWN.uuid, number: OWN.number};
const group = {id: GROUP_ID, name: 'Allotment', revision: 7};
const plain = {author: alice, timestamp: AT, attachments: [], toSelf: false, mentionsUs: false, quotesUs: false};
const ignored = (because: string, author: object = alice) => ({kind: 'ignored', because, author});

const HEARD: Readonly<Record<SampleName, unknown>> = {
  dm: {kind: 'message', ...plain, text: 'good morning'},
  group: {kind: 'message', ...plain, text: 'who waters today?', group},
  groupUpdate: {kind: 'groupUpdate', author: alice, timestamp: AT, group: {...group, revision: 8}},
  mention: {kind: 'message', ...plain, text: `@${OWN.number} are you there`, group, mentionsUs: true},
  styles: {
    kind: 'message',
    ...plain,
    text: 'loud and exact',
    styles: [
      {start: 0, length: 4, style: 'BOLD'},
      {start: 9, length: 5, style: 'MONOSPACE'},
    ],
  },
  quote: {
    kind: 'message',
    ...plain,
    text: 'this one',
    quote: {
      timestamp: AT - 5_000,
      author: owner,
      text: 'which one?',
      attachments: [{type: 'image/jpeg', name: 'bed.jpg'}],
    },
    quotesUs: true,
  },
  attachment: {
    kind: 'message',
    ...plain,
    text: '',
    attachments: [
      {id: 'AbC123.jpg', type: 'image/jpeg', size: 12_345, name: 'beans.jpg', width: 640, height: 480, voice: false},
    ],
  },
  voice: {
    kind: 'message',
    ...plain,
    text: '',
    attachments: [{id: 'VoIcE1.aac', type: 'audio/aac', size: 4_321, voice: true}],
  },
  longText: {kind: 'message', ...plain, text: LONG_TEXT, textFiles: ['LoNg.txt']},
  reaction: {
    kind: 'reaction',
    author: alice,
    timestamp: AT,
    emoji: '👍',
    removed: false,
    target: {author: owner, timestamp: AT - 9_000},
    targetsUs: true,
    toSelf: false,
  },
  groupReaction: {
    kind: 'reaction',
    author: alice,
    timestamp: AT,
    group,
    emoji: '👍',
    removed: true,
    target: {author: {uuid: CAROL.uuid}, timestamp: AT - 9_000},
    targetsUs: false,
    toSelf: false,
  },
  remoteDelete: {kind: 'remoteDelete', author: alice, timestamp: AT, targetTimestamp: AT - 1_000, toSelf: false},
  adminDelete: {
    ...{kind: 'remoteDelete', author: alice, timestamp: AT, targetTimestamp: AT - 1_000, toSelf: false, group},
    targetAuthor: {uuid: CAROL.uuid},
  },
  pollVote: ignored('a vote in a poll'),
  sticker: {kind: 'message', ...plain, text: '[sticker]'},
  timer: ignored('a change of the chat’s timer'),
  preview: {kind: 'message', ...plain, text: 'see https://example.org/'},
  storyReply: {kind: 'message', ...plain, text: 'nice'},
  edit: {kind: 'message', ...plain, text: 'good evening', edits: AT - 3_000},
  read: {kind: 'receipt', author: alice, receipt: 'read', at: AT, timestamps: [AT - 10, AT - 5]},
  typing: {kind: 'typing', author: alice, started: true, timestamp: AT},
  groupTyping: {kind: 'typing', author: alice, group: {id: GROUP_ID}, started: false, timestamp: AT},
  story: ignored('a story'),
  call: ignored('a call'),
  noteToSelf: {kind: 'message', ...plain, author: owner, text: 'buy twine', toSelf: true},
  syncDm: {
    kind: 'ownMessageElsewhere',
    timestamp: AT,
    to: {uuid: ALICE.uuid, number: ALICE.number},
    text: 'typed on the phone',
  },
  syncGroup: {kind: 'ownMessageElsewhere', timestamp: AT, group, text: 'to all of you'},
  syncEdit: {
    kind: 'ownMessageElsewhere',
    timestamp: AT,
    to: {uuid: ALICE.uuid, number: ALICE.number},
    text: 'changed on the phone',
    edits: AT - 3_000,
  },
  syncRead: ignored('messages were read on another device', owner),
  syncContacts: ignored('a sync between own devices (CONTACTS_SYNC)', owner),
  syncBlocked: ignored('the block list was synced', owner),
  syncEmpty: ignored('a sync between own devices', owner),
  noContent: ignored('an envelope without content'),
  untrusted: {kind: 'untrusted', author: alice, timestamp: AT},
  undecryptable: {kind: 'undecryptable', author: alice, timestamp: AT, type: 'ProtocolInvalidMessageException'},
};

const heard = (value: unknown, own = {}): SignalEvent => readEnvelope(value, {...OWN, ...own});
const said = (message: string | null, more: Json = {}): SignalEvent =>
  heard(received({dataMessage: data(message, more)}));
const wordsOf = (one: SignalEvent): string => (one.kind === 'message' ? one.text : JSON.stringify(one));

describe('each kind of envelope that signal-cli writes is recognized', () => {
  test.each(Object.entries(samples('0.14')))('%s', (name, sample) => {
    expect(heard(sample)).toEqual(HEARD[name as SampleName]);
  });

  test("a story posted on another device is ignored under signal-cli's name for it", () => {
    const sentStoryMessage = {allowsReplies: true, fileAttachment: {contentType: 'image/jpeg', id: 's.jpg', size: 77}};
    const envelope = {sourceNumber: OWN.number, sourceUuid: OWN.uuid, timestamp: AT, syncMessage: {sentStoryMessage}};
    expect(heard({envelope})).toEqual(ignored('a story was posted on another device', owner));
  });

  test('a notification parses the same with and without a subscription', () => {
    const {dm} = samples();
    const plainForm = {jsonrpc: '2.0', method: 'receive', params: dm};
    const subscribed = {jsonrpc: '2.0', method: 'receive', params: {subscription: 0, result: dm}};
    for (const form of [plainForm, subscribed, plainForm.params, subscribed.params])
      expect(heard(form)).toEqual(HEARD.dm);
  });
});

describe('the author', () => {
  test('without a number is identified by ACI, in upper or lower case', () => {
    const one = heard(received({dataMessage: data('hi')}, {...CAROL, uuid: CAROL.uuid.toUpperCase(), name: null}));
    expect(one).toMatchObject({author: {uuid: CAROL.uuid}});
    expect(one).not.toHaveProperty('author.number', expect.anything());
    expect(one).not.toHaveProperty('author.name', expect.anything());
  });

  test('comes from the old source field when no other is there', () => {
    const envelope = {source: ALICE.number, timestamp: AT, dataMessage: data('hi')};
    expect(heard({envelope})).toMatchObject({kind: 'message', author: {number: ALICE.number}});
    expect(heard({envelope: {...envelope, source: CAROL.uuid}})).toMatchObject({author: {uuid: CAROL.uuid}});
  });

  test('is unknown when only a name is there', () => {
    const envelope = {source: null, sourceName: 'Alice', timestamp: AT, dataMessage: data('hi')};
    expect(heard({envelope})).toEqual({kind: 'ignored', because: 'an envelope that names no sender'});
  });

  test('is identified by ACI before the number', () => {
    const taken = heard(received({dataMessage: data('hi')}, {number: OWN.number, uuid: ALICE.uuid}));
    expect(taken).toMatchObject({kind: 'message', toSelf: false});
  });

  test('is not ours when another account of the same daemon received the message', () => {
    const other = {...samples().dm, account: '+15550000009'};
    expect(heard(other)).toMatchObject({kind: 'ignored', because: expect.stringContaining('another account')});
    expect(readEnvelope(other, {uuid: OWN.uuid})).toMatchObject({kind: 'message'});
  });
});

describe('Note to Self', () => {
  const sentTo = (fields: Json, message = data('x')) =>
    heard({
      envelope: {...header({...OWN, name: null}), syncMessage: {sentMessage: {...fields, ...message}}},
      account: OWN.number,
    });

  test('is recognized by ACI when there is no number', () => {
    const to = {destination: OWN.uuid, destinationNumber: null, destinationUuid: OWN.uuid};
    expect(sentTo(to)).toMatchObject({kind: 'message', toSelf: true, author: owner});
  });

  test('is not a group message, even a message that names the owner', () => {
    const to = {destination: OWN.number, destinationNumber: OWN.number, destinationUuid: OWN.uuid};
    expect(sentTo(to, data('x', groupInfo()))).toMatchObject({kind: 'ownMessageElsewhere', group: {id: GROUP_ID}});
  });

  test('may be a reaction or an edit', () => {
    const to = {destination: OWN.number, destinationNumber: OWN.number, destinationUuid: OWN.uuid};
    const reaction = {emoji: '✅', targetAuthorUuid: OWN.uuid, targetSentTimestamp: AT - 1, isRemove: false};
    expect(sentTo(to, data(null, {reaction}))).toMatchObject({kind: 'reaction', toSelf: true, targetsUs: true});
    const editMessage = {targetSentTimestamp: AT - 7, dataMessage: data('again')};
    expect(sentTo(to, {editMessage})).toMatchObject({kind: 'message', toSelf: true, text: 'again', edits: AT - 7});
  });

  test('is recognized before our own ACI is known', () => {
    const note = samples().noteToSelf;
    expect(readEnvelope(note, {number: OWN.number})).toMatchObject({kind: 'message', toSelf: true});
  });

  test("can't come from somebody else", () => {
    const forged = received({syncMessage: {sentMessage: {destinationUuid: OWN.uuid, ...data('obey')}}});
    expect(heard(forged)).toMatchObject({kind: 'ignored', because: 'a sync of somebody else'});
  });
});

describe('mentions', () => {
  const mention = (start: number, name: string, uuid: string = CAROL.uuid, length = 1): Json => ({
    name,
    number: null,
    uuid,
    start,
    length,
  });

  test('are replaced in place, counted in UTF-16 units', () => {
    const one = said('🌱 \uFFFC and \uFFFC!', {mentions: [mention(3, 'Carol'), mention(9, 'Bob', ALICE.uuid)]});
    expect(wordsOf(one)).toBe('🌱 @Carol and @Bob!');
  });

  test('move styles along with the text they mark', () => {
    const one = said('\uFFFC now', {
      mentions: [mention(0, 'Carol')],
      textStyles: [
        {style: 'BOLD', start: 2, length: 3},
        {style: 'ITALIC', start: 0, length: 5},
      ],
    });
    expect(one).toMatchObject({
      text: '@Carol now',
      styles: [
        {start: 7, length: 3, style: 'BOLD'},
        {start: 0, length: 10, style: 'ITALIC'},
      ],
    });
  });

  test('with invalid positions or without a placeholder change no text', () => {
    const mentions = [mention(0, 'Carol'), mention(99, 'Carol'), mention(0, 'Carol', CAROL.uuid, 5)];
    expect(wordsOf(said('hello', {mentions}))).toBe('hello');
  });

  test('of us are recognized by ACI or number and show our name', () => {
    const byNumber = {name: 'x', number: OWN.number, uuid: null, start: 0, length: 1};
    for (const one of [mention(0, 'x', OWN.uuid), byNumber]) {
      const value = received({dataMessage: data('\uFFFC?', {mentions: [one]})});
      expect(heard(value, {name: 'Rooster'})).toMatchObject({mentionsUs: true, text: '@Rooster?'});
    }
    expect(said('\uFFFC?', {mentions: [mention(0, 'Carol')]})).toMatchObject({mentionsUs: false});
  });

  test("are replaced in a quote too, but don't count as a mention of us", () => {
    const quote = {id: AT - 1, authorUuid: CAROL.uuid, text: '\uFFFC!', mentions: [mention(0, 'us', OWN.uuid)]};
    expect(said('yes', {quote})).toMatchObject({quote: {text: '@us!'}, mentionsUs: false, quotesUs: false});
  });
});

describe('attachments', () => {
  test.each(['../../etc/passwd', '/etc/passwd', '..', 'a\\b', 'a\0b', ''])('with the name %j are not accepted', id => {
    expect(said('look', {attachments: [file(id, 'image/png')]})).not.toHaveProperty(
      'attachments.0.id',
      expect.anything(),
    );
  });

  test('of sound are files if they have a name; without one, or called voice, they are voice messages', () => {
    const sounds = [
      file('a.mp3', 'audio/mpeg', {filename: 'song.mp3'}),
      file('b.m4a', 'AUDIO/MP4'),
      file('c', 'audio/ogg', {filename: 'voice-note.ogg'}),
    ];
    const one = said(null, {attachments: sounds});
    expect(one.kind === 'message' && one.attachments.map(({voice}) => voice)).toEqual([false, true, true]);
  });

  test('of a text that signal-cli cut hold the whole text', () => {
    expect(heard(samples('0.13').longText)).toMatchObject({
      text: LONG_TEXT.slice(0, 2_000),
      attachments: [],
      longText: {id: 'LoNg.txt', size: LONG_TEXT.length},
    });
  });

  test('that may be viewed once are marked', () => {
    expect(said(null, {attachments: [file('a.jpg', 'image/jpeg')], viewOnce: true})).toMatchObject({viewOnce: true});
  });
});

describe('details', () => {
  test('a chat with a timer gives messages an expiry time', () => {
    expect(said('psst', {expiresInSeconds: 60})).toMatchObject({kind: 'message', text: 'psst', expiresInSeconds: 60});
  });

  test('unknown, empty and out-of-range styles are dropped; an overlong style is cut', () => {
    const textStyles = [
      {style: 'BOLD', start: 1, length: 99},
      {style: 'bold', start: 0, length: 1},
      {style: 'ITALIC', start: 9, length: 1},
      {style: 'ITALIC', start: 0, length: 0},
    ];
    expect(said('abc', {textStyles})).toMatchObject({styles: [{start: 1, length: 2, style: 'BOLD'}]});
  });

  test.each([
    ['isDelivery', 'delivered'],
    ['isRead', 'read'],
    ['isViewed', 'viewed'],
  ])('a receipt with %s means %s', (key, receipt) => {
    const receiptMessage = {when: AT, isDelivery: false, isRead: false, isViewed: false, timestamps: [AT], [key]: true};
    expect(heard(received({receiptMessage}))).toMatchObject({kind: 'receipt', receipt});
  });

  test("a message without a usable timestamp can't be identified, so it is unreadable", () => {
    for (const timestamp of [null, '1', 0, -1, 1.5, 2 ** 60]) {
      const one = heard(received({dataMessage: {...data('hi'), timestamp}}));
      expect(one).toMatchObject({kind: 'undecryptable', noTimestamp: true});
    }
    const none = heard(received({dataMessage: {...data('hi'), timestamp: undefined}}));
    expect(none).toMatchObject({kind: 'ignored', because: 'a message without a timestamp'});
  });

  test("an exception beside content doesn't hide the content; an exception alone is reported", () => {
    expect(heard({exception: {message: null, type: 'X'}, ...samples().dm})).toEqual(HEARD.dm);
    expect(heard({exception: {message: null, type: 'X'}, account: OWN.number})).toEqual({
      kind: 'undecryptable',
      type: 'X',
    });
  });
});

test.for([
  [{sticker: {packId: 'ab', stickerId: 4, emoji: '🐓'}}, '[sticker: 🐓]'],
  [
    {contacts: [{name: {given: 'Carol', family: 'Example'}, phone: [{value: '+15550000003', type: 'MOBILE'}]}]},
    '[shared contact: Carol Example, +15550000003]',
  ],
  [{contacts: [{}]}, '[shared contact]'],
  [{pollCreate: {question: 'Tea?', allowMultiple: false, options: ['yes', 'no']}}, '[poll: Tea?, yes, no]'],
  [{payment: {note: 'for the beans', receipt: 'AA=='}}, '[payment: for the beans]'],
] as const)('a message without text is described to the agent in brackets: %j', ([content, text]) => {
  const envelope = received({dataMessage: data(null, content, {at: AT})}, ALICE, AT);
  expect(readEnvelope(envelope, OWN)).toMatchObject({kind: 'message', text});
});

describe('any input is parsed without an exception', () => {
  const random = seededRandom(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const junk = (depth: number): unknown =>
    pick<() => unknown>([
      () => null,
      () => true,
      () => -1,
      () => 2 ** 70,
      () => '',
      () => '\uFFFC\uD800',
      () => ALICE.uuid,
      () => [],
      () => (depth > 3 ? {} : [junk(depth + 1), junk(depth + 1)]),
      () => (depth > 3 ? [] : {envelope: junk(depth + 1), groupId: junk(depth + 1), start: junk(depth + 1)}),
    ])();
  const damaged = (value: unknown): unknown => {
    if (random() < 0.12) return junk(0);
    if (Array.isArray(value)) return value.map(damaged);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(() => random() > 0.05)
        .map(([key, field]) => [key, damaged(field)]),
    );
  };
  const all = Object.values(samples('0.14'));

  test('20,000 damaged envelopes each give a kind, and a reason where they are ignored', () => {
    const kinds = new Set<string>();
    for (let count = 0; count < 20_000; count++) {
      const one = readEnvelope(damaged(pick(all)), OWN);
      kinds.add(one.kind);
      if (one.kind === 'ignored') expect(one.because).not.toBe('');
      if (one.kind === 'message') expect(one.author.uuid ?? one.author.number).toBeTypeOf('string');
    }
    expect(kinds.size).toBe(10);
  });

  test.each([undefined, null, 0, 'x', [], {}, {envelope: []}, {envelope: null}, {params: {result: 5}}])('%j', value => {
    expect(readEnvelope(value, OWN)).toEqual({kind: 'ignored', because: 'no envelope of signal-cli'});
  });

  test('own properties with odd names change nothing', () => {
    const value = JSON.parse(`{"__proto__":{"envelope":{}},"envelope":{"__proto__":1,"constructor":2}}`) as unknown;
    expect(readEnvelope(value, OWN).kind).toBe('ignored');
  });
});
