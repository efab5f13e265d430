import {test} from 'vitest';
import {runReadmeExample} from '../../../support/readme-example.ts';

test('the example of the README runs', async () => {
  await runReadmeExample('src/daemon/channels/signal-cli/README.md');
});
