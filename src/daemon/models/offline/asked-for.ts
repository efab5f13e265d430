// Whether a reminder is asked for, in the many ways there are of saying so. Pure.

/** Whether the words ask for a reminder, whatever it is about. */
export const asksToBeReminded = (asked: string): boolean => {
  const text = asRequest(asked);
  return (LEAD.test(text) || (/\bremind (?:me|us)\b/iu.test(text) && !NO_WISH.test(text))) && !ABOUT_THEM.test(text);
};

/** The text without the words that only ask for a reminder. */
export const withoutLead = (text: string): string =>
  text
    .trim()
    .replace(LEAD, '')
    .replace(/\bremind (?:me|us)\b/iu, '')
    .trim();

/** Other ways of saying "remind me", put into words that the sentence reader takes for it. */
export const asRequest = (text: string): string =>
  REWORDINGS.reduce((said, [form, means]) => said.replace(form, means), text);

const COURTESY = String.raw`^(\s*(?:(?:hey|hi|hello|ok|okay|please|pls|so|and|also|rooster)[\s,!]+)*)`;
const REWORDINGS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `${COURTESY}(?:(?:can|could|may) i (?:please )?(?:get|have)|give me|i(?:'d|’d| would) like(?: to have)?) (?:a|another) reminder\\b`,
      'iu',
    ),
    '$1can you remind me',
  ],
  [new RegExp(`${COURTESY}(?:make|take) (?:me )?a note (?=(?:to|of|that|about)\\b)`, 'iu'), '$1remind me '],
  [new RegExp(`${COURTESY}remember (?=(?:to|that|the|about|my)\\b)`, 'iu'), '$1remind me '],
  [new RegExp(`${COURTESY}(?:do not|don['’]?t) forget (?=\\S)`, 'iu'), '$1remind me '],
  [/^(\s*)i (?:must not|mustn['’]t|should not|shouldn['’]t|can['’]t|cannot) forget (?=\S)/iu, '$1remind me '],
  [/\bget me up\b/iu, 'wake me up'],
  [/\b(reminder) for me (?=to\b)/iu, '$1 '],
  [
    /[\s,.;–—-]+(?:(?:can|could|would|will) you |please |pls )*remind me(?: (?:of|about) (?:it|that|this))?(?: please)?[\s?!.]*$/iu,
    ', remind me',
  ],
];

const POLITE = String.raw`(?:(?:hey|hi|hello|ok|okay|please|pls|so|and|also|then|now|rooster|could you|can you|would you|will you|you (?:can|should|could)|i(?:'d|’d| would) like you to|i (?:want|need) you to|i need|i want|(?:can|could|may) i (?:get|have)|give me|i(?:'d|’d| would) like to have|i(?:'d|’d| would) like)[\s,!]+)*(?:please\s+)?`;
const LEAD = new RegExp(
  [
    `^\\s*${POLITE}(?:`,
    String.raw`remind(?: me| us)?\b(?!ers?\b)|wake (?:me|us)\b(?: up)?|(?:ping|nudge|alert|notify|text|message|poke|buzz) me\b|tell me (?=in\b|at\b|tomorrow\b(?!['’])|to\b)|`,
    String.raw`(?:set|add|create|make|schedule|start)(?: me)?(?: up)? (?:(?:a|an|another|the|my|new|one)\s+)*(?:(?:\S+\s+){0,3}?)(?:reminder|alarm|timer)\b|`,
    String.raw`(?:set|add|create|make|schedule) (?:(?:a|two|three|some|\d+)\s+)?reminders\b|`,
    String.raw`(?:a )?(?:new )?reminder\b(?=\s*[:,–—-]|\s+(?:to|for|about|that|at|in|on|tomorrow)\b|\s*$)|(?:timer|alarm)\b(?=\s*(?:$|[:,–—-]|\d|for\b|in\b|at\b|an?\b))|`,
    String.raw`note to self\b|don['’]?t (?:let me )?forget\b|do not let me forget\b|to be reminded\b|let me know (?=in\b|at\b|tomorrow\b(?!['’])))`,
    String.raw`(?:\s+again\b)?[\s,:]*`,
  ].join(''),
  'iu',
);
/** "What did I ask you to remind me of?", "remind me what is next": questions about reminders, not for one. */
const ABOUT_THEM =
  /^\s*(?:please\s+)?(?:(?:can|could) you\s+)?remind me (?:what|which|when (?:is|are|was|my|the|do|does)|of (?:my|all|the) reminders|about my reminders)\b/iu;
const NO_WISH = /^\s*(?:what|when|which|did|do|have|has|had|why|how|who|is|are|was|were|don['’]?t|stop|never)\b/iu;
