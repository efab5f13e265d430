// An undo says which change it took back, and the reminder's state now.
import {expect, test} from 'vitest';
import {GERMAN_ANSWERS} from '../../src/shared/languages/de/answers.ts';
import {ENGLISH_ANSWERS} from '../../src/shared/languages/en/answers.ts';
import {undoneSentence} from '../../src/shared/record-text/undone.ts';
import type {Reminder} from '../../src/shared/records/jobs/jobs.ts';
import {isoOf, MINUTE} from '../../src/shared/time/time.ts';
import {aReminder} from '../daemon/store/store-fixture.ts';

const now = Date.parse('2026-11-29T17:13:00Z');
const at = now - 5 * MINUTE;
const said = (change: Partial<Reminder>, undone?: 'snooze' | 'cancel' | 'done' | 'skip') => {
  const {fireAt = at, firedAt, occurrence: open, ...more} = change;
  const occurrence = open && {n: open.n, at: isoOf(open.at)};
  const fired = firedAt === undefined ? {} : {firedAt: isoOf(firedAt)};
  const reminder = {...aReminder('1'), message: 'stretch', zone: 'UTC', ...more, fireAt: isoOf(fireAt), ...fired};
  return undoneSentence({...(reminder as object), occurrence, undone} as never, now);
};

test.each([
  [{state: 'fired', firedAt: at}, 'snooze', 'Undid the snooze: stretch rang today 17:08 and is not done.'],
  [{state: 'fired', firedAt: at}, 'done', 'Undid "done": stretch rang today 17:08 and is not done.'],
  [{state: 'pending', fireAt: now + 60 * MINUTE}, 'cancel', 'Undid the cancellation: stretch rings today 18:13.'],
  [
    {state: 'pending', firedAt: at, occurrence: {n: 1, at}},
    'done',
    'Undid "done": stretch rang today 17:08 and is not done.',
  ],
  [{state: 'pending', paused: true}, 'cancel', 'Undid the cancellation: stretch is paused.'],
  [{state: 'done'}, 'snooze', 'Undid the snooze: stretch is done.'],
  [{state: 'pending', fireAt: now + 60 * MINUTE}, undefined, 'Undone: stretch rings today 18:13.'],
] as const)('%j after an undo of %s', (reminder, undone, sentence) => {
  expect(said(reminder, undone)).toBe(sentence);
});

test('in English and in German', () => {
  const rang = {is: 'rang', when: 'um 17:08'} as const;
  const waits = {is: 'waits', when: 'morgen um 9:00'} as const;
  expect(GERMAN_ANSWERS.changed.undo('snooze', rang, 'dehnen')).toBe(
    'Das Verschieben ist rückgängig gemacht: dehnen hat um 17:08 geklingelt und ist nicht erledigt.',
  );
  expect(GERMAN_ANSWERS.changed.undo('cancel', waits, 'dehnen')).toBe(
    'Das Löschen ist rückgängig gemacht. Ich erinnere dich morgen um 9:00: dehnen.',
  );
  expect(ENGLISH_ANSWERS.changed.undo('snooze', {...rang, when: 'at 17:08'}, 'stretch')).toBe(
    'Undid the snooze: stretch rang at 17:08 and is not done.',
  );
  expect(ENGLISH_ANSWERS.changed.undo(undefined, {...rang, is: 'done'}, 'stretch')).toBe('Undone: stretch is done.');
});
