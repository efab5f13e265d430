// One person writes at two terminals and on a phone in the same second: in any order, everything is answered once, where it was asked.
import {expect, test} from 'vitest';
import {lastSaid} from '../support/alarm-fixture.ts';
import {openPersonFixture, PEOPLE} from '../support/person-fixture.ts';
import {seededRandom} from '../support/seeded-random.ts';
import {until} from '../support/until.ts';

const PLACES = ['desk', 'laptop', 'phone'] as const;
const EACH_WRITES = 6;

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'messages from three places are answered once, in the order of arrival (%i)',
  async seed => {
    const random = seededRandom(seed);
    const answers = Array.from(
      {length: PLACES.length * EACH_WRITES},
      () => async (asked: Parameters<typeof lastSaid>[0]) => {
        await new Promise<void>(resolve => setTimeout(resolve, random() * 4));
        return `answer to ${lastSaid(asked)}`;
      },
    );
    await using fixture = await openPersonFixture(answers, {users: PEOPLE, limits: {personPerMinute: 1_000}});
    const write = async (place: (typeof PLACES)[number], count: number): Promise<void> => {
      const text = `${place} ${count}`;
      if (place === 'phone') await fixture.signal.says('alice-uuid', text);
      // A terminal that isn't sure whether its message arrived sends it again, under the same key.
      else
        for (let tries = random() < 0.3 ? 2 : 1; tries > 0; tries -= 1)
          await fixture.now().call('session.send', {text, key: text});
    };
    const writeAll = async (place: (typeof PLACES)[number]): Promise<void> => {
      for (let count = 1; count <= EACH_WRITES; count += 1) {
        if (random() < 0.5) await new Promise<void>(resolve => setTimeout(resolve, random() * 3));
        await write(place, count);
      }
    };
    await Promise.all(PLACES.map(writeAll));
    const all = PLACES.length * EACH_WRITES;
    const ended = () => fixture.now().events.filter(({type}) => type === 'turn.ended');
    await until('all turns have ended', () => ended().length >= all);
    await fixture.sent(EACH_WRITES);

    const messages = await fixture.history();
    const asked = messages.filter(({role}) => role === 'user');
    const answered = messages.filter(({role}) => role === 'assistant');
    expect(asked.map(({text}) => text).toSorted()).toEqual(
      PLACES.flatMap(place => Array.from({length: EACH_WRITES}, (_, index) => `${place} ${index + 1}`)).toSorted(),
    );
    // Each is answered once, in the order in which the messages were stored, and each place's own order is kept.
    expect(answered.map(({text}) => text)).toEqual(asked.map(({text}) => `answer to ${text}`));
    for (const place of PLACES) {
      const own = asked.filter(({text}) => text.startsWith(place)).map(({text}) => Number(text.split(' ')[1]));
      expect(own).toEqual(own.toSorted((one, other) => one - other));
    }
    expect(new Set(answered.map(({turnId}) => turnId)).size).toBe(all);
    // The phone gets the answers to what was written there, and nothing else.
    const onPhone = asked.filter(({channel}) => channel === 'signal').map(({text}) => `answer to ${text}`);
    expect(fixture.signal.sent.map(({text}) => text)).toEqual(onPhone);
    expect(answered.filter(({channel}) => channel === 'signal').map(({text}) => text)).toEqual(onPhone);
  },
);
