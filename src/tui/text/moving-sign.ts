// The sign that moves once a second, beside what is being waited for.
import {type Span, span} from './row.ts';

export const movingSign = (age: number): Span => {
  const step = Math.max(0, Math.floor(age / 1_000)) % MOVING.length;
  return span(` ${MOVING[step]} `, {role: 'warn', ascii: ` ${MOVING_ASCII[step]} `});
};

const MOVING = ['◐', '◓', '◑', '◒'] as const;
const MOVING_ASCII = ['|', '/', '-', '\\'] as const;
