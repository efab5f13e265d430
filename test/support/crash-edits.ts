// The story of changed messages: Bob sent two requests, each was answered and set a reminder. While no daemon runs he edits one and deletes
// the other. However often a daemon dies: one turn for the edit, one notice for the deletion, no unmarked duplicate, and the ledger shows
// whether he was answered.
import {appendFileSync, existsSync, readFileSync} from 'node:fs';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import type {Inbound, InboundChange} from '../../src/shared/records/delivery/injection.ts';
import {DAY, HOUR, isoOf} from '../../src/shared/time/time.ts';
import {openToRead, openTurns} from './crash-home.ts';
import type {Scene} from './crash-scene.ts';
import type {Trace} from './crash-story.ts';
import {gapsIn} from './event-checks.ts';
import type {Reply} from './loopback-http.ts';
import type {RealDaemon} from './real-daemon.ts';
import {until} from './until.ts';

/** A message from Bob's phone: a line of the file `mail`, delivered to a home until its key is in `mail-kept` there. */
export type Mail = {readonly said: Inbound & {readonly key: string}} | {readonly changed: InboundChange};

export const keyOf = (mail: Mail): string => ('said' in mail ? mail.said.key : mail.changed.key);

/** Two requests and their answers: the daemon has finished both. */
export const sendRequests = async ({home, world}: Pick<Trace, 'home' | 'world'>, sender: string): Promise<void> => {
  const at = Date.now();
  const from = {channel: 'signal', sender, at} as const;
  addMail(world, {said: {...from, key: 'first', text: FIRST}}, {said: {...from, key: 'second', text: SECOND}});
  await until('both requests are answered', () => isAnswered(home));
};

/** From outside, while no daemon runs. */
export const changeRequests = (world: string, sender: string): void => {
  const from = {channel: 'signal', sender, at: Date.now()} as const;
  addMail(
    world,
    {changed: {...from, key: EDIT, of: 'first', text: EDITED}},
    {changed: {...from, key: 'deletion', of: 'second'}},
  );
};

/** The model sets a reminder for a request and moves it for an edit; undefined for any other input. */
export const answerToBob = (words: string): Reply | undefined => {
  const call = (input: object): Reply => ({
    kind: 'tools',
    calls: [{id: 'call_1', name: 'reminder', arguments: [JSON.stringify({...input})]}],
  });
  if (words === FIRST) return call({action: 'set', time: isoOf(NINE), message: MUM, mode: 'verbatim'});
  if (words === SECOND) return call({action: 'set', time: isoOf(NINE), message: CAT, mode: 'verbatim'});
  const id = words.startsWith('⟦With the message, as data:⟧ Edited.') ? /\((rem_\w+)\)/u.exec(words)?.[1] : undefined;
  return id === undefined ? undefined : call({action: 'edit', id, time: isoOf(SEVEN)});
};

/** The edit and the deletion are handled, with all their effects. */
export const isEditOver = (home: string): boolean =>
  linesOf(`${home}/mail-kept`).length === 4 && numberOf(home, 'deliveries') >= 4 && isAnswered(home);

/** In order of cause and effect, so that nothing begins after it was read as ended. */
const isAnswered = (home: string): boolean =>
  existsSync(`${home}/mail-kept`) &&
  openTurns(home) === 0 &&
  numberOf(home, 'deliveries') >= 2 &&
  numberOf(home, `deliveries WHERE state IN ('queued', 'sending')`) === 0;

/** The problems at the end of the story; empty when all is right. */
export const wrongEdits = async (daemon: RealDaemon, scene: Scene): Promise<readonly string[]> => [
  ...wrongTold(daemon.events, scene),
  ...wrongKept(scene),
  ...(await wrongLedger(daemon, scene)),
];

const wrongTold = (events: readonly GatewayEvent[], {home, deaths}: Scene): readonly string[] => {
  const count = (type: GatewayEvent['type']): number => events.filter(event => event.type === type).length;
  const moved = momentsOf(home, MUM)[0] === SEVEN ? 1 : 0;
  return [
    ...gapsIn(events),
    // An interrupted turn begins again.
    ...wrong('turns began', count('turn.started'), count('turn.started') <= 3 + deaths()),
    ...wrong(
      'turns ended',
      count('turn.ended'),
      count('turn.ended') >= 3 && count('turn.ended') <= count('turn.started'),
    ),
    ...wrong('reminders were set', count('reminder.set'), count('reminder.set') === 2),
    ...wrong('reminders were edited', count('reminder.edited'), count('reminder.edited') === moved),
  ];
};

const wrongKept = (scene: Scene): readonly string[] => {
  const {home, deaths, post} = scene;
  const turns = rowsOf(home, `turns`);
  const edit = editTurn(home);
  const used = rowsOf(home, `messages WHERE role = 'tool'`).filter(({turnId}) => turnId === edit?.['id']).length;
  const deliveries = rowsOf(home, 'deliveries');
  const ofEdit = deliveries.filter(({turnId}) => turnId === edit?.['id']);
  const notices = deliveries.filter(({text}) => String(text).startsWith('You deleted a message.'));
  const isReplied = edit?.['outcome'] === 'replied';
  const sent = Map.groupBy(post(), ({key}) => key);
  const mum = momentsOf(home, MUM);
  const dead = deliveries.filter(({state}) => state !== 'sent').length;
  return [
    ...wrong('turns', turns.length, turns.length === 3),
    ...wrong('turns of the edit', edit, edit !== undefined),
    // Only a death after a tool call, or a second death, may leave it unanswered; then Bob gets a notice.
    ...wrong('no answer', edit, isReplied || (deaths() > 0 && (used > 0 || deaths() > 1 || isBroken(home, edit)))),
    ...wrong('answers to the edit', ofEdit, ofEdit.length === 1 && (ofEdit[0]?.['holding'] === 1) !== isReplied),
    ...wrong('notices', notices, notices.length === 1 && String(notices[0]?.['text']).includes(CAT)),
    ...wrong('the first reminder', mum, mum.length === 1 && (mum[0] === SEVEN || (mum[0] === NINE && !isReplied))),
    ...wrong('the second reminder', momentsOf(home, CAT), momentsOf(home, CAT).join() === String(NINE)),
    ...wrong(
      'the deleted text is kept',
      SECOND,
      rowsOf(home, 'messages').every(({text}) => text !== SECOND),
    ),
    ...wrong('given up', dead, dead <= (deaths() > 1 ? 1 : 0)),
    ...[...sent.values()].flatMap(copies => {
      const isMarked = copies.slice(1).every(({repeat}) => repeat);
      return wrong('sent', copies, copies.length <= Math.min(2, 1 + deaths()) && isMarked);
    }),
    ...wrong('deliveries sent', sent.size, sent.size + dead >= 4),
  ];
};

/** The call had begun when the daemon died: it has no result, and may have been carried out. */
const isBroken = (home: string, edit: Row | undefined): boolean =>
  rowsOf(home, 'messages WHERE toolCalls IS NOT NULL').some(({turnId}) => turnId === edit?.['id']);

/** Bob is owed a reply until the edit is answered; the notice of the deletion isn't one. */
const wrongLedger = async (daemon: RealDaemon, {home}: Scene): Promise<readonly string[]> => {
  const {owed} = await daemon.call('ledger.get', {contact: 'bob'});
  const edit = editTurn(home);
  const isSent = rowsOf(home, 'deliveries').some(
    ({turnId, state, holding}) => turnId === edit?.['id'] && state === 'sent' && holding === 0,
  );
  return wrong('a reply is owed', owed, owed === !isSent);
};

const editTurn = (home: string): Row | undefined => {
  const [message] = rowsOf(home, `messages WHERE key = '${EDIT}'`);
  return rowsOf(home, 'turns').find(({id}) => id === message?.['turnId']);
};

const momentsOf = (home: string, message: string): readonly number[] =>
  rowsOf(home, `reminders WHERE state = 'pending'`)
    .filter(row => row['message'] === message)
    .map(({fireAt}) => Date.parse(String(fireAt)));

const wrong = (what: string, found: unknown, isRight: boolean): readonly string[] =>
  isRight ? [] : [`${what}: ${JSON.stringify(found)}`];

const addMail = (world: string, ...mail: readonly Mail[]): void =>
  appendFileSync(`${world}/mail`, mail.map(each => `${JSON.stringify(each)}\n`).join(''));

export const linesOf = (path: string): readonly string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (home: string, from: string): readonly Row[] => {
  using database = openToRead(home);
  return database.prepare(`SELECT * FROM ${from}`).all();
};

const numberOf = (home: string, from: string): number => rowsOf(home, from).length;

const EDIT = 'edit';
const FIRST = 'Remind me at 9 to call mum';
const SECOND = 'Remind me at 9 to feed the cat';
const EDITED = 'Remind me at 7 to call mum';
const MUM = 'call mum';
const CAT = 'feed the cat';
const NINE = Math.ceil(Date.now() / HOUR) * HOUR + DAY;
const SEVEN = NINE - 2 * HOUR;
