/** Price of a model per million tokens. */
export type Price = {readonly input: number; readonly output: number; readonly currency: string};
