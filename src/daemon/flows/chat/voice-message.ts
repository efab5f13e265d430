// Turns a voice message into the person's words with the configured program, and quotes back what was understood. If
// the daemon dies meanwhile, the channel repeats the message.

import type {Address} from '../../../shared/records/address.ts';
import type {Inbound} from '../../../shared/records/delivery/injection.ts';
import type {Attachment} from '../../../shared/records/message-details.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {shellQuoted} from '../../../shared/text/shell-quoted.ts';
import {DAY, MINUTE} from '../../../shared/time/time.ts';
import type {SpeechConfig} from '../../config/config-schema.ts';
import type {Core} from '../../core.ts';
import type {RunCommand} from '../../ports/command.ts';

type VoiceDeps = Core & {
  readonly run: RunCommand;
  readonly closing: AbortSignal;
};

/** The speaker, and the address for an answer. */
type Speaker = {readonly chat: Address; readonly session: SessionKey; readonly user: string};

export type ReadVoice = <I extends Inbound & {readonly key: string}>(inbound: I, speaker: Speaker) => Promise<I>;

/**
 * Adds the spoken words to a message that has only a recording; without them it starts no turn, because the person got
 * a note. Any other message is returned as it is.
 */
export const createReadVoice =
  (deps: VoiceDeps): ReadVoice =>
  async (inbound, speaker) => {
    const notes = inbound.attachments?.filter(({voice}) => voice) ?? [];
    if (notes.length === 0 || inbound.text.trim() !== '') return inbound;
    const {speech} = deps.config();
    if (speech === undefined) {
      await send(
        deps,
        speaker,
        `voice@${speaker.chat}@${Math.floor(deps.clock.now() / DAY)}`,
        deps.people.owner() === speaker.user ? SET_UP : ASK_TO_WRITE,
      );
      return inbound;
    }
    const transcripts: string[] = [];
    for (const note of notes) {
      const text = await transcribed(deps, speech, note, deps.people.zoneOf(speaker.user));
      if (text === undefined) {
        await send(deps, speaker, `${inbound.key}@transcript`, NOT_UNDERSTOOD);
        return {...inbound, context: true};
      }
      transcripts.push(text);
    }
    const text = transcripts.join('\n');
    await send(deps, speaker, `${inbound.key}@transcript`, `I heard: "${text}"`);
    return {...inbound, text};
  };

/** Once per key. */
const send = async ({store, outbox}: VoiceDeps, {chat, session}: Speaker, key: string, text: string): Promise<void> => {
  await store.transactBatched(emit => outbox.enqueue({key, address: chat, text, session}, emit));
};

/** The words of a recording. Undefined if the program failed or recognized no words. */
const transcribed = async (
  {run, config, closing, log}: VoiceDeps,
  {command: program, sandbox: profile}: SpeechConfig,
  {path, type}: Attachment,
  zone: string,
): Promise<string | undefined> => {
  const outcome = await run({
    command: commandFor(program, path),
    variables: {ROOSTER_FILE: path, ROOSTER_TYPE: type},
    zone,
    limitMs: LIMIT_MS,
    signal: closing,
    sandbox: profile === undefined ? undefined : {profile, hosts: config().policy.hosts},
  });
  if (closing.aborted) throw new GatewayError('unavailable', 'The daemon is stopping.');
  const text = oneLine(outcome.output);
  if (outcome.ok && text !== '') return text;
  const reason = outcome.ok ? 'It wrote nothing.' : outcome.error;
  log.warn({program: program[0], file: path}, `The speech command failed for a voice message. ${reason}`);
  return undefined;
};

/**
 * The shell command for a recording. `{file}` is the recording as it came, `{wav}` the same as 16 kHz mono WAV, made
 * with ffmpeg. Without either, the recording is the last argument. What the program writes to stderr isn't speech.
 */
export const commandFor = (program: readonly string[], file: string): string => {
  const wav = `${file}.wav`;
  const takesFile = program.some(part => /\{(?:file|wav)\}/u.test(part));
  const line = [...program, ...(takesFile ? [] : ['{file}'])]
    .map(part => shellQuoted(part.replaceAll('{file}', file).replaceAll('{wav}', wav)))
    .join(' ');
  if (!program.some(part => part.includes('{wav}'))) return `${line} 2>/dev/null`;
  const [from, to] = [shellQuoted(file), shellQuoted(wav)];
  return [
    `trap "rm -f -- ${to}" EXIT`,
    `ffmpeg -nostdin -v error -y -i ${from} -ar 16000 -ac 1 -f wav ${to} 2>/dev/null || exit`,
    `${line} 2>/dev/null`,
  ].join('\n');
};

const SET_UP =
  "I can't listen to voice messages yet. Set speech.command to a program that turns speech into text; docs/signal.md has an example.";
const ASK_TO_WRITE = "I can't listen to voice messages. Please write to me.";
const NOT_UNDERSTOOD = "I couldn't understand your voice message. Please write it.";
const LIMIT_MS = 2 * MINUTE;
