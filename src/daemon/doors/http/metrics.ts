// Prometheus metrics: event counters since the start, and current gauges. No metric names a person, job or
// conversation. Pure except for the counters.
import type {ChannelStatus, GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {instantOfIso, SECOND} from '../../../shared/time/time.ts';

type Gauges = {
  readonly outbox: {readonly waiting: number; readonly dead: number};
  readonly sessions: {readonly busy: number; readonly queued: number};
  readonly reminders: number;
  readonly alarms: number;
  readonly channels: readonly ChannelStatus[];
};

type Counters = {
  readonly count: (events: readonly GatewayEvent[]) => void;
  readonly text: (gauges: Gauges) => string;
};

export const createCounters = (): Counters => {
  const counts = new Map<string, number>();
  const add = (series: string, by = 1): void => void counts.set(series, (counts.get(series) ?? 0) + by);

  const countOne = (event: GatewayEvent): void => {
    switch (event.type) {
      case 'delivery.sent':
      case 'delivery.failed':
      case 'delivery.dead':
        add(`rooster_deliveries_total${labels({result: event.type.slice('delivery.'.length)})}`);
        break;
      case 'run.ended': {
        const {kind, status, startedAt, scheduledFor} = event.run;
        add(`rooster_runs_total${labels({kind, status})}`);
        const lateMs = (instantOfIso(startedAt) ?? 0) - (instantOfIso(scheduledFor) ?? 0);
        add('rooster_run_lateness_seconds_sum', Math.max(0, lateMs) / SECOND);
        add('rooster_run_lateness_seconds_count');
        break;
      }
      case 'turn.ended':
        add(`rooster_turns_total${labels({outcome: event.outcome})}`);
        add(`rooster_tokens_total${labels({direction: 'input'})}`, event.usage?.inputTokens ?? 0);
        add(`rooster_tokens_total${labels({direction: 'output'})}`, event.usage?.outputTokens ?? 0);
        break;
      default:
    }
  };

  return {
    count: events => events.forEach(countOne),
    text: gauges => `${[...COUNTED.flatMap(metric => linesOf(metric, counts)), ...gaugeLines(gauges)].join('\n')}\n`,
  };
};

type Metric = {readonly name: string; readonly type: string; readonly help: string};

const linesOf = ({name, type, help}: Metric, counts: ReadonlyMap<string, number>): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...[...counts].flatMap(([series, value]) => (isOf(series, name) ? [`${series} ${value}`] : [])),
];

const isOf = (series: string, name: string): boolean => {
  const [bare = ''] = series.split('{');
  return bare === name || bare === `${name}_sum` || bare === `${name}_count`;
};

const gaugeLines = ({outbox, sessions, reminders, alarms, channels}: Gauges): readonly string[] => [
  ...gauge('rooster_outbox', 'Deliveries that wait or failed for good.', [
    [{state: 'waiting'}, outbox.waiting],
    [{state: 'dead'}, outbox.dead],
  ]),
  ...gauge('rooster_queue', 'Conversations with a running turn, and turns that wait.', [
    [{state: 'busy'}, sessions.busy],
    [{state: 'queued'}, sessions.queued],
  ]),
  ...gauge('rooster_reminders_pending', 'Reminders that are set.', [[{}, reminders]]),
  ...gauge('rooster_alarms_active', 'Alarms that are set.', [[{}, alarms]]),
  ...gauge(
    'rooster_channel_up',
    'Whether a channel works in a direction.',
    channels.flatMap(({channel, inbound, outbound}) => [
      [{channel, direction: 'in'}, inbound === 'up' ? 1 : 0] as const,
      [{channel, direction: 'out'}, outbound === 'up' ? 1 : 0] as const,
    ]),
  ),
];

type Labels = Readonly<Record<string, string>>;

const gauge = (name: string, help: string, values: readonly (readonly [Labels, number])[]): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} gauge`,
  ...values.map(([of, value]) => `${name}${labels(of)} ${value}`),
];

const labels = (of: Labels): string => {
  const pairs = Object.entries(of).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

const COUNTED: readonly Metric[] = [
  {
    name: 'rooster_deliveries_total',
    type: 'counter',
    help: 'Deliveries that were sent, failed once, or failed for good.',
  },
  {name: 'rooster_runs_total', type: 'counter', help: 'Runs of jobs, reminders and alarms that ended.'},
  {name: 'rooster_run_lateness_seconds', type: 'summary', help: 'How long after its instant a run started.'},
  {name: 'rooster_turns_total', type: 'counter', help: 'Turns of the agent that ended.'},
  {name: 'rooster_tokens_total', type: 'counter', help: 'Tokens of the models.'},
];
