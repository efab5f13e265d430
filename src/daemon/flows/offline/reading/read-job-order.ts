// Parses commands about jobs: "pause the standup job", "delete the job standup", "make a job that says good morning at
// 8". Pure.
import type {Intent, JobOrder} from '../intent.ts';
import type {TimeReader} from '../times.ts';
export const readJobOrder = (text: string): Intent | undefined => {
  const sentence = text.trim().replace(BEFORE, '').replace(AFTER, '');
  for (const pattern of ORDERS) {
    const {verb = '', name = ''} = pattern.exec(sentence)?.groups ?? {};
    const order = VERBS.get(verb.toLowerCase());
    if (order !== undefined && name.trim() !== '' && !REMINDER.test(name))
      return {kind: 'job', order, name: name.trim()};
  }
  const edited = EDIT.exec(sentence)?.groups?.['name'];
  return edited === undefined ? undefined : {kind: 'job', order: 'edit', name: edited.trim()};
};

/** A new job. Without a recurrence the job comes every day; without a time or a task the answer says how to ask. */
export const readNewJob = (text: string, times: TimeReader): Intent | undefined => {
  const asked = NEW.exec(text.slice(0, LONGEST_NEW))?.groups;
  if (asked === undefined) return undefined;
  const {says, tells, rest = ''} = asked;
  const asking = rest.replace(/[?\s]+$/u, '');
  const once = times.find(asking);
  const found = once === undefined || once.moment.repeats === true ? once : times.find(`every day ${asking}`);
  const task = found?.rest.replace(/^[\s,:;]+|[\s,:;]+$/gu, '') ?? '';
  const when = found !== undefined && 'when' in found.moment.time ? found.moment.time.when : undefined;
  if (when === undefined || task === '') return {kind: 'reply', text: times.refusal(asking) ?? times.texts.jobs.how};
  return {kind: 'new-job', when, task, says: says !== undefined || tells !== undefined};
};

/** "cancel the job interview reminder" */
const REMINDER = /\breminders?$|erinnerung(?:en)?$/iu;

const VERBS: ReadonlyMap<string, JobOrder> = new Map([
  ['pause', 'pause'],
  ['resume', 'resume'],
  ['unpause', 'resume'],
  ['continue', 'resume'],
  ['run', 'run'],
  ['start', 'run'],
  ['pausiere', 'pause'],
  ['starte', 'run'],
  ['delete', 'delete'],
  ['remove', 'delete'],
  ['cancel', 'delete'],
  ['pausieren', 'pause'],
  ['fortsetzen', 'resume'],
  ['starten', 'run'],
  ['ausführen', 'run'],
  ['löschen', 'delete'],
]);
const BEFORE = /^(?:(?:please|ok|okay|hey|bitte|can you|could you|would you)[\s,]+)+/iu;
const AFTER = /(?:[\s,]+(?:now|again|please|bitte|jetzt))*[\s.!?]*$/iu;
const VERB = `(?<verb>${[...VERBS.keys()].join('|')})`;
const INFINITIVE = '(?<verb>pausieren|fortsetzen|starten|ausführen|löschen)';
const ARTICLE = '(?:(?:the|my|our|den|meinen)\\s+)?';
const ORDERS = [
  new RegExp(`^${VERB}\\s+${ARTICLE}(?:cron[\\s-]?)?job\\s+(?<name>.{1,80})$`, 'iu'),
  new RegExp(`^${VERB}\\s+${ARTICLE}(?<name>.{1,80}?)[\\s-](?:cron[\\s-]?)?job$`, 'iu'),
  new RegExp(`^${ARTICLE}(?:cron[\\s-]?)?job\\s+(?<name>.{1,80}?)\\s+${INFINITIVE}$`, 'iu'),
  new RegExp(`^${ARTICLE}(?<name>.{1,80}?)[\\s-](?:cron[\\s-]?)?job\\s+${INFINITIVE}$`, 'iu'),
];
/** "change the good morning job to 9": what else than its name and its schedule changes, this can't read. */
const EDIT = new RegExp(
  `^(?:change|edit|update|move|reschedule|ändere?|bearbeite?|verschiebe?)\\s+${ARTICLE}(?<name>.{1,80}?)[\\s-](?:cron[\\s-]?)?job(?:\\s+(?:to|so|from|auf|von|nach)\\b.*)?$`,
  'iu',
);
const ARTICLES = '(?:(?:a|an|another|new|einen|neuen)\\s+)*';
const CRON = '(?:cron(?:[\\s-]*jobs?)?|scheduled jobs?)';
/** A job without "cron" may be one that people do, so what it does must follow. */
const JOB = `(?:${CRON}|job(?=\\s*:|\\s+(?:that|which|to|der)\\b))`;
const NEW = new RegExp(
  [
    String.raw`^\s*(?:(?:please|ok|okay|hey|and|bitte)[\s,]+)*(?:(?:can|could|would|will) you (?:please )?)?`,
    String.raw`(?:(?:make|create|add|set up|write|schedule|erstelle|mach)\s+(?:me\s+|mir\s+)?${ARTICLES}${JOB}`,
    String.raw`|(?:give me|i want|i need)\s+${ARTICLES}${CRON})\b(?<tells>\s*:)?[\s,:]*(?:(?:that|which|to|for|der)\s+)?`,
    String.raw`(?<says>(?:says?|tells?|reminds?|sends?|prints?|sagt)\s+(?:me\s+|mir\s+)?(?:to\s+)?)?(?<rest>.*)$`,
  ].join(''),
  'isu',
);
const LONGEST_NEW = 1_000;
