import {describe, expect, test} from 'vitest';
import {checkRule} from '../../../../src/daemon/schedule/recurrence/check-rule.ts';

describe('a rule', () => {
  test.each([
    ['FREQ=DAILY', 'FREQ=DAILY'],
    ['RRULE:FREQ=DAILY', 'FREQ=DAILY'],
    ['rrule:freq=weekly; byday=fr,mo,fr; interval=1;', 'FREQ=WEEKLY;BYDAY=MO,FR'],
    ['BYDAY=-1FR;FREQ=MONTHLY', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['FREQ=MONTHLY;BYSETPOS=-1;BYMONTHDAY=31,30,29,28', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1'],
    ['FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=TU', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU'],
    ['FREQ=WEEKLY;WKST=MO', 'FREQ=WEEKLY'],
    ['FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'],
    ['FREQ=DAILY;BYHOUR=18,8;BYMINUTE=0', 'FREQ=DAILY;BYHOUR=8,18;BYMINUTE=0'],
    ['FREQ=YEARLY;BYDAY=+1MO', 'FREQ=YEARLY;BYDAY=1MO'],
    ['FREQ=YEARLY;BYDAY=53MO', 'FREQ=YEARLY;BYDAY=53MO'],
    ['x-easter=-2;freq=yearly', 'FREQ=YEARLY;X-EASTER=-2'],
    ['FREQ=DAILY;X-SUN=set-30', 'FREQ=DAILY;X-SUN=SET-30'],
    ['x-except=1224,20270103,e-2,d-1,m8;freq=daily', 'FREQ=DAILY;X-EXCEPT=1224,20270103,E-2,D-1,M8'],
    ['FREQ=DAILY;X-SUN=RISE+0', 'FREQ=DAILY;X-SUN=RISE'],
    ['FREQ=MONTHLY;X-WORKDAYS=LAST;BYHOUR=9', 'FREQ=MONTHLY;BYHOUR=9;X-WORKDAYS=LAST'],
  ])('%s is stored as %s', (text, rule) => {
    expect(checkRule(text)).toEqual({rule});
    expect(checkRule(rule)).toEqual({rule});
  });

  test('returns its end, which a recurrence stores separately', () => {
    expect(checkRule('FREQ=DAILY;COUNT=3')).toEqual({rule: 'FREQ=DAILY', count: 3});
    expect(checkRule('FREQ=DAILY;UNTIL=20270328')).toEqual({rule: 'FREQ=DAILY', until: '2027-03-28'});
    expect(checkRule('FREQ=DAILY;UNTIL=20270328T100000Z')).toMatchObject({until: '2027-03-28T10:00:00.000Z'});
  });

  test('reads an end without Z in the zone of the recurrence', () => {
    const checked = checkRule('FREQ=DAILY;UNTIL=20270328T100000', 'Europe/Berlin');
    expect(checked).toEqual({rule: 'FREQ=DAILY', until: '2027-03-28T08:00:00.000Z'});
  });
});

describe('an invalid rule is refused, and the error names the wrong part', () => {
  test.each([
    ['', /isn't a part of a rule/],
    ['every day', /"every day" isn't a part of a rule/],
    ['INTERVAL=2', /needs FREQ/],
    ['FREQ=SECONDLY', /FREQ=SECONDLY is too often/],
    ['FREQ=FORTNIGHTLY', /FREQ=FORTNIGHTLY isn't one of/],
    ['FREQ=DAILY;FREQ=WEEKLY', /FREQ appears twice/],
    ['FREQ=DAILY;BYPHASE=1', /BYPHASE isn't a part/],
    ['FREQ=DAILY;RSCALE=HEBREW', /RSCALE isn't supported/],
    ['FREQ=DAILY;INTERVAL=0', /INTERVAL=0/],
    ['FREQ=DAILY;INTERVAL=-1', /INTERVAL=-1/],
    ['FREQ=DAILY;INTERVAL=1.5', /INTERVAL=1\.5/],
    ['FREQ=DAILY;INTERVAL=99999999999999999999', /INTERVAL=9/],
    ['FREQ=DAILY;COUNT=0', /COUNT=0/],
    ['FREQ=DAILY;COUNT=20000', /COUNT=20000/],
    ['FREQ=DAILY;UNTIL=tomorrow', /UNTIL=TOMORROW/],
    ['FREQ=DAILY;UNTIL=20270230', /UNTIL=20270230/],
    ['FREQ=DAILY;UNTIL=20270228T250000Z', /UNTIL=20270228T250000Z/],
    ['FREQ=MONTHLY;BYMONTHDAY=32', /BYMONTHDAY=32/],
    ['FREQ=MONTHLY;BYMONTHDAY=0', /BYMONTHDAY=0/],
    ['FREQ=MONTHLY;BYMONTHDAY=', /BYMONTHDAY/],
    ['FREQ=MONTHLY;BYMONTHDAY=1,,2', /BYMONTHDAY=1,,2/],
    ['FREQ=YEARLY;BYMONTH=13', /BYMONTH=13/],
    ['FREQ=DAILY;BYHOUR=24', /BYHOUR=24/],
    ['FREQ=DAILY;BYMINUTE=60', /BYMINUTE=60/],
    ['FREQ=DAILY;BYSECOND=0,30', /BYSECOND may hold one/],
    ['FREQ=WEEKLY;BYDAY=MON', /BYDAY=MON/],
    ['FREQ=WEEKLY;BYDAY=1MO', /BYDAY=1MO counts days/],
    ['FREQ=MONTHLY;BYDAY=6MO', /BYDAY=6MO/],
    ['FREQ=YEARLY;BYDAY=0MO', /BYDAY=0MO/],
    ['FREQ=MONTHLY;BYWEEKNO=20', /BYWEEKNO needs/],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO', /exclude each other/],
    ['FREQ=WEEKLY;BYMONTHDAY=13', /BYMONTHDAY needs/],
    ['FREQ=DAILY;BYYEARDAY=100', /BYYEARDAY needs/],
    ['FREQ=DAILY;BYSETPOS=1', /BYSETPOS needs/],
    ['FREQ=DAILY;WKST=X', /WKST=X/],
    ['FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', /never occurs/],
    ['FREQ=WEEKLY;BYDAY=MO;BYSETPOS=3', /never occurs/],
    ['FREQ=MONTHLY;X-EASTER=1', /X-EASTER needs FREQ=YEARLY/],
    ['FREQ=YEARLY;X-EASTER=1;BYMONTH=3', /X-EASTER allows only/],
    ['FREQ=YEARLY;X-EASTER=400', /X-EASTER=400/],
    ['FREQ=DAILY;X-EXCEPT=0230', /X-EXCEPT=0230/],
    ['FREQ=DAILY;X-EXCEPT=MO', /X-EXCEPT=MO must hold dates/],
    ['FREQ=DAILY;X-SUN=NOON', /X-SUN=NOON/],
    ['FREQ=DAILY;X-SUN=SET-900', /X-SUN=SET-900/],
    ['FREQ=DAILY;X-SUN=SET;BYHOUR=9', /X-SUN sets the time/],
    ['FREQ=HOURLY;X-SUN=SET', /can't be combined with FREQ=HOURLY/],
    ['FREQ=DAILY;X-WORKDAYS=FIRST', /X-WORKDAYS=FIRST needs FREQ=MONTHLY/],
    ['FREQ=MONTHLY;X-WORKDAYS=FIRST;BYDAY=MO', /allows only BYMONTH/],
    ['FREQ=MONTHLY;X-WORKDAYS=SOME', /X-WORKDAYS=SOME/],
    ['FREQ=YEARLY;X-EASTER=0;X-WORKDAYS=ALL', /exclude each other/],
  ])('%s', (text, sentence) => {
    const checked = checkRule(text);
    expect('problem' in checked ? checked.problem : checked).toMatch(sentence);
  });
});
