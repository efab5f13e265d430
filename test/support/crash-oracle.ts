// Checks a story at its end, however often its daemon was killed: it fired once, every address got it once (twice only if marked), nothing
// is stuck, and the events are complete without a gap.
import {DatabaseSync} from 'node:sqlite';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import {linesOf, wrongEdits} from './crash-edits.ts';
import type {Scene} from './crash-scene.ts';
import {PAYLOAD, sameHome, WORDS} from './crash-story.ts';
import {gapsIn, oddTurns} from './event-checks.ts';
import {until} from './until.ts';

/** Lets the next daemon finish the story, and checks everything. */
export const comesToItsEnd = async (scene: Scene): Promise<void> => {
  await using daemon = await scene.start();
  await until('the story is over', scene.isOver);
  await scene.goOn();
  await daemon.follow(0);
  const problems = wrongSeen(daemon.events, scene);
  if (scene.trace.name === 'an edit and a deletion') problems.push(...(await wrongEdits(daemon, scene)));
  else
    problems.push(...wrongEvents(daemon.events, scene), ...wrongRows(scene), ...wrongPost(scene), ...wrongLines(scene));
  if (problems.length > 0) throw new Error(problems.join('\n'));
};

const wrongEvents = (events: readonly GatewayEvent[], {trace, deaths}: Scene): readonly string[] => {
  const count = (type: GatewayEvent['type'], wanted: number): readonly string[] => {
    const found = events.filter(event => event.type === type).length;
    return found === wanted ? [] : [`${found} events ${type}`];
  };
  const isReminder = trace.name.includes('reminder');
  const ended = (wanted: string): number => events.filter(({type}) => type === wanted).length;
  const woken = events.filter(({type}) => type === 'alarm.fired').length;
  return [
    ...gapsIn(events),
    ...oddTurns(events),
    ...count('reminder.fired', isReminder ? 1 : 0),
    ...count('reminder.settled', isReminder ? 1 : 0),
    // A woken turn that was interrupted is woken again.
    ...(woken >= (trace.name === 'an alarm' ? 1 : 0) && woken <= (trace.name === 'an alarm' ? 1 + deaths() : 0)
      ? []
      : [`${woken} events alarm.fired`]),
    ...count('run.started', 1),
    ...count('run.ended', 1),
    // After two deaths during sending it is given up with a reason, since a third copy is a person's decision.
    ...(ended('delivery.dead') <= (deaths() >= 2 ? 1 : 0) ? [] : [`${ended('delivery.dead')} events delivery.dead`]),
    ...count('delivery.sent', trace.addresses.length - ended('delivery.dead')),
  ];
};

/** Clients of earlier daemons saw nothing that isn't so, and nothing came late. */
const wrongSeen = (events: readonly GatewayEvent[], {seen, late}: Scene): string[] => {
  const nameOf = ({seq, type, at}: GatewayEvent): string => `${seq} ${type} ${at}`;
  const stored = new Set(events.map(nameOf));
  const lost = seen().filter(event => !stored.has(nameOf(event)));
  return [...lost.map(event => `seen and lost: ${nameOf(event)}`), ...late().map(effect => `late: ${effect}`)];
};

const wrongRows = ({home, trace}: Scene): readonly string[] => {
  const database = new DatabaseSync(`${home}/rooster.db`, {readOnly: true});
  try {
    const rows = (sql: string): readonly Row[] => database.prepare(sql).all();
    const runs = rows('SELECT * FROM runs');
    const series = rows('SELECT state, passed, occurrence, fireAt, next FROM reminders WHERE repeat IS NOT NULL');
    const deliveries = rows('SELECT * FROM deliveries');
    const messages = rows('SELECT * FROM messages ORDER BY ord');
    // Messages to a person; except for an alarm, the run has its own session.
    const isAlarm = trace.name === 'an alarm';
    const told = messages.filter(
      ({role, session}) => role === 'assistant' && (isAlarm || session !== runs[0]?.['session']),
    );
    const sessions = new Set(told.map(({session}) => session));
    const cause = isAlarm ? 'turnId' : 'runId';
    const keys = deliveries.map(delivery => `${delivery[cause]}@${delivery['address']}`);
    const wanted = trace.addresses.map(address => `${isAlarm ? told[0]?.['turnId'] : runs[0]?.['id']}@${address}`);
    // The series has moved on by one instant, together with the claim.
    const hasMoved = series.every(
      ({state, passed, occurrence, fireAt, next}) =>
        state === 'pending' &&
        passed === 1 &&
        JSON.parse(String(occurrence))?.n === 1 &&
        JSON.parse(String(next))[0] === Date.parse(String(fireAt)) &&
        String(fireAt) > new Date().toISOString(),
    );
    return [
      ...(hasMoved ? [] : [`series: ${JSON.stringify(series)}`]),
      ...(series.length === (trace.name.includes('repeats') ? 1 : 0) ? [] : [`${series.length} series`]),
      ...(runs.length === 1 && runs[0]?.['status'] === 'ran' ? [] : [`runs: ${JSON.stringify(runs)}`]),
      ...(keys.toSorted().join() === wanted.toSorted().join() ? [] : [`deliveries: ${JSON.stringify(deliveries)}`]),
      ...(told.length === trace.addresses.length && sessions.size === told.length
        ? []
        : [`told: ${JSON.stringify(told)}`]),
      ...messages
        .filter(({role, text, payload}) => isAlarm && role === 'user' && (text !== WORDS || payload !== PAYLOAD))
        .map(message => `woken in other words: ${JSON.stringify(message)}`),
      ...told.filter(({text}) => !trace.words.includes(String(text))).map(({text}) => `told in other words: ${text}`),
      ...deliveries
        .filter(
          delivery => !told.some(({text, session}) => text === delivery['text'] && session === delivery['session']),
        )
        .map(delivery => `sent, and not in the conversation: ${JSON.stringify(delivery)}`),
      ...messages
        .filter(
          message =>
            rows(`SELECT id FROM turns`).every(({id}) => id !== message['turnId']) && message['turnId'] !== null,
        )
        .map(message => `a message of no turn: ${JSON.stringify(message)}`),
      ...repeated(messages.flatMap(({key}) => (key === null ? [] : [String(key)]))).map(
        key => `a message twice: ${key}`,
      ),
      ...rows('PRAGMA integrity_check').flatMap(({integrity_check: found}) => (found === 'ok' ? [] : [String(found)])),
    ];
  } finally {
    database.close();
  }
};

/** The channel got everything once; a repeat after a death is marked. */
const wrongPost = (scene: Scene): readonly string[] => {
  const post = scene.post();
  const pushed = scene.trace.addresses.filter(address => !address.startsWith('terminal:'));
  return pushed.flatMap(address => {
    const sent = post.filter(({to}) => to === address);
    const isRight =
      sent[0]?.repeat !== undefined &&
      sent.length <= Math.min(2, 1 + scene.deaths()) &&
      sent.slice(1).every(({repeat}) => repeat);
    return isRight ? [] : [`sent to ${address}: ${JSON.stringify(sent)}`];
  });
};

/** A pre-tool runs once; only one with an unknown end runs again. The next daemon surely knows the end once the model was asked. */
const wrongLines = ({world, trace, lives}: Scene): readonly string[] => {
  if (trace.name !== 'a job with a pre-tool' || trace.deaths > 0) return [];
  const isKnown = (step: string): boolean =>
    step.startsWith('model asked') || (trace.homes === sameHome && step.startsWith('after commit'));
  const unknown = lives().filter(steps => {
    const begun = steps.findIndex(step => step.startsWith('after pre-tool begun'));
    return begun !== -1 && !steps.slice(begun).some(isKnown);
  }).length;
  const used = linesOf(`${world}/lines`).length;
  return used >= 1 && used <= 1 + unknown ? [] : [`the pre-tool was used ${used} times`];
};

const repeated = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

type Row = Readonly<Record<string, unknown>>;
