// After any history, the screen equals one drawn from the state alone: from the timeline on, on a wide screen.
import {KEYS} from '../support/render-app.tsx';
import {testScreens} from '../support/screen-property.ts';

testScreens([5, 6, 7], async app => {
  app.terminal.resize(140, 40);
  await app.type(KEYS.alt('2'));
});
