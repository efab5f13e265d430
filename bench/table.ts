// The table that a run prints, a line as soon as it is known.
import {type Check, type Goal, isKept} from './goal.ts';

export const printHead = (): void => {
  printRow(['goal', 'what', 'figure', 'limit', 'ok', 'both sides']);
  printRow(WIDTHS.map(width => '─'.repeat(width)));
};

export const printCheck = ({name}: Goal, check: Check): void => {
  const {what, figure, unit, limit, sides} = check;
  const bound = limit === undefined ? '' : `${limit.is} ${inUnit(limit.value, unit)}`;
  const verdict = limit === undefined ? '' : isKept(check) ? 'ok' : 'MISSED';
  printRow([name, what, inUnit(figure, unit), bound, verdict, sides]);
};

const inUnit = (value: number, unit: Check['unit']): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)}${unit === '×' || unit === '/s' ? unit : unit === '' ? '' : ` ${unit}`}`;
};

const printRow = (cells: readonly string[]): void => {
  const line = cells.map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0)).join('  ');
  process.stdout.write(`${line.trimEnd()}\n`);
};

const WIDTHS = [4, 50, 9, 10, 6, 40];
