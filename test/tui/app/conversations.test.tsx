import {expect, test} from 'vitest';
import type {Session} from '../../../src/shared/records/session.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway, MAIN} from '../../support/fake-gateway.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

const TRIP = 'rooster:chat:trip';

const withSessions = (...sessions: readonly (Partial<Session> & {readonly key: Session['key']})[]) => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  gateway.session({key: MAIN});
  for (const session of sessions) gateway.session(session);
  return {clock, gateway};
};

test('/new with a title makes a conversation and opens it', async () => {
  await using app = await openTestApp(withSessions());
  await app.type('/new Project X', KEYS.enter);
  const screen = await app.frame();
  expect(app.gateway.callsOf('session.create')).toEqual([{title: 'Project X'}]);
  expect(screen).toContain('to Project X');
  expect(screen.split('\n')[0]).toContain('Project X');
});

test('/new alone archives the messages, and PageUp shows them', async () => {
  const fixture = withSessions();
  fixture.gateway.said('an old story');
  await using app = await openTestApp(fixture);
  await app.type('/new', KEYS.enter);
  expect(await app.frame()).toContain('The messages are archived under their own title.');
  await app.frame(2_000);
  await app.type('y');
  const screen = await app.frame();
  expect(app.gateway.callsOf('session.reset')).toEqual([{session: MAIN, archive: true}]);
  expect(screen).toContain('earlier: "Cut off"');
  await app.type(KEYS.pageUp);
  expect(await app.frame()).toContain('to Cut off (archived; a message brings it back)');
});

test('a group starts over without an archive', async () => {
  const group = 'rooster:group:signal:AAEC';
  const fixture = withSessions({key: group, title: 'Family'});
  await using app = await openTestApp({...fixture, session: 'Family'});
  await app.frame();
  await app.type('/new', KEYS.enter);
  await app.frame(2_000);
  await app.type('y');
  await app.frame();
  expect(app.gateway.callsOf('session.reset')).toEqual([{session: group}]);
});

test('Ctrl+N lists the conversations, filters them, and makes the one that is missing', async () => {
  await using app = await openTestApp(withSessions({key: TRIP, title: 'Trip to Rome'}));
  await app.type(KEYS.ctrl('n'));
  expect(await app.frame()).toContain('Trip to Rome');
  await app.type('rome');
  const filtered = await app.frame();
  expect(filtered).toContain('> Trip to Rome');
  expect(filtered).toContain('+ new conversation "rome"');
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('to Trip to Rome');
  await app.type(KEYS.ctrl('n'));
  await app.type('Taxes', KEYS.enter);
  expect(await app.frame()).toContain('to Taxes');
  expect(app.gateway.callsOf('session.create')).toEqual([{title: 'Taxes'}]);
});

test('an archived conversation comes back, and to the screen, with one key', async () => {
  await using app = await openTestApp(withSessions({key: TRIP, title: 'Trip'}));
  await app.type('/session trip', KEYS.enter, '/archive', KEYS.enter);
  expect(await app.frame()).toContain('Archived "Trip".');
  expect(app.state().ui.session).toBe(MAIN);
  await app.type(KEYS.alt('u'));
  expect(await app.frame()).toContain('Restored "Trip".');
  expect(app.gateway.callsOf('session.restore')).toEqual([{session: TRIP}]);
  expect(app.state().ui.session).toBe(TRIP);
});

test('archived conversations are behind Tab, and Ctrl+X archives and brings back', async () => {
  const fixture = withSessions({key: TRIP, title: 'Trip'}, {key: 'rooster:chat:old', title: 'Old one', archived: true});
  await using app = await openTestApp(fixture);
  await app.type(KEYS.ctrl('n'));
  expect(await app.frame()).not.toContain('Old one');
  await app.type('trip');
  await app.frame();
  await app.type(KEYS.ctrl('x'));
  await app.frame();
  expect(app.gateway.callsOf('session.archive')).toEqual([{session: TRIP}]);
  await app.type(KEYS.ctrl('u'), KEYS.tab);
  const archived = await app.frame();
  expect(archived).toContain('Old one');
  expect(archived).toContain('Trip');
  await app.type('old');
  await app.frame();
  await app.type(KEYS.ctrl('x'));
  await app.frame();
  expect(app.gateway.callsOf('session.restore')).toEqual([{session: 'rooster:chat:old'}]);
});

test('/delete asks for the title; the open conversation closes with its draft', async () => {
  const fixture = withSessions({key: TRIP, title: 'Trip'});
  await using app = await openTestApp({...fixture, session: 'Trip'});
  await app.frame();
  await app.type('/delete', KEYS.enter);
  expect(await app.frame()).toContain('type the title, then Enter');
  await app.type('no', KEYS.enter);
  expect(await app.frame()).toContain('the title is: Trip');
  expect(app.gateway.callsOf('session.delete')).toEqual([]);
  await app.type(KEYS.ctrl('u'), 'trip', KEYS.enter);
  const screen = await app.frame();
  expect(app.gateway.callsOf('session.delete')).toEqual([{session: TRIP}]);
  expect(screen).toContain('Deleted "Trip" for good.');
  expect(screen).toContain('to main');
});

test("another client's deletion closes the conversation here and drops its draft", async () => {
  const fixture = withSessions({key: TRIP, title: 'Trip'});
  await using app = await openTestApp({...fixture, session: 'Trip'});
  await app.frame();
  await app.type('half a sentence');
  expect([...app.state().ui.editors.keys()]).toContain(TRIP);
  app.gateway.emit({type: 'session.deleted', session: TRIP, gone: [TRIP], heir: MAIN});
  expect(await app.frame()).toContain('to main');
  expect([...app.state().ui.editors.keys()]).not.toContain(TRIP);
});

test('/fork copies all, and Alt+F forks at the selected message', async () => {
  const fixture = withSessions();
  fixture.gateway.said('one');
  const two = fixture.gateway.said('two');
  await using app = await openTestApp(fixture);
  await app.frame();
  await app.type('/fork Branch', KEYS.enter);
  expect(await app.frame()).toContain('to Branch');
  await app.type('/session main', KEYS.enter);
  await app.frame(10_000);
  await app.type('\x1b[1;5A');
  await app.frame();
  await app.type('\x1bf');
  await app.frame();
  expect(app.gateway.callsOf('session.fork')).toEqual([
    {session: MAIN, title: 'Branch'},
    {session: MAIN, title: '', from: two.id},
  ]);
});

test('/model sets the model of the open conversation', async () => {
  await using app = await openTestApp(withSessions());
  await app.type('/model anthropic/big', KEYS.enter);
  expect(await app.frame()).toContain('"main" uses anthropic/big.');
  expect(app.gateway.callsOf('session.model')).toEqual([{session: MAIN, model: 'anthropic/big'}]);
});

test('search marks results from an archived conversation', async () => {
  const fixture = withSessions({key: TRIP, title: 'Trip', archived: true});
  fixture.gateway.said('a zeppelin flies', {session: TRIP});
  await using app = await openTestApp(fixture);
  await app.frame();
  await app.type(KEYS.ctrl('p'), 'zeppelin');
  await app.frame(500);
  expect(await app.frame()).toMatch(/a zeppelin flies .*archived/u);
});

test('a draft of a conversation that was deleted meanwhile is gone at the next start', async () => {
  const first = await openTestApp({...withSessions({key: TRIP, title: 'Trip'}), session: 'Trip'});
  await first.frame();
  await first.type('half a sentence');
  await first.frame();
  await first[Symbol.asyncDispose]();
  expect(JSON.stringify(first.files.load())).toContain('half a sentence');
  await using app = await openTestApp({...withSessions(), files: first.files});
  expect(await app.frame()).toContain('to main');
  expect([...app.state().ui.editors.keys()]).not.toContain(TRIP);
});

test("a reply in another conversation of one's own is announced", async () => {
  await using app = await openTestApp(withSessions({key: TRIP, title: 'Trip'}));
  await app.frame();
  app.gateway.says('All booked.', {session: TRIP});
  expect(await app.frame()).toContain('Trip: All booked.');
});
