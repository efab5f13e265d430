// The documents of what a list points at: what is set, what ran, what was sent, what happened.
import type {Alarm} from '../../shared/alarm.ts';
import type {CronJob} from '../../shared/cron-job.ts';
import type {Delivery} from '../../shared/delivery.ts';
import {assertNever} from '../../shared/gateway-error.ts';
import type {GatewayEvent} from '../../shared/gateway-event.ts';
import {isWaiting, type Reminder, type Run, workedSince} from '../../shared/jobs.ts';
import type {Message} from '../../shared/message.ts';
import {SECOND} from '../../shared/time.ts';
import {todoLines} from '../../shared/todo-lines.ts';
import type {Wake} from '../../shared/wake.ts';
import {alarmHeld, deliveryHeld, reminderHeld, runsOfJob} from '../lists/held.ts';
import {quietRow, quietWakes} from '../lists/quiet-rows.ts';
import type {AppState} from '../store/app-state.ts';
import {tookWords} from '../words/how-long.ts';
import {sourceWords} from '../words/source-words.ts';
import {type Document, type Fact, facts, stamp, stampIn, withData} from './document.ts';
import {documentOfMessage, inputWords} from './item-document.ts';
import type {ItemRef} from './item-ref.ts';

/** The document of what a list points at, from what the client holds; undefined where it has to be asked for. */
export const documentOfRef = (state: AppState, ref: ItemRef): Document | undefined => {
  const {gateway} = state;
  switch (ref.kind) {
    case 'message': {
      for (const {messages} of gateway.transcripts.values()) {
        const message = messages.find(({id}) => id === ref.id);
        if (message !== undefined) return documentOfMessage(message, []);
      }
      return undefined;
    }
    case 'delivery': {
      const delivery = deliveryHeld(state, ref.id);
      return delivery === undefined ? undefined : documentOfDelivery(delivery);
    }
    case 'reminder': {
      const reminder = reminderHeld(state, ref.id);
      return reminder === undefined ? undefined : documentOfReminder(reminder);
    }
    case 'alarm': {
      const alarm = alarmHeld(state, ref.id);
      return alarm === undefined ? undefined : documentOfAlarm(alarm);
    }
    case 'cron': {
      const job = gateway.cron.find(({name}) => name === ref.id);
      return job === undefined ? undefined : documentOfJob(job, runsOfJob(state, job.name));
    }
    case 'quiet': {
      const wake = quietWakes(state).find(one => quietRow(one).id === ref.id);
      return wake === undefined ? undefined : documentOfWake(wake);
    }
    case 'event': {
      const event = state.ui.log.find(({seq}) => seq === ref.id);
      return event === undefined ? undefined : documentOfEvent(event);
    }
    case 'run':
    case 'turn':
      return undefined;
    default:
      return assertNever(ref);
  }
};

const documentOfWake = ({kind, name, what, wakeAt}: Wake): Document => ({
  title: `${kind} of ${what}`,
  facts: facts([
    ['next', stamp(wakeAt)],
    ['in', name],
    ['settings', `${kind} in the configuration`],
  ]),
  text: QUIET_WORDS[kind] ?? '',
  form: 'plain',
});

const QUIET_WORDS: Readonly<Partial<Record<Wake['kind'], string>>> = {
  heartbeat:
    'The conversation has gone quiet. If nobody writes until then, the agent looks at it once more, as HEARTBEAT.md asks, and says something only where there is something to say.',
  reflection:
    'The conversation has gone quiet. If nobody writes until then, the agent looks back at what was said and tends its notes. Nothing of that is said in the conversation.',
};

/** As it was sent: nothing about it is left out. */
const documentOfEvent = (event: GatewayEvent): Document => ({
  title: `event ${event.seq}`,
  facts: facts([
    ['type', event.type],
    ['at', event.at],
    ['session', event.session],
    ['cause', event.cause],
    ['trust', event.trust],
  ]),
  text: JSON.stringify(event, undefined, 2),
  form: 'code',
});

const documentOfDelivery = (delivery: Delivery): Document => ({
  title: `delivery ${delivery.id}`,
  facts: facts([
    ['to', delivery.address],
    ['state', delivery.state],
    ['queued', stamp(delivery.createdAt)],
    ['sent', stamp(delivery.sentAt)],
    ['delivered', stamp(delivery.deliveredAt)],
    ['read', stamp(delivery.readAt)],
    ['attempts', String(delivery.attempts)],
    ['next try', stamp(delivery.nextAttemptAt)],
    ['last error', delivery.lastError],
    ['repeated', delivery.repeat ? 'yes: how the first sending ended is not known' : undefined],
    ['session', delivery.session],
    ['turn', delivery.turnId],
    ['run', delivery.runId],
  ]),
  text: delivery.text,
  form: 'plain',
});

export const documentOfReminder = (reminder: Reminder): Document => ({
  title: `reminder ${reminder.id}`,
  facts: facts([
    ['due', stampIn(reminder.fireAt, reminder.zone)],
    ['zone', reminder.zone],
    ['state', reminder.state],
    ['heard', reminder.delivery.join(', ')],
    ['how', reminder.mode === 'verbatim' ? 'word for word' : 'the agent is asked'],
    ['for', reminder.user],
    ['set', `${stamp(reminder.createdAt)} in ${reminder.sourceSession}`],
    ['snoozed', stamp(reminder.snoozedAt)],
    ['fired', stamp(reminder.firedAt)],
    ['said again', reminder.nags === undefined ? undefined : `${reminder.nags} times`],
  ]),
  text: reminder.message,
  form: 'plain',
});

const documentOfAlarm = (alarm: Alarm): Document => ({
  title: `alarm ${alarm.id}`,
  facts: facts([
    ['next', stampIn(alarm.nextAt, alarm.zone)],
    ['again', alarm.cron === undefined ? undefined : `${alarm.cron}  ${alarm.zone}`],
    ['tried again', alarm.failures === 0 ? undefined : stamp(alarm.retryAt)],
    ['refused', alarm.failures === 0 ? undefined : `${alarm.failures} times`],
    ['last error', alarm.lastError],
    ['last woke', stamp(alarm.lastFiredAt)],
    ['passed over', alarm.skipped === 0 ? undefined : `${alarm.skipped} of its instants`],
    ['state', alarm.state],
    ['wakes', alarm.session],
    ['for', alarm.user],
    ['set', `${stamp(alarm.createdAt)} ${alarm.turnId === undefined ? 'by hand' : `in ${alarm.turnId}`}`],
    ['key', alarm.key],
  ]),
  text: alarm.payload === undefined ? alarm.message : withData(alarm.message, alarm.payload),
  form: 'plain',
});

/** With its newest runs, and how each of them ended. */
const documentOfJob = (job: CronJob, runs: readonly Run[] = []): Document => ({
  title: `cron job ${job.name}`,
  facts: facts([
    ['schedule', `${job.cron}  ${job.zone}`],
    ['next', job.nextAt === undefined ? (job.paused ? 'paused' : 'never') : stampIn(job.nextAt, job.zone)],
    ['last', job.last === undefined ? 'never ran' : `${job.last.status}, ${stamp(job.last.startedAt)}`],
    ['last error', job.last?.error],
    ['result goes to', job.deliver.length === 0 ? 'nobody, it is only logged' : job.deliver.join(', ')],
    ['told', job.announce],
    ['missed', job.missed],
    ['for', job.user],
    ['model', job.model],
    ['defined in', job.origin],
    ...runs
      .slice(0, RECENT_RUNS)
      .map(
        (run, index): Fact => [
          index === 0 ? 'ran' : '',
          [
            stamp(run.startedAt) ?? '',
            isWaiting(run) ? 'waits' : run.status,
            ...(run.late ? ['late'] : []),
            ...(run.endedAt === undefined ? [] : [tookWords(run.endedAt - workedSince(run))]),
            ...(run.error === undefined ? [] : [run.error]),
          ].join(', '),
        ],
      ),
  ]),
  text: job.message,
  form: 'plain',
});

/** With what was said in it, where that was asked for. */
export const documentOfRun = (run: Run, transcript: readonly Message[]): Document => ({
  title: `run ${run.id}`,
  facts: facts([
    ['what', `${run.kind} ${run.name}`],
    ['state', isWaiting(run) ? 'waits for its turn' : run.status],
    ['due', stamp(run.scheduledFor)],
    ['started', `${stamp(run.startedAt)}${run.late ? ', late' : ''}`],
    ['waited', waitedOf(run)],
    ['took', run.endedAt === undefined ? undefined : tookWords(run.endedAt - workedSince(run))],
    ['attempt', run.attempt > 1 ? String(run.attempt) : undefined],
    ['schedule', run.schedule],
    ['session', run.session],
    ['error', run.error],
  ]),
  text: [
    ...(run.todos === undefined ? [] : [`plan:\n${todoLines(run.todos).join('\n')}`]),
    ...(transcript.length === 0
      ? [run.output ?? 'It said nothing.']
      : transcript.map(message => `${whoSays(message)}:\n${message.text || callWords(message)}`)),
  ].join('\n\n'),
  form: 'plain',
});

/** Where it is worth a word. */
const waitedOf = ({startedAt, beganAt = startedAt}: Run): string | undefined =>
  beganAt - startedAt < SECOND ? undefined : tookWords(beganAt - startedAt);

const whoSays = ({role, source}: Message): string => (role === 'assistant' ? 'agent' : sourceWords(source));

const callWords = ({toolCalls = []}: Message): string =>
  toolCalls.map(({name, input}) => `calls ${name} ${inputWords(input)}`).join('\n');

const RECENT_RUNS = 8;
