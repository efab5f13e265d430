import {expect, test} from 'vitest';
import {afterSend} from '../../../src/daemon/delivery/after-send.ts';
import type {Delivery} from '../../../src/shared/records/delivery/delivery.ts';
import {type SendEnd, SendFailure} from '../../../src/shared/records/delivery/send-failure.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {DAY, HOUR, SECOND} from '../../../src/shared/time/time.ts';
import {aDelivery, noon} from '../store/store-fixture.ts';

const sending = (over: Partial<Delivery> = {}): Delivery => aDelivery('1', {state: 'sending', attempts: 1, ...over});
const after = (end: SendEnd, over: Partial<Delivery> = {}, isDown = false): Delivery =>
  afterSend(sending(over), new SendFailure('It failed.', end), {now: noon, isDown, jitter: 0});

test.each<{name: string; end: SendEnd; over?: Partial<Delivery>; isDown?: boolean; becomes: Partial<Delivery>}>([
  {
    name: 'what never left is no attempt, and waits for its channel',
    end: {retry: 'unsent'},
    becomes: {state: 'queued', attempts: 0, nextAttemptAt: noon + 5 * SECOND, repeat: false},
  },
  {
    name: 'what never left for the thirtieth time still waits',
    end: {retry: 'unsent', retryAfterMs: HOUR},
    over: {attempts: 30, createdAt: noon - 9 * DAY},
    becomes: {state: 'queued', attempts: 29, nextAttemptAt: noon + HOUR},
  },
  {
    name: 'what may pass climbs the ladder',
    end: {retry: 'later'},
    over: {attempts: 2},
    becomes: {state: 'queued', attempts: 2, nextAttemptAt: noon + 10 * SECOND, repeat: false},
  },
  {
    name: 'what may pass waits as long as it was told to',
    end: {retry: 'later', retryAfterMs: HOUR},
    becomes: {state: 'queued', attempts: 1, nextAttemptAt: noon + HOUR},
  },
  {
    name: 'what failed and may have arrived is a repeat from then on',
    end: {retry: 'later', doubt: true},
    becomes: {state: 'queued', attempts: 1, repeat: true, nextAttemptAt: noon + 10 * SECOND},
  },
  {
    name: 'what a person has to do stands beside the reason',
    end: {retry: 'afterFix', needs: 'trust'},
    becomes: {state: 'queued', needs: 'trust'},
  },
  {
    name: 'what may pass is failed for good after thirty attempts',
    end: {retry: 'later'},
    over: {attempts: 30},
    becomes: {state: 'dead', attempts: 30},
  },
  {
    name: 'a channel that went down under the last attempt did not use it up',
    end: {retry: 'later'},
    over: {attempts: 30},
    isDown: true,
    becomes: {state: 'queued', attempts: 29},
  },
  {
    name: 'a delivery that needs a person waits without counting tries, and is checked every hour',
    end: {retry: 'afterFix'},
    over: {attempts: 5},
    becomes: {state: 'queued', attempts: 4, nextAttemptAt: noon + HOUR},
  },
  {
    name: 'what nobody mends for a week is given up',
    end: {retry: 'afterFix'},
    over: {createdAt: noon - 7 * DAY - 1},
    becomes: {state: 'dead'},
  },
  {
    name: 'what may have arrived is sent once more, marked, after ten seconds',
    end: {retry: 'doubt'},
    becomes: {state: 'queued', attempts: 1, repeat: true, doubts: 1, nextAttemptAt: noon + 10 * SECOND},
  },
  {
    name: 'what may have arrived twice is not sent a third time by itself',
    end: {retry: 'doubt'},
    over: {attempts: 2, doubts: 1, repeat: true},
    becomes: {state: 'dead', repeat: true},
  },
  {
    name: 'what would fail the same way is given up at once',
    end: {retry: 'never'},
    becomes: {state: 'dead', attempts: 1, repeat: false},
  },
])('$name', ({end, over, isDown, becomes}) => {
  const kept = after(end, over, isDown);
  expect(kept).toMatchObject(becomes);
  expect(kept.lastError).toContain('It failed.');
});

test.each([
  ['unavailable', 'queued'],
  ['busy', 'queued'],
  ['invalid', 'dead'],
  ['refused', 'dead'],
] as const)('an error from the channel with the code %s leaves the delivery %s', (code, state) => {
  const kept = afterSend(sending(), new GatewayError(code, 'No.'), {now: noon, isDown: false, jitter: 0});
  expect(kept).toMatchObject({state, lastError: 'No.'});
});

test('a bug in the channel counts as temporary', () => {
  const kept = afterSend(sending(), new TypeError('x is undefined'), {now: noon, isDown: false, jitter: 0});
  expect(kept).toMatchObject({state: 'queued', attempts: 1});
});
