import {expect, test} from 'vitest';
import * as z from 'zod/mini';
import {defineTool, success} from '../../../src/daemon/tools/define-tool.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {toolContext} from '../../support/tool-context.ts';

const tool = defineTool({
  name: 'lamp',
  description: 'Switches a lamp.',
  needs: 'inner',
  schema: z.strictObject({
    state: z.enum(['on', 'off']),
    room: z.string().check(z.minLength(1), z.maxLength(10), z.describe('Which room.')),
    level: z.optional(z.int().check(z.gte(1), z.lte(10))),
    colours: z.optional(z.array(z.string().check(z.minLength(1)))),
  }),
  summary: ({room}) => room,
  run: async args => {
    if (args.room === 'cellar') throw new GatewayError('refused', 'There is no lamp in the cellar.');
    if (args.room === 'attic') throw new TypeError('a bug');
    return success(JSON.stringify(args));
  },
});

const run = (input: unknown) => tool.run(input, toolContext());

test('the arguments are described to the model as JSON Schema', () => {
  expect(tool.spec.parameters).toEqual({
    type: 'object',
    properties: {
      state: {type: 'string', enum: ['on', 'off']},
      room: {type: 'string', minLength: 1, maxLength: 10, description: 'Which room.'},
      level: {type: 'integer', minimum: 1, maximum: 10},
      colours: {type: 'array', items: {type: 'string', minLength: 1}},
    },
    required: ['state', 'room'],
    additionalProperties: false,
  });
});

test('valid arguments reach the tool, and null counts as absent', async () => {
  expect(await run({state: 'on', room: 'hall', level: null})).toEqual({ok: true, text: '{"state":"on","room":"hall"}'});
});

test.each([
  [{state: 'on', room: 'hall', colour: 'red'}, 'lamp has no argument "colour".'],
  [{room: 'hall'}, '"state" must be one of on, off.'],
  [{state: 'dim', room: 'hall'}, '"state" must be one of on, off.'],
  [{state: 'on'}, '"room" must be given (string).'],
  [{state: 'on', room: null}, '"room" must be given (string).'],
  [{state: 'on', room: 7}, '"room" must be of type string.'],
  [{state: 'on', room: ''}, '"room" must not be empty.'],
  [{state: 'on', room: 'a very long room'}, '"room" must be at most 10 characters long.'],
  [{state: 'on', room: 'hall', level: 11}, '"level" must be at most 10.'],
  [{state: 'on', room: 'hall', level: '3'}, '"level" must be of type number.'],
  [{state: 'on', room: 'hall', colours: 'red'}, '"colours" must be of type array.'],
  [
    {state: 'on', room: 'hall', colours: ['red', 7, '', null]},
    '"colours[1]" must be of type string. "colours[2]" must not be empty. "colours[3]" must be given (string).',
  ],
  ['{"state": "on"', 'The arguments of lamp must be a JSON object, of at most 64 levels and 256 KB.'],
  [['on'], 'The arguments of lamp must be a JSON object, of at most 64 levels and 256 KB.'],
  [undefined, 'The arguments of lamp must be a JSON object, of at most 64 levels and 256 KB.'],
])('%j gets a sentence that names what is wrong', async (input, sentence) => {
  expect(await run(input)).toEqual({ok: false, text: sentence});
});

test('all mistakes are reported together', async () => {
  expect((await run({level: 0, x: 1})).text).toBe(
    '"state" must be one of on, off. "room" must be given (string). "level" must be at least 1. lamp has no argument "x".',
  );
});

test('a refusal is an output, a bug is not hidden', async () => {
  expect(await run({state: 'on', room: 'cellar'})).toEqual({ok: false, text: 'There is no lamp in the cellar.'});
  await expect(run({state: 'on', room: 'attic'})).rejects.toThrow('a bug');
});

test('a call is summarized on one short line, whatever its arguments', () => {
  expect(tool.summarize({room: 'the\n  big   hall'})).toBe('the big hall');
  expect(tool.summarize({room: '😀'.repeat(300)})).toBe('😀'.repeat(100));
  for (const input of [undefined, null, 'text', 3, [], {}, {room: {}}]) expect(tool.summarize(input)).toBe('');
});
