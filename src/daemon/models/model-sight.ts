// Which models can be shown a picture, by their names: known families; who is not known is told in words. Pure.

export const seesPictures = (modelId: string): boolean => SEEING.test(modelId.toLowerCase());

const SEEING =
  /claude|gpt-4o|gpt-4\.1|gpt-4-turbo|gpt-5|chatgpt-4o|(?:^|\/)o[134](?:-|$)|gemini|gemma-?3|llava|pixtral|vision|[-.:\d]vl\b|-vl-/u;
