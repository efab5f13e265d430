// Joins several texts of one message by a blank line. Servers of open models often accept one text per message, or join
// the parts without a space.
import type {Model} from '../ports/model.ts';

/** Wraps a model so that each message without other content has one text. */
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
