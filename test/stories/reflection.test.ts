// The reflection on a quiet conversation, in the whole house: the clock moved by hand, the model scripted. The checklist that the
// titles answer to is ticked off in docs/reflection.md.
import type {LanguageModelV4CallOptions} from '@ai-sdk/provider';
import {expect, test} from 'vitest';
import type {RunId} from '../../src/shared/ids.ts';
import {DAY, HOUR, MINUTE, SECOND} from '../../src/shared/time.ts';
import {type IdleHouse, MAIN, openIdleHouse} from '../support/idle-house.ts';
import type {ScriptedTurn} from '../support/scripted-model.ts';

/** Reflections alone, unless a test wants heartbeats too. */
const open = (answers: readonly ScriptedTurn[], config: Readonly<Record<string, unknown>> = {}): Promise<IdleHouse> =>
  openIdleHouse({answers, config: {heartbeat: {enabled: false}, reflection: {}, ...config}});

const asText = ({prompt}: LanguageModelV4CallOptions): string => JSON.stringify(prompt);
const reflections = (idle: IdleHouse) => idle.runs('reflection');
const reflected = (idle: IdleHouse, count = 1) => idle.ended(count, 'reflection');
const lastAsked = (idle: IdleHouse): string => {
  const asked = idle.model.asked.at(-1);
  return asked === undefined ? '' : asText(asked);
};

test('a reflection runs when the conversation has been idle for four minutes; one second earlier it does not', async () => {
  await using idle = await open(['Hello.', 'Nothing to keep.']);
  await idle.now().say('hello');
  await idle.clock.advance(4 * MINUTE - SECOND);
  expect(await reflections(idle)).toEqual([]);
  await idle.clock.advance(SECOND);
  expect(await reflected(idle)).toMatchObject([
    {
      kind: 'reflection',
      name: MAIN,
      session: 'rooster:cron:reflection-rooster_main',
      status: 'ran',
      output: 'Nothing to keep.',
      schedule: 'quiet for 4 minutes',
    },
  ]);
});
