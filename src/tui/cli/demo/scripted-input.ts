// A terminal's input that a script types into. The person's own keys go through; Ctrl+C ends it.
import {PassThrough} from 'node:stream';
import type {Clock} from '../../../shared/time/clock.ts';
import type {Input} from '../command.ts';
import type {Step} from './script.ts';

type RawInput = Input & {
  setRawMode?(raw: boolean): unknown;
  ref?(): unknown;
  unref?(): unknown;
};

type ScriptedInput = PassThrough & {
  readonly isTTY: true;
  setRawMode(raw: boolean): unknown;
  ref(): unknown;
  unref(): unknown;
  /** Types the script from the moment the screen reads keys, then ends the input. Resolves early when it was ended. */
  play(clock: Clock, script: readonly Step[]): Promise<void>;
  /** Ends the input, as Ctrl+C does. */
  finish(): void;
};

export const scriptedInput = (real: RawInput): ScriptedInput => {
  const stream = new PassThrough();
  const opened = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const finish = (): void => {
    if (!stream.writableEnded) stream.end();
    finished.resolve();
  };
  const waited = async (clock: Clock, ms: number): Promise<void> => {
    const due = Promise.withResolvers<void>();
    using _ = clock.after(ms, due.resolve);
    await Promise.race([due.promise, finished.promise]);
  };
  real.on('data', (chunk: unknown) => {
    const text = String(chunk);
    if (text.includes(CTRL_C)) finish();
    else if (!stream.writableEnded) stream.write(text);
  });
  real.on('end', finish);
  const type = (keys: string): void => {
    if (!stream.writableEnded) stream.write(keys);
  };
  const input: ScriptedInput = Object.assign(stream, {
    isTTY: true as const,
    setRawMode: (raw: boolean) => {
      real.setRawMode?.(raw);
      if (raw) opened.resolve();
      if (raw) real.resume();
      else real.pause();
    },
    ref: () => real.ref?.(),
    unref: () => real.unref?.(),
    finish,
    play: async (clock: Clock, script: readonly Step[]) => {
      await Promise.race([opened.promise, finished.promise]);
      for (const step of script) {
        if (stream.writableEnded) return;
        if ('wait' in step) await waited(clock, step.wait);
        else if ('keys' in step) type(step.keys);
        else
          for (const letter of step.text) {
            type(letter);
            await waited(clock, LETTER_MS);
          }
      }
      finish();
    },
  });
  return input;
};

const CTRL_C = '\x03';
/** A brisk typist. */
const LETTER_MS = 45;
