// Replies by tool in mail threads: only what the agent sends with mail_send leaves, and each thread is owed its own reply. The numbers
// are those of the requirements drawn from the seed.
import {expect, test} from 'vitest';
import {fakeChannel} from '../support/fake-channel.ts';
import {mailConfig} from '../support/mail/mail-fixture.ts';
import {type ScriptedAnswer, type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const ALICE = 'alice@example.org';
const [LUNCH, TRAIN] = ['aaaa00000001', 'bbbb00000002'];

const open = async (answers: readonly ScriptedTurn[], replies: 'by-tool' | 'automatic' = 'by-tool') => {
  const home = tempDir();
  const model = scriptedModel(answers);
  const mail = fakeChannel('mail');
  const fixture = await openTestDaemon({
    home: home.path,
    models: model.models,
    channels: [mail],
    config: {
      users: [{name: 'alice', trust: 'full', match: ['terminal:default', `mail:${ALICE}`]}],
      mail: mailConfig(9, 9, {replies}),
      heartbeat: {enabled: false},
      reflection: {enabled: false},
    },
  });
  let mails = 0;
  return {
    model,
    fixture,
    /** Alice writes in a thread; resolves when its turn has ended and what was sent has left. */
    asks: async (thread: string, text: string, at = fixture.clock.now()) => {
      mails += 1;
      const ended = () => fixture.events.filter(({type}) => type === 'turn.ended').length;
      const before = ended();
      const more = {
        thread: {id: thread, title: 'Mail'},
        key: `mail:${ALICE}/<m${mails}@example.org>/0`,
        at,
      };
      await mail.says(ALICE, text, undefined, more);
      await until('the turn ends', () => ended() > before);
      await fixture.clock.advance(1_000);
    },
    sent: () => mail.sent.map(({text, quote}) => ({text, answers: quote?.id})),
    owed: async (thread: string) => (await fixture.call('ledger.get', {contact: `rooster:mail:${thread}`})).owed,
    reminderIn: (request: number) =>
      /⟦Note: (You are about to end without a reply[^⟧]*)⟧/u.exec(JSON.stringify(model.asked[request]?.prompt))?.[1],
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      home[Symbol.dispose]();
      model[Symbol.dispose]();
    },
  };
};

const sends = (text: string): ScriptedAnswer => ({text: [], calls: [{name: 'mail_send', input: {text}}]});

test('AT-01, AT-21 prose is never mailed; after one reminder the agent answers in the thread', async () => {
  await using scene = await open(['At noon.', sends('At noon.'), 'Sent.']);
  await scene.asks(LUNCH, 'When is lunch?');
  expect(scene.sent()).toEqual([{text: 'At noon.', answers: '<m1@example.org>'}]);
  expect(scene.reminderIn(1)).toContain('mail_send');
});

test('AT-09, AT-12, AT-18 a thread is owed a reply while its newest mail is theirs, whatever happens in others', async () => {
  await using scene = await open([
    'NO_ACTION_NEEDED',
    'Prose.',
    'More prose.',
    sends('At noon.'),
    'Sent.',
    'Prose.',
    'More prose.',
  ]);
  await expect(scene.owed(LUNCH)).rejects.toThrow(`No mail thread ${LUNCH}.`);
  await scene.asks(LUNCH, 'thanks');
  expect(await scene.owed(LUNCH)).toBe(false);
  await scene.asks(LUNCH, 'When is lunch?');
  expect(await scene.owed(LUNCH)).toBe(true);
  await scene.asks(TRAIN, 'And when does the train leave?');
  expect([await scene.owed(LUNCH), await scene.owed(TRAIN)]).toEqual([true, false]);
  await scene.asks(TRAIN, 'Are you sure?');
  expect([await scene.owed(LUNCH), await scene.owed(TRAIN)]).toEqual([true, true]);
  await scene.fixture.call('ledger.clear', {contact: `mail:${TRAIN}`});
  expect(await scene.owed(TRAIN)).toBe(false);
});

test('AT-07 an answer to another mail that came at the same time does not count as the answer in this one', async () => {
  await using scene = await open([
    {text: [], calls: [{name: 'mail_send', input: {text: 'At noon.'}}]},
    'Sent.',
    'Prose in the other thread.',
    'NO_ACTION_NEEDED',
  ]);
  const both = scene.fixture.clock.now();
  await scene.asks(LUNCH, 'When is lunch?', both);
  await scene.asks(TRAIN, 'When does the train leave?', both);
  expect(scene.reminderIn(3)).toBeDefined();
});

test('a message beside the answer stays in the thread as well', async () => {
  const both = [
    {name: 'mail_send', input: {text: 'At noon.'}},
    {name: 'mail_send', input: {text: 'Bring a coat.'}},
  ];
  await using scene = await open([{text: [], calls: both}, 'Sent.']);
  await scene.asks(LUNCH, 'When is lunch?');
  expect(scene.sent()).toEqual([
    {text: 'At noon.', answers: '<m1@example.org>'},
    {text: 'Bring a coat.', answers: '<m1@example.org>'},
  ]);
  const {sessions} = await scene.fixture.call('session.list', {});
  expect(sessions.map(({key}) => key)).not.toContain('rooster:dm:mail:alice@example.org');
});

test('with automatic replies the text of the turn is the answer', async () => {
  await using scene = await open(['At noon.'], 'automatic');
  await scene.asks(LUNCH, 'When is lunch?');
  expect(scene.sent()).toEqual([{text: 'At noon.', answers: '<m1@example.org>'}]);
});
