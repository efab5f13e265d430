// @module-tag deep
import {describe, expect, test} from 'vitest';
import {checkRule} from '../../../../src/daemon/schedule/recurrence/check-rule.ts';
import {type CalendarSettings, occurrencesAfter} from '../../../../src/daemon/schedule/recurrence/occurrences.ts';
import {LANGUAGES} from '../../../../src/shared/languages/languages.ts';
import {sayRecurrence} from '../../../../src/shared/languages/recurrence/say-recurrence.ts';
import type {Recurrence} from '../../../../src/shared/records/jobs/recurrence.ts';
import {readRule} from '../../../../src/shared/recurrence/read-rule.ts';
import {isoOf} from '../../../../src/shared/time/time.ts';
import {randomRules} from './random-rules.ts';

const STARTS = ['2026-12-01T09:00:00', '2027-01-31T22:30:00'];
const WORLD: CalendarSettings = {
  place: {latitude: 52.5, longitude: 13.4},
  holidays: {isHoliday: date => date.endsWith('-01') || date.endsWith('-12-25')},
};

const recurrence = (rule: string, start: string): Recurrence => ({rule, words: '', zone: 'UTC', start});

describe('random rules', () => {
  test('have words in each language if they are valid', () => {
    const rules = randomRules(30_000, 1).filter(rule => 'parts' in readRule(rule));
    expect(rules.length).toBeGreaterThan(5_000);
    for (const rule of rules) {
      for (const {recurrences} of LANGUAGES) {
        const words = sayRecurrence(recurrence(rule, STARTS[0] ?? ''), recurrences);
        expect(words, rule).toMatch(/^(?:every|jede|alle)/u);
        expect(words, rule).not.toMatch(/undefined|NaN| {2}|,,/u);
      }
    }
  });

  test.each(STARTS)('from %s: rules with the same wording have the same occurrences', start => {
    const rules = new Set(
      randomRules(5_000, 2).flatMap(text => {
        const checked = checkRule(text);
        return 'rule' in checked ? [checked.rule] : [];
      }),
    );
    const byWords = Map.groupBy(rules, rule => sayRecurrence(recurrence(rule, start)));
    const several = [...byWords].filter(([, same]) => same.length > 1);
    expect(several.length).toBeGreaterThan(50);
    const wrong = several.flatMap(([words, same]) => {
      const byInstants = Map.groupBy(same, rule =>
        occurrencesAfter(recurrence(rule, start), 0, 40, WORLD).map(isoOf).join(),
      );
      return byInstants.size === 1 ? [] : [{words, rules: [...byInstants.values()].map(([rule]) => rule)}];
    });
    expect(wrong).toEqual([]);
  });
});
