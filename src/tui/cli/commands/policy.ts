// `rooster policy`: what asks a person, and how often that would have been in the last days.
import type {Result} from '../../../ipc/method-table.ts';
import {ASK_KINDS, ASK_MEANS, ASK_TIMES, type AskTable} from '../../../shared/records/approval.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {nearestWord} from '../../../shared/text/nearest-word.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import {countOf} from '../args.ts';
import type {Args, Run} from '../arguments.ts';
import {askAndPrint} from '../ask.ts';

export const showPolicy: Run = (world, args) => {
  const days = countOf(args, 'days') ?? USUAL_DAYS;
  const ask = changesIn(args);
  return askAndPrint(world, args, 'approval.policy', {ask, days}, policy => policyLines(policy, ask, days));
};

/** The operands: `own=always messages=never`. */
const changesIn = ({words}: Args): Partial<AskTable> =>
  Object.fromEntries(
    words.map(word => {
      const [kind = '', time] = word.split('=');
      if (!ASK_KINDS.some(known => known === kind)) throw unknown(kind, ASK_KINDS, 'kind of effect');
      if (time === undefined)
        throw new GatewayError('invalid', `When to ask? ${ASK_TIMES.map(known => `${kind}=${known}`).join(', ')}.`);
      const read = ASK_TIMES.find(known => known === time);
      if (read === undefined) throw unknown(time, ASK_TIMES, `time to ask about ${kind}`);
      return [kind, read];
    }),
  );

const unknown = (word: string, names: readonly string[], what: string): GatewayError => {
  const near = nearestWord(word, names);
  const meant = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${near}?`;
  return new GatewayError('invalid', `Unknown ${what} "${word}". ${meant} Example: rooster policy own=never`);
};

const policyLines = (
  {ask, deadlineMs, preview}: Result<'approval.policy'>,
  changes: Partial<AskTable>,
  days: number,
): readonly string[] => {
  const {calls, asked, atNight, refused, byKind} = preview;
  const count = (kind: (typeof ASK_KINDS)[number]): number => byKind.find(each => each.kind === kind)?.asked ?? 0;
  const night = atNight === 0 ? '' : `, ${atNight} in the night`;
  const alone = refused === 0 ? '' : ` ${counted(refused, 'call')} would have been refused: nobody was there.`;
  const kinds = ASK_KINDS.filter(kind => changes[kind] !== undefined);
  return [
    `The agent asks, and waits up to ${formatDuration(deadlineMs)} for an answer:`,
    ...ASK_KINDS.map(kind => {
      const isChanged = changes[kind] === undefined ? '' : '  (tried)';
      return `  ${kind.padEnd(9)} ${ask[kind].padEnd(14)} ${ASK_MEANS[kind]}${isChanged}`;
    }),
    '',
    calls === 0
      ? `In the last ${counted(days, 'day')} the agent called no tool.`
      : `In the last ${counted(days, 'day')} it would have asked ${counted(asked, 'time')} about ${counted(calls, 'call')}${night}.${alone}`,
    ...ASK_KINDS.filter(kind => count(kind) > 0).map(kind => `  ${kind.padEnd(9)} ${counted(count(kind), 'time')}`),
    ...(kinds.length === 0
      ? ['To try a change: rooster policy own=never']
      : kinds.map(kind => `To keep it: rooster config set policy.ask.${kind} ${ask[kind]}`)),
  ];
};

const USUAL_DAYS = 7;
