// A scripted tool.
import type {Tool} from '../../src/daemon/ports/tool.ts';

export const plainTool = (name: string, other: Partial<Tool> = {}): Tool => ({
  spec: {name, description: `${name} does what the test says`, parameters: {type: 'object'}},
  needs: 'inner',
  summarize: () => '',
  run: async () => ({ok: true, text: `${name} ran`}),
  ...other,
});
