// What people said after one another in one message is several parts of it. Servers of open models take a text for a message
// and often nothing else (their templates join parts without a space, or refuse them), so there it is one, apart by a blank line.
import type {Model} from '../ports/model.ts';

/** The same model, asked with one text a message wherever a message holds nothing but texts. */
export const withJoinedTexts = (model: Model): Model => ({
  specificationVersion: model.specificationVersion,
  provider: model.provider,
  modelId: model.modelId,
  supportedUrls: model.supportedUrls,
  doGenerate: options => model.doGenerate({...options, prompt: options.prompt.map(joined)}),
  doStream: options => model.doStream({...options, prompt: options.prompt.map(joined)}),
});

type PromptMessage = Parameters<Model['doStream']>[0]['prompt'][number];

const joined = (message: PromptMessage): PromptMessage => {
  if (message.role !== 'user') return message;
  const texts = message.content.flatMap(part => (part.type === 'text' ? [part.text] : []));
  if (texts.length < 2 || texts.length < message.content.length) return message;
  return {...message, content: [{type: 'text', text: texts.join('\n\n')}]};
};
