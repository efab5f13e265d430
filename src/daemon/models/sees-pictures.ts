// Decides by known families of names if a model accepts images. Unknown models get a text note instead. Pure.

export const seesPictures = (modelId: string): boolean => SEEING.test(modelId.toLowerCase());

const SEEING =
  /claude|gpt-4o|gpt-4\.1|gpt-4-turbo|gpt-5|chatgpt-4o|(?:^|\/)o[134](?:-|$)|gemini|gemma-?3|llava|pixtral|vision|[-.:\d]vl\b|-vl-/u;
