// On the screen people and conversations have names: in the outbox, the timeline, the log and the right pane.
import {expect, test} from 'vitest';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway} from '../../support/fake-gateway.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

const ALICE = 'signal:22222222-2222-4222-8222-222222222222';
const WITH_ALICE = `rooster:dm:${ALICE}` as const;
const GROUP = 'signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const IN_GROUP = 'rooster:group:signal:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const RAW = /2222222|AAECAw/u;

const open = async (columns = 120) => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock, {names: {[ALICE]: 'alice', [GROUP]: 'Family'}});
  const app = await openTestApp({columns, rows: 30, clock, gateway});
  return {app, gateway};
};

test("the outbox shows the recipient's name, and the address in the line below", async () => {
  const {app, gateway} = await open(90);
  await using _ = app;
  gateway.delivers({address: GROUP, text: 'Dinner at eight.'});
  gateway.delivers({address: ALICE, text: 'Your tea.'});
  await app.type(KEYS.alt('4'));
  const screen = await app.frame();
  expect(screen).toMatch(/alice on signal +"Your tea\."/u);
  expect(screen).toMatch(/Family +"Dinner at eight\."/u);
  const rows = screen.split('\n');
  expect(rows.slice(0, -6).join('\n')).not.toMatch(RAW);
  expect(rows.slice(-4).join('\n')).toContain(ALICE);
  await app.type('/', 'family', KEYS.enter);
  const filtered = await app.frame();
  expect(filtered).toContain('Dinner at eight.');
  expect(filtered).not.toContain('Your tea.');
});

test("a heartbeat's report has the name of its conversation, and its full text", async () => {
  const {app, gateway} = await open(80);
  await using _ = app;
  gateway.runs({kind: 'heartbeat', name: WITH_ALICE, status: 'ran', output: 'You wanted to call the dentist.'});
  gateway.runs({kind: 'reflection', name: IN_GROUP, status: 'ran', output: 'HEARTBEAT_OK'});
  await app.type(KEYS.alt('2'), ...'ffffffff');
  const screen = await app.frame();
  expect(screen).toMatch(/♡ +alice on signal: You wanted to call/u);
  expect(screen).toMatch(/✎ +Family/u);
  expect(screen).not.toMatch(RAW);
});

test('the log and the right pane name people, groups and conversations', async () => {
  const {app, gateway} = await open(200);
  await using _ = app;
  gateway.session({key: WITH_ALICE, title: 'alice on signal', user: 'alice'});
  const session = `rooster:cron:heartbeat-${WITH_ALICE.replaceAll(':', '_')}` as const;
  gateway.runs({kind: 'heartbeat', name: WITH_ALICE, session, status: 'ran', endedAt: 1});
  gateway.emit({type: 'delivery.sent', session: WITH_ALICE, delivery: gateway.delivers({address: ALICE, text: 'Hi.'})});
  gateway.emit({type: 'delivery.sent', session: IN_GROUP, delivery: gateway.delivers({address: GROUP, text: 'Yes.'})});
  const chat = await app.frame();
  expect(chat).toMatch(/Yes\..* sent, Family/u);
  await app.type(KEYS.alt('5'));
  const screen = await app.frame();
  expect(screen).toMatch(/alice on signal +delivery sent to alice on signal/u);
  expect(screen).toMatch(/Family +delivery sent to Family/u);
  expect(screen).toMatch(/run of heartbeat of alice on signal/u);
  expect(screen.split('\n').slice(0, -6).join('\n')).not.toMatch(RAW);
});

test('a renamed group has its new title immediately', async () => {
  const {app, gateway} = await open();
  await using _ = app;
  gateway.delivers({address: GROUP, text: 'Dinner at eight.'});
  gateway.session({key: IN_GROUP, title: 'The Clan'});
  await app.type(KEYS.alt('4'));
  expect(await app.frame()).toMatch(/The Clan +"Dinner at eight\."/u);
});

test('a person allowed while the screen is open is named immediately', async () => {
  const {app, gateway} = await open(90);
  await using _ = app;
  const bob = 'signal:33333333-3333-4333-8333-333333333333';
  gateway.delivers({address: bob, text: 'Welcome.'});
  await app.type(KEYS.alt('4'));
  expect(await app.frame()).not.toContain('bob on signal');
  gateway.emit({type: 'config.changed', keys: ['users'], names: {[ALICE]: 'alice', [bob]: 'bob'}});
  expect(await app.frame()).toMatch(/bob on signal +"Welcome\."/u);
});

test('the plan shows where a reminder would ring now, also after a channel was linked while it is open', async () => {
  const {app, gateway} = await open();
  await using _ = app;
  const reminder = gateway.reminds({message: 'stretch', delivery: [], ways: ['terminal:default']});
  await app.type(KEYS.alt('3'));
  expect(await app.frame()).toMatch(/reminder · .* · to here · /u);
  Object.assign(reminder, {ways: [ALICE]});
  gateway.emit({type: 'config.changed', keys: ['users']});
  expect(await app.frame()).toMatch(/reminder · .* · to alice on signal · /u);
});
