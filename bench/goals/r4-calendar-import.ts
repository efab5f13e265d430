// R4: a calendar of 5,000 events with a reminder each, imported over the socket and on the disk. The limit is a time that a person waits.
import type {Goal} from '../goal.ts';
import {median, ms} from '../support/figures.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const calendarImport: Goal = {
  name: 'R4',
  title: 'the import of a calendar',
  measure: async ({rounds}) => {
    const took: number[] = [];
    for (let round = 0; round < Math.min(rounds, 3); round += 1) took.push(await importOnce());
    return [
      {
        what: `calendar.import of ${EVENTS.toLocaleString('en')} events`,
        figure: median(took),
        unit: 'ms',
        limit: {is: '≤', value: 3_000},
        sides: `${ms(Math.min(...took))} to ${ms(Math.max(...took))}`,
      },
    ];
  },
};

const importOnce = async (): Promise<number> => {
  using folder = tempFolder();
  await using daemon = await startRealDaemon(folder.path);
  const before = performance.now();
  const {added} = await daemon.client.call('calendar.import', {ics: CALENDAR, confirm: true});
  const took = performance.now() - before;
  if (added !== EVENTS) throw new Error(`${added} of ${EVENTS} events were imported.`);
  return took;
};

const EVENTS = 5_000;
const CALENDAR = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:bench',
  ...Array.from({length: EVENTS}, (_, index) => [
    'BEGIN:VEVENT',
    `UID:${index}@bench`,
    `SUMMARY:event ${index}`,
    'DTSTART:20990101T090000Z',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
  ]).flat(),
  'END:VCALENDAR',
  '',
].join('\r\n');
