// Views: what the middle of the screen shows: the conversation or a list, in the order of the digit keys.
export const VIEWS = ['chat', 'timeline', 'plan', 'outbox', 'log'] as const;
export type View = (typeof VIEWS)[number];

/** A view that is a list of selectable rows. */
export type ListName = Exclude<View, 'chat'>;

export const isView = (value: unknown): value is View => VIEWS.some(view => view === value);
