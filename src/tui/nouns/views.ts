// Views: what the middle of the screen shows. The conversation, or one of the lists; their order is that of the digits.
export const VIEWS = ['chat', 'timeline', 'plan', 'outbox', 'log'] as const;
export type View = (typeof VIEWS)[number];

/** A view that is a list of rows with one of them selected. */
export type ListName = Exclude<View, 'chat'>;

export const isView = (value: unknown): value is View => VIEWS.some(view => view === value);
