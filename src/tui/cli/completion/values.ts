// Values for completion that the daemon knows. Quick and silent: without a daemon that answers at once there are none.
import type {Client} from '../../../ipc/protocol.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {ValueKind} from '../arguments.ts';
import type {CommandWorld} from '../command.ts';
import {allConfigKeys} from '../commands/config.ts';
import type {Offer} from './next-words.ts';

export const valuesOf = async (world: CommandWorld, kind: ValueKind): Promise<readonly Offer[]> => {
  if (kind === 'theme') return await themes();
  try {
    if (kind === 'config-key') return await configKeys(world);
    await using connection = await world.connect({starts: false, patienceMs: PATIENCE_MS});
    return await LISTS[kind](connection.client);
  } catch {
    // A Tab is no place for an error; the command itself says what is wrong.
    return [];
  }
};

const themes = async (): Promise<readonly Offer[]> => {
  const {themeAbout, themeNames} = await import('../../show-theme.ts');
  return themeNames.map(name => ({word: name, about: themeAbout(name)}));
};

const configKeys = async (world: CommandWorld): Promise<readonly Offer[]> => {
  const keys = await allConfigKeys(world);
  return keys.filter(({key}) => TYPED_KEY.test(key)).map(({key, sentence}) => ({word: key, about: brief(sentence)}));
};

type List = (client: Client) => Promise<readonly Offer[]>;

const reminders: List = async ({call}) => {
  const [pending, fired] = await Promise.all([
    call('reminder.list', {limit: MOST}, QUICK),
    call('reminder.list', {state: 'fired', limit: FEW}, QUICK),
  ]);
  return [...pending.reminders, ...fired.reminders].map(({id, message}) => offer(id, message));
};

const alarms: List = async ({call}) =>
  (await call('alarm.list', {limit: MOST}, QUICK)).alarms.map(({id, message}) => offer(id, message));

const runs: List = async ({call}) =>
  (await call('run.list', {limit: FEW}, QUICK)).runs.map(({id, kind, name}) => offer(id, `${kind} ${name}`));

const deliveries: List = async ({call}) =>
  (await call('outbox.list', {limit: FEW}, QUICK)).deliveries.map(({id, text}) => offer(id, text));

const jobs: List = async ({call}) =>
  (await call('cron.list', {}, QUICK)).jobs.map(({name, message, run}) => ({word: name, about: brief(run ?? message)}));

const sessions: List = async ({call}) =>
  (await call('session.list', {}, QUICK)).sessions.map(({title, key}) => ({word: printableLine(title), about: key}));

const people: List = async ({call}) =>
  ((await call('daemon.status', {}, QUICK)).people ?? []).map(({name, presence}) => ({word: name, about: presence}));

/** Those that wait. */
const approvals: List = async ({call}) =>
  (await call('approval.list', {state: 'open'}, QUICK)).approvals.map(({id, effect}) => offer(id, effect));

const rules: List = async ({call}) =>
  (await call('approval.rules', {}, QUICK)).rules.map(({id, allows}) => offer(id, allows.join(', ')));

const LISTS: Readonly<Record<Exclude<ValueKind, 'config-key' | 'theme'>, List>> = {
  reminder: reminders,
  alarm: alarms,
  run: runs,
  delivery: deliveries,
  approval: approvals,
  rule: rules,
  job: jobs,
  session: sessions,
  person: people,
  record: async client =>
    (await Promise.all([reminders, jobs, runs, deliveries, alarms, approvals].map(list => list(client)))).flat(),
};

const offer = (id: string, text: string): Offer => ({word: shortId(id), about: brief(text)});

const brief = (text: string): string => shortened(printableLine(text), LONGEST);

/** Without a part that the person names, such as `hooks.NAME`. */
const TYPED_KEY = /^[a-z]\w*(?:\.[a-z]\w*)*$/u;
const LONGEST = 50;
const MOST = 200;
const FEW = 30;
const PATIENCE_MS = SECOND / 2;
const QUICK = {timeoutMs: PATIENCE_MS};
