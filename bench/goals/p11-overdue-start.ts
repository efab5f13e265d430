// P11: a daemon that was away while 10,000 of 100,000 reminders came due tells them all soon after it starts, and answers
// meanwhile.
import type {Goal} from '../goal.ts';
import {inTurn, median, medianRatio, ms} from '../support/figures.ts';
import {dueAtOnce, overdueAtStart, type Told} from '../support/many-due.ts';

export const overdueStart: Goal = {
  name: 'P11',
  title: 'start with 10,000 overdue',
  measure: async ({rounds}) => {
    const starts: Told[] = [];
    const {ours, theirs} = await inTurn(Math.ceil(rounds / 3), {
      theirs: async () => (await dueAtOnce()).toldInMs,
      ours: async () => {
        const told = await overdueAtStart();
        starts.push(told);
        return told.toldInMs;
      },
    });
    return [
      {
        what: '10,000 overdue at start ÷ 10,000 due while it runs',
        figure: medianRatio(ours, theirs),
        unit: '×',
        limit: {is: '≤', value: 2},
        sides: `${ms(median(ours))} : ${ms(median(theirs))}`,
      },
      {
        what: 'its first answer',
        figure: median(starts.map(({startedInMs}) => startedInMs)),
        unit: 'ms',
        sides: `answers meanwhile: p99 ${ms(median(starts.map(({answersP99}) => answersP99)))}`,
      },
    ];
  },
};
