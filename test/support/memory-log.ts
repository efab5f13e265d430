// A log that a test can read.
import type {Log, LogFields} from '../../src/daemon/ports/system.ts';

export type LogLine = {readonly level: keyof Log; readonly fields: LogFields; readonly sentence: string};
export type MemoryLog = Log & {readonly lines: readonly LogLine[]};

export const memoryLog = (): MemoryLog => {
  const lines: LogLine[] = [];
  const at =
    (level: keyof Log) =>
    (fields: LogFields, sentence: string): void => {
      lines.push({level, fields, sentence});
    };
  return {lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error')};
};
