// Greetings, thanks, and questions about the assistant itself.

import {type Conversation, TOOL, type ToolUse} from './conversation.ts';
import {formatConnect, formatHelp, formatSignal, whoAmI} from './replies.ts';

/** What is answered to a pleasantry; undefined for anything else. */
export const smallTalk = (conversation: Conversation): string | undefined => {
  if (conversation.text.length > LONGEST) return undefined;
  const said = conversation.text
    .trim()
    .replaceAll('’', "'")
    .replace(/[\s.!?,…]+$/u, '');
  if (/^\s*\?+\s*$/u.test(conversation.text)) return formatHelp(conversation);
  const greeted = said.replace(
    /^(?:hi|hello|hey|good (?:morning|evening|day))(?: there| rooster)?[\s,!.]+(?=\S)/iu,
    '',
  );
  const answer = ANSWERS.find(([pattern]) => pattern.test(said) || pattern.test(greeted))?.[1];
  return answer?.(conversation);
};

type Answer = (conversation: Conversation) => string;

const invitation = ({canRemind}: Conversation): string =>
  canRemind
    ? 'Say for example “remind me in 20 minutes to stretch”, or ask what is coming up.'
    : 'I can tell you the time.';

/** Whether "it is done" would be true of what was last asked for. */
const justDone = ({before}: Conversation): boolean => {
  const last = before.findLast((entry): entry is {kind: 'used'; use: ToolUse} => entry.kind === 'used');
  return last !== undefined && last.use.name === TOOL && last.use.ok;
};

const NAME = String.raw`(?:\s+(?:there|rooster|you|all|again|my friend|everyone|everybody))?`;
const ANSWERS: readonly (readonly [RegExp, Answer])[] = [
  [
    new RegExp(`^(?:hi|hey|hello|hallo|hola|yo|hiya|howdy|moin|servus|greetings|good (?:day|afternoon))${NAME}$`, 'iu'),
    talk => `Hello! ${invitation(talk)}`,
  ],
  [new RegExp(`^(?:good )?morning${NAME}$`, 'iu'), talk => `Good morning! ${invitation(talk)}`],
  [new RegExp(`^(?:good )?evening${NAME}$`, 'iu'), talk => `Good evening! ${invitation(talk)}`],
  [
    new RegExp(
      `^(?:good ?night|sleep well|bye|good ?bye|see you(?: later| soon| tomorrow)?|ciao|cu|cya)${NAME}$`,
      'iu',
    ),
    () => 'Goodbye!',
  ],
  [
    /^(?:ok(?:ay)?[\s,]*|great[\s,]*|perfect[\s,]*)?(?:many )?(?:thanks|thank you|thx|ty|cheers|much appreciated)(?: (?:a lot|so much|very much|rooster|again|for .{1,40}))*$/iu,
    () => 'You are welcome.',
  ],
  [
    /^(?:ok|okay|k|great|good|fine|cool|nice|perfect|super|awesome|alright|all right|got it|i see|understood|yes|yep|yeah|sure|excellent|wonderful|👍|👌|🙏)$/iu,
    () => 'Good.',
  ],
  [
    /^(?:no|nope|nah|never ?mind|forget it|nothing|stop|no thanks|no thank you|leave it|skip it|abort)$/iu,
    talk =>
      justDone(talk)
        ? 'All right, nothing more was changed. To take the last reminder back, say “cancel it”.'
        : 'All right.',
  ],
  [
    /^how (?:are|r) (?:you|u)(?: .{0,20})?$|^how(?:'s| is) it going$|^what'?s up$/iu,
    talk => `I am up and keeping time. ${invitation(talk)}`,
  ],
  [/^(?:test|testing|ping|are you (?:there|alive|awake|up)|you there|hello\? .*)$/iu, () => 'I am here.'],
  [/^(?:sorry|my bad|oops|excuse me)$/iu, () => 'No harm done.'],
  [
    /^(?:who|what) (?:are|r) (?:you|u)(?: exactly)?$|^what(?:'s| is) (?:your name|rooster|this)$|^(?:who|what) (?:am i (?:talking|speaking) to|is this)$|^(?:are you|is this) (?:an? |the )?(?:ai|bot|robot|llm|human|person|real|model|language model|chatgpt|claude|gpt|machine).*$|^(?:what|which) model (?:are you|is this|do you use|am i using)$|^introduce yourself$|^tell me about yourself$/iu,
    whoAmI,
  ],
  [
    /^(?:\/?help(?: me)?|\?+|what (?:can|do|could) (?:you|i) (?:do|say|ask)(?: .{0,30})?|how (?:do|does|can) (?:i|this|it|you) (?:use|work|start|get started|talk to)\b.{0,40}|commands?|usage|what now|manual|instructions|examples?)$/iu,
    formatHelp,
  ],
  [
    /^(?:how (?:do|can|could) i |can i |i want to |please )?(?:set up|set|add|connect|configure|use|change|switch to|enable)(?: to)? (?:a |an |another |the |your )?(?:real |language |better |local |other )*(?:models?|llms?|ai|anthropic|claude|openai|gpt|chatgpt|ollama|llama)(?: model| api)?$/iu,
    formatConnect,
  ],
  [
    /^(?:how (?:do|can|could|does one|to)(?: i| we| you)? ?|can i |i want to |please )?(?:set ?up|link|pair|connect|configure|use|add|enable|install|get|reach you (?:on|over|by)|talk to you (?:on|over))(?: to| with| you(?: to| with)?| this(?: to| with)?| it(?: to| with)?| rooster(?: to| with)?)? ?(?:the |my )?(?:signal(?:-cli)?(?: bridge| app| messenger| account)?|(?:mobile )?phone|smartphone)(?: up| working| running| to work)?$/iu,
    formatSignal,
  ],
  [/^(?:nice|pleased|good) to (?:meet|see) you(?: too)?$/iu, () => 'Likewise.'],
  [
    /^(?:you(?:'re| are) (?:great|the best|awesome|amazing|wonderful|good|nice|cool|helpful)|well done|good (?:job|work|bot))$/iu,
    () => 'Thank you.',
  ],
  [/^(?:do|can) you (?:speak|understand|talk) \p{L}+$/iu, () => 'I understand English only.'],
];
const LONGEST = 120;
