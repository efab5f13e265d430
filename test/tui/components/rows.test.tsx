import {render} from 'ink-testing-library';
import {expect, test} from 'vitest';
import {Rows} from '../../../src/tui/components/rows.tsx';
import {span} from '../../../src/tui/layout/text/row.ts';
import {themeFor} from '../../../src/tui/theme.ts';

const ROWS = [[span('plain '), span('loud', {role: 'error', bold: true})], [], [span('chosen', 'selected')]];

test('rows are drawn one below the other, an empty one as an empty line', () => {
  const {lastFrame, unmount} = render(<Rows rows={ROWS} width={20} theme={themeFor({})} />);
  expect(lastFrame()).toBe('plain \x1b[1m\x1b[31mloud\x1b[39m\x1b[22m\n\n\x1b[7mchosen\x1b[27m');
  unmount();
});

test('with NO_COLOR roles are told by bold, underline and inverse', () => {
  const {lastFrame, unmount} = render(<Rows rows={ROWS} width={20} theme={themeFor({NO_COLOR: '1'})} />);
  expect(lastFrame()).toBe('plain \x1b[4m\x1b[1mloud\x1b[22m\x1b[24m\n\n\x1b[7mchosen\x1b[27m');
  unmount();
});

test('a row that is wider than there is room is cut, never wrapped', () => {
  const {lastFrame, unmount} = render(<Rows rows={[[span('0123456789')]]} width={6} theme={themeFor({})} />);
  expect(lastFrame()?.split('\n')).toHaveLength(1);
  unmount();
});
