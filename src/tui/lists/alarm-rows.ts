// Alarms as rows, each at its next run or retry.
import {type Alarm, wakeAtOf} from '../../shared/records/jobs/alarm.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {type NounRow, nounRow} from './list-row.ts';

export const alarmRows = (alarms: readonly Alarm[]): readonly {readonly at: EpochMs; readonly row: NounRow}[] =>
  alarms.flatMap(alarm => {
    const at = wakeAtOf(alarm);
    return at === undefined ? [] : [{at, row: nounRow({kind: 'alarm', item: alarm})}];
  });
