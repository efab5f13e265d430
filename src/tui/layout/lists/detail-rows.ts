// The two lines under a list: what the selected row has no room for.
import {type Address, isPushable} from '../../../shared/address.ts';
import {wakeAtOf} from '../../../shared/alarm.ts';
import type {CronJob} from '../../../shared/cron-job.ts';
import type {Delivery} from '../../../shared/delivery.ts';
import {assertNever} from '../../../shared/gateway-error.ts';
import {inWords as zonedWords} from '../../../shared/human-words.ts';
import {addressName, conversationName, type Names} from '../../../shared/names.ts';
import {type EpochMs, instantOfIso} from '../../../shared/time.ts';
import {isZone} from '../../../shared/zone.ts';
import type {ListRow} from '../../lists/list-row.ts';
import {isQuietRun} from '../../lists/quiet-rows.ts';
import {forwardOf} from '../../words/clock-change.ts';
import {eventWords} from '../../words/event-words.ts';
import {placeWord} from '../../words/place-words.ts';
import {sourceWords} from '../../words/source-words.ts';
import {EMPTY_ROW, type Row, span} from '../text/row.ts';
import {whenWords} from '../text/time-words.ts';
import {oneLine, shortened} from '../text/width.ts';
import {shortWhen} from './state-words.ts';

/** The words of the row, and the facts about it. */
/** By whose clock and names it is told. */
type DetailView = {readonly now: EpochMs; readonly names: Names};

export const detailRows = (row: ListRow | undefined, view: DetailView, columns: number): readonly [Row, Row] => {
  if (row === undefined) return [EMPTY_ROW, EMPTY_ROW];
  const [words, facts] = detailOf(row, view);
  const room = columns - 2;
  return [
    [span(` ${shortened(oneLine(words), room)}`)],
    [
      span(
        ` ${shortened(
          facts
            .filter(fact => fact !== '')
            .map(oneLine)
            .join(' · '),
          room,
        )}`,
        'dim',
      ),
    ],
  ];
};

const detailOf = (row: ListRow, {now, names}: DetailView): readonly [string, readonly string[]] => {
  switch (row.kind) {
    case 'reminder': {
      const {message, mode, delivery, createdAt, sourceSession, fireAt, zone, user = '', snoozedAt} = row.reminder;
      const when = isZone(zone) ? zonedWords(fireAt, now, zone, {zoned: true}) : whenWords(fireAt, now);
      const how = mode === 'agent' ? 'the agent does it' : 'word for word';
      return [
        message,
        [
          when,
          `to ${addressWords(delivery)}`,
          how,
          snoozedAt === undefined ? '' : `snoozed ${shortWhen(snoozedAt, now)}`,
          user === '' ? '' : `for ${user}`,
          `set ${shortWhen(createdAt, now)} in ${conversationName(sourceSession, names)}`,
        ],
      ];
    }
    case 'alarm': {
      const {message, cron, zone, session, user, createdAt, lastError, payload, skipped} = row.alarm;
      const at = wakeAtOf(row.alarm);
      return [
        message,
        [
          at === undefined ? '' : isZone(zone) ? zonedWords(at, now, zone, {zoned: true}) : whenWords(at, now),
          lastError === undefined ? '' : `not taken up: ${lastError}`,
          cron === undefined ? '' : `${cron} in ${zone}`,
          `wakes ${conversationName(session, names)}`,
          payload === undefined ? '' : 'with data',
          skipped === 0 ? '' : `${skipped} passed over`,
          `for ${user}`,
          `set ${shortWhen(createdAt, now)}`,
        ],
      ];
    }
    case 'cron':
    case 'window':
      return [row.job.message, jobFacts(row.job, row.kind === 'window' ? row.at : row.job.nextAt, now)];
    case 'quiet': {
      const {kind, name, wakeAt} = row.wake;
      const what = kind === 'heartbeat' ? 'a look around in a quiet conversation' : 'the agent tends its notes';
      return [what, [`${kind} of ${oneLine(row.wake.what)}`, whenWords(wakeAt, now), name]];
    }
    case 'invalid':
      return [row.job.reason, [`${row.job.file}, line ${row.job.line}`, 'it does not run until the file is mended']];
    case 'run': {
      const {run} = row;
      return [
        run.error ?? run.output ?? row.title,
        [
          `${run.kind} ${run.kind === 'cron' ? run.name : ''}`.trim(),
          isQuietRun(run) ? (run.schedule ?? '') : '',
          `due ${shortWhen(run.scheduledFor, now)}`,
          run.late ? 'late' : '',
          run.attempt > 1 ? `attempt ${run.attempt}` : '',
          ...row.deliveries.map(({address, state}) => `${state} to ${addressName(address, names)}`),
        ],
      ];
    }
    case 'delivery':
      return [row.delivery.text, deliveryFacts(row.delivery, now)];
    case 'turn': {
      const {text, error, session, source, turnId} = row.turn;
      return [text, [error ?? '', `in ${conversationName(session, names)}`, `from ${sourceWords(source)}`, turnId]];
    }
    case 'event': {
      const {event} = row;
      const cause = event.cause === undefined ? '' : `because of ${event.cause}`;
      return [
        eventWords(event, instantOfIso(event.at) ?? now, {names}).what,
        [`#${event.seq}`, event.type, event.session ?? '', cause, event.trust ?? ''],
      ];
    }
    case 'divider':
    case 'note':
    case 'now':
      return ['', []];
    default:
      return assertNever(row);
  }
};

/** `at`: the one of its instants that the row is about. */
const jobFacts = (job: CronJob, at: EpochMs | undefined, now: EpochMs): readonly string[] => {
  const {cron, zone, nextAt, deliver, announce, origin, last} = job;
  return [
    forwardOf(job, at) ?? '',
    `${cron} in ${zone}`,
    nextAt === undefined || !isZone(zone) ? '' : `next ${zonedWords(nextAt, now, zone, {zoned: true})}`,
    deliver.length === 0 ? 'goes only into the log' : `to ${addressWords(deliver)}, ${announce}`,
    last?.error === undefined ? '' : `last error: ${last.error}`,
    origin,
  ];
};

const deliveryFacts = (
  {id, address, createdAt, sentAt, deliveredAt, readAt, lastError, attempts, repeat}: Delivery,
  now: EpochMs,
): readonly string[] => [
  lastError ?? '',
  address,
  `queued ${shortWhen(createdAt, now)}`,
  sentAt === undefined ? '' : `sent ${shortWhen(sentAt, now)}`,
  deliveredAt === undefined ? '' : `delivered ${shortWhen(deliveredAt, now)}`,
  readAt === undefined ? '' : `read ${shortWhen(readAt, now)}`,
  attempts > 1 ? `${attempts} attempts` : '',
  repeat ? 'sent again after an unknown outcome: it may have come twice' : '',
  id,
];

/** The places whole: there is room here to tell one person on a channel from another. */
const addressWords = (addresses: readonly Address[]): string =>
  addresses.map(address => (isPushable(address) ? address : placeWord(address))).join(', ');
