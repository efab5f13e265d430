import {expect, test} from 'vitest';
import {withJoinedTexts} from '../../../src/daemon/models/model-registry.ts';
import type {Model} from '../../../src/daemon/ports/model.ts';

type Prompt = Parameters<Model['doStream']>[0]['prompt'];

/** The model's input after joining. */
const asked = async (prompt: Prompt): Promise<Prompt | undefined> => {
  let seen: Prompt | undefined;
  const refuse = (options: {readonly prompt: Prompt}): Promise<never> => {
    seen = options.prompt;
    return Promise.reject(new Error('enough'));
  };
  const model: Model = {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: refuse,
    doStream: refuse,
  };
  await expect(withJoinedTexts(model).doStream({prompt})).rejects.toThrow('enough');
  return seen;
};

const text = (words: string) => ({type: 'text' as const, text: words});
const picture = {type: 'file' as const, mediaType: 'image/png', data: {type: 'data' as const, data: new Uint8Array(1)}};

test('consecutive texts of a message are joined by a blank line', async () => {
  expect(await asked([{role: 'user', content: [text('hello?'), text('are you there?')]}])).toEqual([
    {role: 'user', content: [text('hello?\n\nare you there?')]},
  ]);
});

test("a single text, a message with a picture, and the model's own messages stay unchanged", async () => {
  const prompt: Prompt = [
    {role: 'system', content: 'You are rooster.'},
    {role: 'user', content: [text('look'), picture, text('well?')]},
    {role: 'assistant', content: [text('A cat.'), text('Black.')]},
    {role: 'user', content: [text('thanks')]},
  ];
  expect(await asked(prompt)).toEqual(prompt);
});
