// The verbs that follow events. They bring a page of words for every event along, so they are loaded when one of them is run.
import {chat} from './chat.ts';
import {watch} from './watch.ts';

export const LIVE = {chat, watch} as const;
