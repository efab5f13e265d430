import {render} from 'ink-testing-library';
import {expect, test} from 'vitest';
import {Line} from '../../../src/tui/components/pane.tsx';

test('a line is drawn with its styles, and an empty one takes a row', () => {
  const {lastFrame, rerender, unmount} = render(<Line text={'plain \x1b[31mred\x1b[39m'} />);
  expect(lastFrame()).toBe('plain \x1b[31mred\x1b[39m');
  rerender(<Line text="" />);
  expect(lastFrame()).toBe('');
  unmount();
});

test('a line wider than the screen is cut, never wrapped', () => {
  const {lastFrame, unmount} = render(<Line text={'0123456789'.repeat(20)} />);
  expect(lastFrame()?.split('\n')).toHaveLength(1);
  unmount();
});
