import {expect, test} from 'vitest';
import {judgeSignal, type SignalFacts} from '../../../../../src/tui/cli/admin/doctor/signal.ts';

const ALICE = {name: 'alice', match: ['terminal:default', 'signal:+15555550100']};
const signal = {account: '+15550000001', endpoint: 'spawn', command: 'signal-cli'};
const program = {kind: 'works', version: '0.14.6'};
const rings = {address: 'signal:+15555550100', rang: true, at: '2026-11-21T11:00:00.000Z'} as const;
const well: SignalFacts = {signal, users: [ALICE], probe: {program, linked: true}, rings};
const up = {channel: 'signal', inbound: 'up', outbound: 'up', life: 'up'} as const;
const attached = {account: '+15550000001', endpoint: 'tcp:localhost:7583', command: 'signal-cli'};
const answers = {kind: 'answers', version: '0.14.6'};
const delivery = {
  id: 'dlv_1',
  key: 'k',
  address: 'signal:+15555550100',
  text: 'x',
  attempts: 1,
  createdAt: '2026-11-21T11:00:00.000Z',
  repeat: false,
} as const;

const held = {
  address: 'signal:+15555550100',
  messages: 2,
  sinceAt: delivery.createdAt,
  reason: 'The safety number of Bob has changed.',
  needs: 'trust',
} as const;

test('a healthy setup has no findings to fix', () => {
  const findings = judgeSignal({...well, status: up});
  expect(findings.map(({verdict, what}) => [verdict, what])).toEqual([
    ['good', 'signal-cli 0.14.6'],
    ['good', 'linked to +15550000001'],
    ['good', 'the daemon sends and receives'],
    ['good', 'reminders reach alice on Signal'],
    ['good', 'the phone rang for a test message'],
  ]);
});

test('without Signal, whoever is reached in another way is not sent to install it', () => {
  const {signal: _, ...without} = well;
  const owner = (...match: string[]) => judgeSignal({...without, users: [{name: 'alice', match}]});
  expect(owner('terminal:default')).toMatchObject([{verdict: 'odd', what: expect.stringContaining('terminal only')}]);
  expect(owner('terminal:default', 'ntfy:default')).toEqual([
    {name: 'signal', verdict: 'good', what: 'Signal is not set up; reminders reach you at ntfy:default'},
  ]);
});

test('an owner without a Signal address who is reached in another way has nothing to fix', () => {
  const bob = {name: 'bob', match: ['signal:+15555550200']};
  const owner = (...match: string[]) => {
    const {rings: _, ...unasked} = well;
    return judgeSignal({...unasked, status: up, users: [{name: 'alice', match}, bob]}).map(({what}) => what);
  };
  expect(owner('terminal:default')).toContain('alice has no Signal address, so reminders stay at the terminal');
  expect(owner('terminal:default', 'ntfy:default')).toContain(
    'alice has no Signal address; reminders reach ntfy:default',
  );
});

test("a phone that didn't ring is a problem, and a phone never asked about is a note", () => {
  const about = (facts: Partial<SignalFacts>) =>
    judgeSignal({...well, status: up, ...facts}).filter(({fix}) => fix?.includes('rooster signal ring'));
  expect(about({rings: {...rings, rang: false}})).toMatchObject([
    {verdict: 'bad', what: 'the phone did not ring for a test message'},
  ]);
  const {rings: _, ...unasked} = {...well, status: up};
  expect(judgeSignal(unasked).filter(({verdict}) => verdict === 'odd')).toMatchObject([
    {what: 'not tested yet whether the phone rings for a message', fix: 'rooster signal ring'},
  ]);
  expect(about({})).toEqual([]);
});

test("a device that Signal no longer knows isn't reported as linked", () => {
  const status = {...up, inbound: 'down', outbound: 'down', life: 'unlinked', detail: 'Unlinked.'} as const;
  expect(judgeSignal({...well, status}).map(({what}) => what)).not.toContain('linked to +15550000001');
});

test('an attached signal-cli that replays gets no advice about the receive mode', () => {
  const findings = judgeSignal({...well, signal: attached, probe: {endpoint: answers}, status: {...up, replays: true}});
  expect(findings.map(({fix}) => fix ?? '').join()).not.toContain('--receive-mode manual');
});

test.for<
  readonly [
    name: string,
    facts: {readonly [K in keyof SignalFacts]?: SignalFacts[K] | undefined},
    verdict: 'odd' | 'bad',
    what: RegExp,
    fix: RegExp,
  ]
>([
  ['not set up', {signal: undefined}, 'odd', /not set up/u, /^rooster signal link$/u],
  [
    'no program',
    {probe: {program: {kind: 'absent'}}},
    'bad',
    /the program "signal-cli"/u,
    /^install signal-cli 0\.14\.5/u,
  ],
  [
    'not executable',
    {probe: {program: {kind: 'notExecutable'}}},
    'bad',
    /is not executable/u,
    /^chmod \+x signal-cli/u,
  ],
  ['no Java', {probe: {program: {kind: 'noJava'}}}, 'bad', /couldn't find Java/u, /^install a Java/u],
  ['an old Java', {probe: {program: {kind: 'oldJava'}}}, 'bad', /"signal-cli" needs a newer Java/u, /^install a Java/u],
  [
    'a program that fails',
    {probe: {program: {kind: 'fails', because: 'Boom.'}}},
    'bad',
    /Boom/u,
    /signal-cli --version/u,
  ],
  [
    'an old version',
    {probe: {program: {kind: 'works', version: '0.14.3', warning: 'It is older than 0.14.5.'}, linked: true}},
    'bad',
    /older than 0\.14\.5/u,
    /^install signal-cli 0\.14\.5/u,
  ],
  [
    'a Java build without the library for this machine',
    {probe: {program: {kind: 'noNative'}}},
    'bad',
    /has no libsignal-client library for this machine/u,
    /Provide-native-lib/u,
  ],
  [
    'a home whose path is too long for a socket',
    {probe: {program, linked: true, tooLong: 'The socket path /x has 112 bytes.'}},
    'bad',
    /socket path \/x has 112 bytes/u,
    /shorter path/u,
  ],
  [
    'no account',
    {signal: {endpoint: 'spawn', command: 'signal-cli'}},
    'bad',
    /no account is linked/u,
    /^rooster signal link$/u,
  ],
  [
    'an account that was never linked',
    {probe: {program, linked: false}},
    'bad',
    /has no account \+15550000001/u,
    /^rooster signal link$/u,
  ],
  [
    'another signal-cli holds the account',
    {status: {...up, inbound: 'down', outbound: 'down', life: 'conflict', detail: 'Another signal-cli.'}},
    'bad',
    /Another signal-cli/u,
    /^stop the other signal-cli/u,
  ],
  [
    'unlinked on the phone',
    {status: {...up, inbound: 'down', outbound: 'down', life: 'unlinked', detail: 'Unlinked.'}},
    'bad',
    /Unlinked/u,
    /^rooster signal link$/u,
  ],
  [
    'nothing at the endpoint',
    {signal: attached, probe: {endpoint: {kind: 'silent', because: 'refused'}}},
    'bad',
    /no signal-cli answers at tcp:localhost:7583/u,
    /signal\.endpoint spawn/u,
  ],
  [
    'another account at the endpoint',
    {signal: attached, probe: {endpoint: {...answers, accounts: ['+15550000009']}}},
    'bad',
    /has \+15550000009/u,
    /^rooster config set signal\.account \+15550000009$/u,
  ],
  [
    'no account at the endpoint',
    {signal: attached, probe: {endpoint: {...answers, accounts: []}}},
    'bad',
    /has no account/u,
    /link an account there/u,
  ],
  [
    'an endpoint that replays nothing',
    {signal: attached, probe: {endpoint: answers}, status: {...up, replays: false}},
    'odd',
    /may be lost/u,
    /--receive-mode manual/u,
  ],
  [
    'nobody is met there',
    {users: [{name: 'alice', match: ['terminal:default']}]},
    'bad',
    /no person has a Signal address/u,
    /allow \+15550000001 --user alice/u,
  ],
  [
    'the owner is not met there',
    {
      users: [
        {name: 'owner', match: ['terminal:default']},
        {name: 'bob', match: ['signal:+15555550101']},
      ],
    },
    'odd',
    /reminders stay at the terminal/u,
    /--user owner/u,
  ],
  [
    'given up, for want of a captcha',
    {dead: [{...delivery, state: 'dead', lastError: 'Solve the captcha at https://x.', needs: 'captcha'}]},
    'odd',
    /1 message failed; .*Solve the captcha/u,
    /^solve the captcha \(see rooster signal status\), then run rooster outbox retry dlv_1$/u,
  ],
  [
    'waiting, because a safety number changed',
    {status: up, held: [held], names: {'signal:+15555550100': 'Bob'}},
    'odd',
    /^2 messages to Bob on signal wait: The safety number of Bob has changed\.$/u,
    /^compare the safety number .* rooster signal trust signal:\+15555550100$/u,
  ],
  [
    'unreadable, because a safety number changed',
    {status: {...up, untrusted: [{address: 'signal:+15555550101', name: 'Bob', lastAt: delivery.createdAt}]}},
    'odd',
    /^the safety number of Bob has changed/u,
    /rooster signal trust signal:\+15555550101$/u,
  ],
])('the finding "%s" has its own fix', ([, facts, verdict, what, fix]) => {
  const findings = judgeSignal({...well, ...facts} as SignalFacts);
  const wrong = findings.filter(finding => finding.verdict !== 'good');
  expect(wrong).toEqual([
    {name: 'signal', verdict, what: expect.stringMatching(what), fix: expect.stringMatching(fix)},
  ]);
});

test.each([
  [
    'the captcha that is wanted',
    {life: 'up', outbound: 'down', trouble: 'captcha', detail: 'Solve it at …'},
    'solve the captcha',
  ],
  [
    'a limit',
    {life: 'up', outbound: 'down', trouble: 'limit', detail: 'Signal accepts no more for a while.'},
    'nothing to do; messages are sent when the limit ends',
  ],
  [
    'no network',
    {life: 'down', outbound: 'down', trouble: 'offline', detail: 'It cannot reach Signal.'},
    'connect to the network; sending resumes automatically',
  ],
] as const)('a bridge with %s has its own fix', (_, status, fix) => {
  const bad = judgeSignal({...well, status: {...up, ...status}}).filter(({verdict}) => verdict === 'bad');
  expect(bad).toMatchObject([{what: expect.stringContaining(status.detail), fix: expect.stringContaining(fix)}]);
});

test('a warning of the bridge is reported once', () => {
  const old = 'signal-cli 0.14.1 is older than 0.14.5: …';
  const lost =
    'A message sent to you at 2026-11-21T11:00:00.000Z may be lost because signal-cli crashed. Ask for it again.';
  const status = {...up, warnings: [old, lost], lost: [lost]};
  const told = (facts: Partial<SignalFacts>) =>
    judgeSignal({...well, status, ...facts}).flatMap(({verdict, what, fix}) =>
      verdict === 'good' ? [] : [[what, fix]],
    );
  expect(told({})).toEqual([
    [old, expect.stringContaining('daemon restart')],
    [lost, expect.stringContaining('ask the senders to send their messages again')],
  ]);
  expect(
    told({probe: {program: {...program, warning: old}, linked: true}}).filter(([what]) => what === old),
  ).toHaveLength(1);
});

test('swallowed output has a fix for the program that swallows it', () => {
  const warnings = ["signal-cli's output does not reach Rooster: …"];
  const findings = judgeSignal({...well, status: {...up, endpoint: 'spawn', replays: false, warnings}});
  expect(findings.find(({what}) => what === warnings[0])?.fix).toMatch(/signal\.command/u);
});

test("a problem of the program isn't repeated by the bridge", () => {
  const status = {...up, inbound: 'down', outbound: 'down', life: 'down', detail: 'No program.'} as const;
  const findings = judgeSignal({...well, probe: {program: {kind: 'absent'}}, status});
  expect(findings.filter(({verdict}) => verdict === 'bad')).toHaveLength(1);
});

test('messages that wait while Signal is down are reported once, beside the reason', () => {
  const status = {...up, inbound: 'down', outbound: 'down', life: 'down', detail: 'No program.'} as const;
  const findings = judgeSignal({...well, status, held: [held, {...held, messages: 1}]});
  expect(findings.filter(({what}) => what.includes('wait')).map(({what}) => what)).toEqual([
    '3 messages wait until Signal works again',
  ]);
});
