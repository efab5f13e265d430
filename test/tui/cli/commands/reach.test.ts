import {describe, expect, test} from 'vitest';
import type {Result} from '../../../../src/ipc/method-table.ts';
import type {Wire} from '../../../../src/shared/fields/wire.ts';
import type {Delivery} from '../../../../src/shared/records/delivery/delivery.ts';
import {judgeAddresses} from '../../../../src/tui/cli/admin/doctor/channels.ts';
import {rooster} from '../rooster.ts';

type People = Result<'reach.list'>['people'];

const AT = '2026-11-21T11:00:00.000Z';
const PEOPLE: People = [
  {
    name: 'alice',
    isOwner: true,
    ways: [
      {address: 'terminal:default', channel: 'terminal', state: 'up'},
      {
        address: 'ntfy:default',
        channel: 'ntfy',
        state: 'up',
        lastSentAt: AT,
        tested: {address: 'ntfy:default', rang: true, at: AT},
      },
      {address: 'notify:default', channel: 'notify', state: 'down', reason: 'Couldn\'t find the program "x".'},
      {address: 'signal:1', channel: 'signal', state: 'off', reason: 'Signal is not set up. Run: rooster signal link'},
    ],
  },
  {name: 'bob', isOwner: false, ways: [{address: 'terminal:default', channel: 'terminal', state: 'up'}]},
];

const sent = (to: string, state: Delivery['state']): Wire<Delivery> => ({
  id: `dlv_${to.replace(':', '')}`,
  key: to,
  address: to as Delivery['address'],
  text: 'Test',
  state,
  attempts: 1,
  createdAt: AT,
  repeat: false,
  ...(state === 'dead' && {lastError: 'Couldn\'t find the program "x".'}),
});

const statusWith = (presence: 'active' | 'away') => ({
  'daemon.status': () =>
    ({
      people: PEOPLE.map(({name}) => ({name, presence, reach: ['terminal:default']})),
    }) as unknown as Result<'daemon.status'>,
});

const answers = {
  ...statusWith('away'),
  'reach.list': () => ({people: PEOPLE}),
  'events.subscribe': () => ({seq: 0}),
  'outbox.send': ({to}: {to: string}) => sent(to, to.startsWith('ntfy') ? 'sent' : 'dead'),
  'reach.answer': ({address, arrived}: {address: string; arrived: boolean}) => ({
    address: address as Delivery['address'],
    rang: arrived,
    at: AT,
  }),
};

describe('reach', () => {
  test('lists the addresses of everybody, their state, and why one does not work', async () => {
    const {out} = await rooster(['reach'], {answers});
    expect(out()).toMatch(/alice +ntfy:default +up +.*arrived/u);
    expect(out()).toMatch(/alice +terminal:default +when a terminal is open/u);
    expect(out()).toMatch(/alice +notify:default +down +never/u);
    expect(out()).toContain('signal:1: Signal is not set up. Run: rooster signal link');
  });

  test('test sends to each address that is set up, says what became of it, and fails if one failed', async () => {
    const {code, out, daemon} = await rooster(['reach', 'test'], {answers});
    expect(code).toBe(1);
    const asked = daemon.asked.filter(([method]) => method === 'outbox.send');
    expect(asked.map(([, params]) => params)).toEqual([
      {to: 'ntfy:default', text: 'Test 1 of 2, sent to ntfy:default.'},
      {to: 'notify:default', text: 'Test 2 of 2, sent to notify:default.'},
    ]);
    expect(out()).toMatch(/not sent +signal:1: Signal is not set up/u);
    expect(out()).toMatch(/^sent +ntfy:default: Sent to/mu);
    expect(out()).toMatch(/not sent +notify:default: Couldn't send to .* Couldn't find the program "x"\./u);
    expect(out()).toContain('rooster reach answer ADDRESS yes');
  });

  test('test asks at a terminal only about sent messages, and stores the answer', async () => {
    const {out, daemon} = await rooster(['reach', 'test', 'alice'], {
      answers,
      terminal: {columns: 80},
      typed: 'n\n',
    });
    expect(daemon.asked.filter(([method]) => method === 'reach.answer')).toEqual([
      ['reach.answer', {address: 'ntfy:default', arrived: false}],
    ]);
    expect(out()).toContain("Recorded: messages don't arrive at ntfy:default.");
  });

  test.each([
    [[], {}],
    [['2h'], {span: '2h'}],
    [['off'], {span: 'off'}],
    [['until', '07:00'], {span: 'until 07:00'}],
    [['bob'], {user: 'bob'}],
    [['bob', '90', 'minutes'], {user: 'bob', span: '90 minutes'}],
  ])('quiet %j asks for %j', async (words, params) => {
    const person = {name: 'alice', presence: 'away', reach: ['signal:1'], quietUntil: AT, held: 2} as const;
    const {out, daemon} = await rooster(['quiet', ...words], {answers: {'reach.quiet': () => person}});
    expect(daemon.asked.filter(([method]) => method === 'reach.quiet')).toEqual([['reach.quiet', params]]);
    expect(out()).toMatch(/^alice: away; reached by signal; quiet until .*, 2 waiting$/mu);
  });

  test('test with --json prints one document', async () => {
    const {out} = await rooster(['reach', 'test', '--json'], {answers});
    expect(JSON.parse(out())).toMatchObject({
      name: 'alice',
      ways: [
        {address: 'signal:1', accepted: false},
        {address: 'terminal:default', accepted: false, isOpen: false},
        {address: 'ntfy:default', accepted: true},
        {accepted: false},
      ],
    });
  });

  test('test says that no terminal UI is open, which is no failure', async () => {
    const {code, out} = await rooster(['reach', 'test', 'bob'], {answers});
    expect(out()).toMatch(/^not sent +terminal:default: No terminal UI is open\./mu);
    expect(code).toBe(0);
  });

  test('test rings at the open terminal with a reminder, ends it, and keeps the answer', async () => {
    const reminder = {id: 'rem_1', state: 'fired'} as unknown as Result<'reminder.get'>;
    const {code, out, daemon} = await rooster(['reach', 'test', 'bob'], {
      answers: {
        ...answers,
        ...statusWith('active'),
        'reminder.set': () => reminder,
        'reminder.get': () => reminder,
        'reminder.done': () => reminder,
      },
      terminal: {columns: 80},
      typed: 'y\n',
    });
    expect(out()).toMatch(/^sent +terminal:default: Shown in the main conversation/mu);
    expect(daemon.asked.filter(([method]) => /^(?:reminder|reach\.answer)/u.test(method))).toEqual([
      ['reminder.set', {in: '1s', message: 'Test, sent to the terminal.', to: 'terminal:default', user: 'bob'}],
      ['reminder.get', {id: 'rem_1'}],
      ['reminder.done', {id: 'rem_1'}],
      ['reach.answer', {address: 'terminal:default', arrived: true}],
    ]);
    expect(code).toBe(0);
  });

  test('answer keeps an answer given later', async () => {
    const {code, daemon} = await rooster(['reach', 'answer', 'ntfy:default', 'yes'], {answers});
    expect(code).toBe(0);
    expect(daemon.asked).toEqual([['reach.answer', {address: 'ntfy:default', arrived: true}]]);
  });

  test.for([
    [['test', 'carol'], /No person "carol" in the configuration\. There are: alice, bob\./u],
    [['answer', 'ntfy:default', 'maybe'], /ANSWER is yes or no, not "maybe"/u],
  ] as const)('%s is refused with a sentence', async ([words, sentence]) => {
    await expect(rooster(['reach', ...words], {answers})).rejects.toThrow(sentence);
  });
});

describe('doctor', () => {
  const judged = (channel: string, isSetUp: boolean, people: People = PEOPLE) =>
    judgeAddresses({channel, isSetUp, people, now: Date.parse(AT)}).map(({verdict, what, fix}) => [verdict, what, fix]);

  test('knows the answer about a test and its age', () => {
    expect(judged('ntfy', true)).toEqual([
      ['good', expect.stringMatching(/^the last test message to ntfy:default arrived, .*now/u), undefined],
    ]);
  });

  test('names the addresses that nobody has tested', () => {
    expect(judged('notify', true)).toEqual([
      ['odd', 'nobody has tested notify:default (alice)', 'rooster reach test alice'],
    ]);
  });

  test('calls an address bad whose test did not arrive', () => {
    const [alice] = PEOPLE;
    const silent = {...alice, name: 'alice', isOwner: true} as People[number];
    const ways = silent.ways.map(way => (way.tested ? {...way, tested: {...way.tested, rang: false}} : way));
    expect(judged('ntfy', true, [{...silent, ways}])).toMatchObject([
      ['bad', expect.stringContaining('did not arrive'), expect.stringContaining('rooster reach test alice')],
    ]);
  });

  test('finds an address without its channel, and a channel without an address', () => {
    expect(judged('ntfy', false)).toEqual([
      ['bad', 'alice has the address ntfy:default, but ntfy is not set up', 'rooster config set ntfy.topic TOPIC'],
    ]);
    expect(judged('ntfy', true, [])).toEqual([
      [
        'odd',
        'ntfy is set up, but no person has an address there',
        'add "ntfy:default" to the "match" of a person under "users"',
      ],
    ]);
    expect(judged('ntfy', false, [])).toEqual([]);
  });
});
