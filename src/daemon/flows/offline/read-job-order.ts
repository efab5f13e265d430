// Parses commands about jobs: "pause the standup job", "run the job standup now". Pure.
import type {Intent} from './intent.ts';

export type JobOrder = 'pause' | 'resume' | 'run';

export const readJobOrder = (text: string): Intent | undefined => {
  const sentence = text.trim().replace(BEFORE, '').replace(AFTER, '');
  for (const pattern of ORDERS) {
    const {verb = '', name = ''} = pattern.exec(sentence)?.groups ?? {};
    const order = VERBS.get(verb.toLowerCase());
    if (order !== undefined && name.trim() !== '') return {kind: 'job', order, name: name.trim()};
  }
  return undefined;
};

const VERBS: ReadonlyMap<string, JobOrder> = new Map([
  ['pause', 'pause'],
  ['resume', 'resume'],
  ['unpause', 'resume'],
  ['continue', 'resume'],
  ['run', 'run'],
  ['start', 'run'],
  ['pausiere', 'pause'],
  ['starte', 'run'],
]);
const BEFORE = /^(?:(?:please|ok|okay|hey|bitte|can you|could you|would you)[\s,]+)+/iu;
const AFTER = /(?:[\s,]+(?:now|again|please|bitte|jetzt))*[\s.!?]*$/iu;
const VERB = `(?<verb>${[...VERBS.keys()].join('|')})`;
const ARTICLE = '(?:(?:the|my|our|den|meinen)\\s+)?';
const ORDERS = [
  new RegExp(`^${VERB}\\s+${ARTICLE}(?:cron[\\s-]?)?job\\s+(?<name>.{1,80})$`, 'iu'),
  new RegExp(`^${VERB}\\s+${ARTICLE}(?<name>.{1,80}?)[\\s-](?:cron[\\s-]?)?job$`, 'iu'),
];
