// Reads the last output of a program that ended, and what a person can do about it.
import {clauseFromOutside, type Reason} from '../../../shared/text/sentences.ts';
import type {Host} from './host.ts';

/** A Java problem that prevents the start. */
type JavaProblem = 'noJava' | 'oldJava' | 'noNative';

/** The Java problem that stderr reports. Any line may name it, and the last is often empty. */
export const javaProblemIn = (lines: readonly string[]): JavaProblem | undefined => {
  const stderr = lines.join('\n');
  return TROUBLES.find(([form]) => form.test(stderr))?.[1];
};

/** Instructions for the operator. */
export const JAVA_REASONS: Readonly<Record<JavaProblem, Reason>> = {
  noJava: {
    what: 'signal-cli finds no Java',
    advice: 'Install a Java runtime (25 for signal-cli 0.14), or the native build of signal-cli.',
  },
  oldJava: {
    what: 'The Java on this machine is too old for signal-cli',
    advice: 'signal-cli 0.14 needs Java 25. Or install its native build.',
  },
  noNative: {
    what: `This signal-cli has no libsignal-client library for this machine (${process.platform} ${process.arch})`,
    advice: 'Add the library: https://github.com/AsamK/signal-cli/wiki/Provide-native-lib-for-libsignal',
  },
};

/**
 * signal-cli finds its database without tables, as after a crash in its native library (AsamK/signal-cli#2080). No
 * restart helps.
 */
export const databaseProblemIn = (lines: readonly string[], {name, link}: Host): Reason | undefined => {
  if (!lines.some(line => NO_TABLES.test(line))) return undefined;
  return {
    what: "signal-cli's database is damaged: it lacks its tables",
    advice: `Restore signal-cli's data from a backup, or link again: ${link}. ${name} retries.`,
  };
};

/** The last informative line, without its full stop. Skips empty lines, stack traces and log notes. */
export const exitReasonIn = (lines: readonly string[]): string | undefined => {
  const line = lines.findLast(text => text.trim() !== '' && !STRAY_OUTPUT.test(text));
  return line === undefined ? undefined : clauseFromOutside(line.trim()).slice(0, LONGEST_QUOTE);
};

const TROUBLES: readonly (readonly [form: RegExp, trouble: JavaProblem])[] = [
  [/UnsupportedClassVersionError|class file version|more recent version of the Java/u, 'oldJava'],
  [/java: (?:command )?not found|JAVA_HOME|no 'java' command|Unable to locate a Java/iu, 'noJava'],
  [/Missing required native library|no signal_jni in java\.library\.path|libsignal_jni/u, 'noNative'],
];
const NO_TABLES = /no such table: /u;
const STRAY_OUTPUT = /^\s+at |^\s*\.{3} \d+ more|^(?:INFO|DEBUG|TRACE)\b/u;
const LONGEST_QUOTE = 300;
