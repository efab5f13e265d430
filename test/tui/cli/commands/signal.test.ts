import {describe, expect, test} from 'vitest';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import {parseArguments} from '../../../../src/tui/cli/arguments.ts';
import {inkFor, looksLight} from '../../../../src/tui/cli/commands/channels/signal-link.ts';
import {ENTRIES, ROOT_OPTIONS} from '../../../../src/tui/cli/verbs.ts';
import {rooster} from '../rooster.ts';

const ALICE = 'signal:22222222-2222-4222-8222-222222222222';
const delivery = {
  id: 'dlv_1',
  key: 'k',
  address: ALICE,
  text: 'hello',
  attempts: 1,
  createdAt: '2026-11-21T11:00:00.000Z',
  repeat: false,
} as const;
const ledger = {contact: 'alice', addresses: [ALICE]};
const subscribed = {'events.subscribe': () => ({seq: 0})};

describe('signal status', () => {
  const status = {
    channel: 'signal',
    inbound: 'up',
    outbound: 'down',
    detail: 'No network.',
    outboundDetail: 'No network.',
    account: '+15555550100',
    endpoint: 'tcp:localhost:7583',
    version: '0.14.3',
    replays: false,
    warnings: ['signal-cli 0.14.3 is old.'],
    restarts: 2,
    lastReceivedAt: '2026-11-21T10:50:00.000Z',
    contactRequests: [{address: 'signal:+15555550199', name: 'Mallory', times: 3, lastAt: '2026-11-21T10:55:00.000Z'}],
  } as const;

  test('shows both directions, and contact requests with the command that allows them', async () => {
    const {out} = await rooster(['signal', 'status'], {answers: {'signal.status': () => status}});
    expect(out().split('\n')).toEqual([
      'Inbound   up',
      'Outbound  down: No network.',
      'Account   +15555550100',
      'Endpoint  tcp:localhost:7583 (messages may be lost while the daemon is stopped)',
      'Version   0.14.3',
      'Restarts  2',
      'Received  today 10:50 (10m ago)',
      'Warning   signal-cli 0.14.3 is old.',
      '',
      'WHEN                  TIMES  NAME     ADDRESS',
      'today 10:55 (5m ago)  3      Mallory  signal:+15555550199',
      'To allow one: rooster signal allow ADDRESS --user NAME',
      '',
    ]);
  });

  test('as JSON is exactly the result of the method', async () => {
    const {out} = await rooster(['signal', 'status', '--json'], {answers: {'signal.status': () => status}});
    expect(JSON.parse(out())).toEqual(status);
  });
});

describe('signal send', () => {
  test.each([
    ['sent', 0, `Sent to ${ALICE} (dlv_1).\n`, ''],
    ['read', 0, `Read by ${ALICE} (dlv_1).\n`, ''],
    ['dead', 1, '', `error: Couldn't send to ${ALICE}. Not on Signal. To try again: rooster outbox retry dlv_1\n`],
  ] as const)('with a message that is %s exits with %d, and says so', async (state, expected, said, failed) => {
    const lastError = state === 'dead' ? {lastError: 'Not on Signal.'} : {};
    const answers = {...subscribed, 'outbox.send': () => ({...delivery, ...lastError, state})};
    const {code, out, err, daemon} = await rooster(['signal', 'send', 'alice', 'hello', 'you'], {answers});
    expect({code, out: out(), err: err()}).toEqual({code: expected, out: said, err: failed});
    expect(daemon.asked).toContainEqual(['outbox.send', {to: 'alice', text: 'hello you'}]);
  });

  test('to a group fails if a member is missed, with who and why', async () => {
    const missed = [
      {recipient: 'carol-uuid', reason: 'The safety number of Carol has changed, so they did not get it.'},
    ];
    const answers = {...subscribed, 'outbox.send': () => ({...delivery, state: 'sent' as const, missed})};
    const {code, err} = await rooster(['signal', 'send', 'group:AAEC', 'hello'], {answers});
    expect({code, err: err()}).toEqual({
      code: 1,
      err: `error: Sent to ${ALICE} (dlv_1), but not for 1 member: ${missed[0]?.reason}\n`,
    });
  });

  test("says what a message waits for when it isn't sent in time", async () => {
    const queued = {...delivery, state: 'queued' as const};
    const waits = {reason: 'The safety number of Alice has changed.', behind: 'dlv_0'} as const;
    const answers = {...subscribed, 'outbox.send': () => queued, 'outbox.get': () => ({...queued, waits})};
    const {code, err} = await rooster(['signal', 'send', 'alice', 'hello'], {answers, waits: true});
    expect({code, err: err()}).toEqual({
      code: 1,
      err: `error: Not sent to ${ALICE} yet; Rooster keeps trying. Waits for dlv_0: ${waits.reason} See: rooster outbox show dlv_1\n`,
    });
  });

  test('with --no-wait ends once the message is in the outbox, and passes a key', async () => {
    const answers = {...subscribed, 'outbox.send': () => ({...delivery, state: 'queued' as const})};
    const line = ['signal', 'send', 'group:AAEC', 'hello', '--no-wait', '--key', 'k'];
    const {code, out, daemon} = await rooster(line, {answers});
    expect({code, out: out()}).toEqual({
      code: 0,
      out: `Queued dlv_1 for ${ALICE}: rooster outbox show dlv_1\n`,
    });
    expect(daemon.asked).toContainEqual(['outbox.send', {to: 'signal:group:AAEC', text: 'hello', key: 'k'}]);
  });

  test('as JSON prints the final delivery', async () => {
    const answers = {...subscribed, 'outbox.send': () => ({...delivery, state: 'sent' as const})};
    const {out} = await rooster(['signal', 'send', 'alice', 'hello', '--json'], {answers});
    expect(JSON.parse(out())).toEqual({...delivery, state: 'sent'});
  });
});

describe('signal needs-reply is an exit code, with nothing on stdout', () => {
  test.each([
    [true, 0],
    [false, 1],
  ])('owed %s: %d', async (owed, expected) => {
    const answers = {'ledger.get': () => ({...ledger, owed})};
    const {code, out, err} = await rooster(['signal', 'needs-reply', 'alice'], {answers});
    expect({code, out: out(), err: err()}).toEqual({code: expected, out: '', err: ''});
  });

  test('an error means no, with the reason on stderr', async () => {
    const fail = (): never => {
      throw new GatewayError('not_found', 'Nobody is called that.');
    };
    const {code, out, err} = await rooster(['signal', 'needs-reply', 'x'], {answers: {'ledger.get': fail}});
    expect({code, out: out(), err: err()}).toEqual({code: 1, out: '', err: 'error: Nobody is called that.\n'});
  });

  test('without a daemon the answer is no, with the reason, and none is started', async () => {
    const {code, out, err, starts} = await rooster(['signal', 'needs-reply', 'alice'], {running: false});
    expect({code, out: out(), err: err(), starts: starts()}).toEqual({
      code: 1,
      out: '',
      err: 'error: The daemon is not running.\n',
      starts: 0,
    });
  });

  test('--clear marks the conversation as needing none, and exits', async () => {
    const answers = {'ledger.clear': () => ({...ledger, owed: false})};
    const {code, out, daemon} = await rooster(['signal', 'needs-reply', 'alice', '--clear'], {answers});
    expect({code, out: out(), asked: daemon.asked}).toEqual({
      code: 0,
      out: '',
      asked: [['ledger.clear', {contact: 'alice'}]],
    });
  });

  test.each([[[]], [['alice', 'bob']]])('%j as CONTACT is wrong usage', contacts => {
    expect(parseArguments(['signal', 'needs-reply', ...contacts], ENTRIES, ROOT_OPTIONS).kind).toBe('misuse');
  });
});

test('signal allow shows the owner of the address and the changed file', async () => {
  const allowed = {address: ALICE, user: 'carol', trust: 'familiar', added: true} as const;
  const line = ['signal', 'allow', ALICE, '--user', 'carol', '--trust', 'familiar'];
  const {out, daemon} = await rooster(line, {answers: {'signal.allow': () => allowed}});
  expect(daemon.asked).toEqual([['signal.allow', {address: ALICE, user: 'carol', trust: 'familiar'}]]);
  expect(out()).toBe(`Added ${ALICE} to carol (trust: familiar). Written to /home/alice/r/config.json.\n`);
});

describe('signal link', () => {
  const URI = `sgnl://linkdevice?uuid=${'a'.repeat(24)}&pub_key=${'b'.repeat(56)}`;
  const linked = {kind: 'linked', account: '+15555550100', address: ALICE, problems: []} as const;
  const users = [{name: 'alice', trust: 'full', match: ['terminal:default']}];
  const answers = {
    ...subscribed,
    'signal.link': () => ({uri: URI}),
    'signal.linked': () => linked,
    'config.get': () => ({path: '/c', config: users}),
    'signal.allow': () => ({
      address: ALICE as typeof delivery.address,
      user: 'alice',
      trust: 'full' as const,
      added: true,
    }),
    'outbox.send': () => ({...delivery, state: 'sent' as const}),
  };

  test('prints the link to stdout in a pipe, and the command that allows the owner', async () => {
    const {code, out, err, daemon} = await rooster(['signal', 'link', '--name', 'desk'], {answers});
    expect({code, out: out()}).toEqual({code: 0, out: `${URI}\n`});
    expect(err()).toContain(`rooster signal allow ${ALICE} --user alice\n`);
    expect(err()).toMatch(/Sent to signal:.*\n$/u);
    expect(daemon.asked).toContainEqual(['signal.link', {deviceName: 'desk'}]);
    expect(daemon.asked.map(([method]) => method)).not.toContain('signal.allow');
  });

  test('with --yes adds the address to the person', async () => {
    const {daemon} = await rooster(['signal', 'link', '--yes'], {answers});
    expect(daemon.asked).toContainEqual(['signal.allow', {address: ALICE, user: 'alice'}]);
  });

  test('ends with a test message and the command for its answer', async () => {
    const {code, err} = await rooster(['signal', 'link', '--yes'], {answers});
    expect(code).toBe(0);
    expect(err()).toContain(
      'Did your phone ring? Answer with "rooster signal ring yes" or "rooster signal ring no".\n',
    );
  });

  test.each([
    ['y', true, 'Good. Reminders will ring there too.'],
    ['no', false, ''],
  ])('asks at a terminal whether the phone rang: %s is stored', async (typed, rang, said) => {
    const kept = {address: ALICE as typeof delivery.address, rang, at: '2026-11-21T11:00:00.000Z'};
    const {out, daemon} = await rooster(['signal', 'link', '--yes'], {
      answers: {...answers, 'signal.rang': () => kept},
      terminal: {columns: 80},
      typed: `${typed}\n`,
    });
    expect(daemon.asked.at(-1)).toEqual(['signal.rang', {address: ALICE, rang}]);
    expect(out()).toContain(said);
  });

  test('as JSON prints one document, whatever follows', async () => {
    const again = {kind: 'again', because: 'Too late.', uri: `${URI}2`} as const;
    const outcomes = [again, linked];
    const {code, out, err} = await rooster(['signal', 'link', '--json'], {
      answers: {...answers, 'signal.linked': () => outcomes.shift() ?? linked},
    });
    expect({code, document: JSON.parse(out())}).toEqual({code: 0, document: {uri: URI}});
    expect(err()).toContain('Too late.');
  });

  test('draws the code under the link at a terminal, as high as the screen allows', async () => {
    const {out} = await rooster(['signal', 'link', '--yes'], {answers, terminal: {columns: 80}});
    expect(out()).toContain(URI);
    expect(out()).toMatch(/\n█{45}\n/u);
  });

  test('without space for the code says that the link is enough', async () => {
    const {out} = await rooster(['signal', 'link', '--yes'], {answers, terminal: {columns: 30}});
    expect(out()).not.toContain('█');
    expect(out()).toMatch(/The terminal is too small for the code/u);
  });

  test('ends a failure with its sentence', async () => {
    const failed = {...answers, 'signal.linked': () => ({kind: 'failed', because: 'Too many devices.'}) as const};
    await expect(rooster(['signal', 'link'], {answers: failed})).rejects.toThrow('Too many devices.');
  });

  test("reports an account that couldn't be stored, with the command that stores it", async () => {
    const problems = [{key: 'signal.account', reason: 'The disk is full.', inForce: 'nothing was written'}];
    const {code, err} = await rooster(['signal', 'link'], {
      answers: {...answers, 'signal.linked': () => ({...linked, problems})},
    });
    expect(code).toBe(1);
    expect(err()).toContain('rooster config set signal.account +15555550100');
  });

  test.each([
    [{inColour: true, isLight: true}, 'colour'],
    [{inColour: false, isLight: true}, 'on-light'],
    [{inColour: false, isLight: false}, 'on-dark'],
  ] as const)('%j is drawn %s', (terminal, ink) => {
    expect(inkFor(terminal)).toBe(ink);
  });

  test.each([
    [undefined, false],
    ['15;0', false],
    ['0;15', true],
    ['0;default;7', true],
    ['15;default', false],
  ])('COLORFGBG %s is light: %s', (colours, light) => {
    expect(looksLight(colours)).toBe(light);
  });
});

describe('signal rang', () => {
  const users = [{name: 'alice', trust: 'full', match: ['terminal:default', ALICE]}];
  const answers = {
    ...subscribed,
    'config.get': () => ({path: '/c', config: users}),
    'outbox.send': () => ({...delivery, state: 'sent' as const}),
    'signal.rang': () => ({
      address: ALICE as typeof delivery.address,
      rang: true,
      at: '2026-11-21T11:00:00.000Z',
    }),
  };

  test("sends a test message to the operator's address", async () => {
    const {code, out, daemon} = await rooster(['signal', 'ring'], {answers});
    expect(code).toBe(0);
    expect(daemon.asked).toContainEqual(['outbox.send', {to: ALICE, text: expect.stringContaining('should ring')}]);
    expect(out()).toContain('rooster signal ring yes');
  });

  test('stores an answer without another message', async () => {
    const {daemon} = await rooster(['signal', 'ring', 'yes'], {answers});
    expect(daemon.asked.map(([method]) => method)).not.toContain('outbox.send');
    expect(daemon.asked).toContainEqual(['signal.rang', {address: ALICE, rang: true}]);
  });

  test('refuses an answer that is neither yes nor no', async () => {
    await expect(rooster(['signal', 'ring', 'maybe'], {answers})).rejects.toThrow('ANSWER is yes or no, not "maybe"');
  });

  test('explains how to get on Signal to a person without it', async () => {
    const alone = {...answers, 'config.get': () => ({path: '/c', config: []})};
    await expect(rooster(['signal', 'ring'], {answers: alone})).rejects.toThrow('rooster signal allow ADDRESS');
  });
});

describe('a safety number that changed', () => {
  const safetyNumber = Array.from({length: 12}, (_, index) => String(10_000 + index)).join('');
  const answer = {address: ALICE, safetyNumber, freed: 0} as const;

  test('is shown as phones show it, with instructions', async () => {
    const answers = {'signal.trust': () => ({...answer, trusted: false})};
    const {out, daemon} = await rooster(['signal', 'trust', 'alice'], {answers});
    expect(daemon.asked).toEqual([['signal.trust', {contact: 'alice'}]]);
    expect(out()).toContain('  10000 10001 10002 10003\n  10004 10005 10006 10007\n  10008 10009 10010 10011\n');
    expect(out()).toContain(`rooster signal trust ${ALICE} 10000 10001`);
  });

  test('is trusted after comparison, and waiting messages leave', async () => {
    const answers = {'signal.trust': () => ({...answer, trusted: true, freed: 2})};
    const {out, daemon} = await rooster(['signal', 'trust', 'alice', '10000', '10001'], {answers});
    expect(daemon.asked).toEqual([['signal.trust', {contact: 'alice', safetyNumber: '1000010001'}]]);
    expect(out()).toContain(
      'The safety number with signal:22222222-2222-4222-8222-222222222222:\n  10000 10001 10002 10003\n  10004 10005 10006 10007\n  10008 10009 10010 10011\n',
    );
  });
});

test('the answer of a captcha is passed on', async () => {
  const line = ['signal', 'captcha', 'signalcaptcha://signal-hcaptcha.x'];
  const {out, daemon} = await rooster(line, {answers: {'signal.prove': () => ({freed: 1})}});
  expect(daemon.asked).toEqual([['signal.prove', {captcha: 'signalcaptcha://signal-hcaptcha.x'}]]);
  expect(out()).toBe('Signal accepted the captcha. 1 waiting message is on its way.\n');
});
