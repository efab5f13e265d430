// Answers greetings, thanks and questions about the assistant. Pure.
import type {Conversation} from './conversation.ts';
import type {TimeReader} from './times.ts';

/** The reply to small talk. Undefined for any other text. */
export const smallTalk = (conversation: Conversation): string | undefined => {
  const {text} = conversation;
  if (text.length > LONGEST) return undefined;
  if (/^\s*\?+\s*$/u.test(text)) return help(conversation);
  const plain = text
    .trim()
    .replaceAll('’', "'")
    .replace(/[\s.!?,…]+$/u, '');
  const greeted = plain.replace(
    /^(?:hi|hello|hey|good (?:morning|evening|day))(?: there| rooster)?[\s,!.]+(?=\S)/iu,
    '',
  );
  const answer = ANSWERS.find(([pattern]) => pattern.test(plain) || pattern.test(greeted))?.[1];
  return typeof answer === 'string' ? answer : answer?.(conversation);
};

/** A help text for messages that weren't understood. */
export const notUnderstood = ({canRemind, isOwner}: Conversation, {texts}: Pick<TimeReader, 'texts'>): string => {
  const {understood, onlyTime, connect} = texts.not;
  const can = canRemind ? understood : onlyTime;
  return isOwner ? `${can}\n\n${connect}` : can;
};

const invitation = ({canRemind}: Conversation): string => (canRemind ? TRY : 'I can tell you the time.');

const help = ({canRemind, isOwner}: Conversation): string =>
  [canRemind ? HELP : ONLY_TIME, ...(isOwner ? [CONNECT] : [])].join('\n\n');

const whoAmI = ({isOwner}: Conversation): string => (isOwner ? `${WHO}\n\n${CONNECT}` : WHO);

const TRY = 'Try "remind me in 20 minutes to stretch" or "what is coming up?".';
const ONLY_TIME = 'Here I can only tell the time and the date.';
const WHO = "I am Rooster's offline assistant. I work without a model or a network, and keep your reminders.";
// Line breaks only separate paragraphs and items. Screens and phones wrap lines to their own width.
const HELP = `I keep reminders and tell the time. Some examples:
- "remind me in 20 minutes to stretch"
- "call Bob tomorrow at 9"
- "what is coming up?"
- "snooze the tea reminder 10 minutes"
- "move the dentist to friday 10:00"
- "cancel it", "done with tea"`;
const CONNECT =
  'To chat freely, connect a model: type /setup in the terminal UI, or run `rooster setup`. It takes an API key or a local server.';
const SIGNAL = `To reach me on Signal, link your phone:
1. Install signal-cli (https://github.com/AsamK/signal-cli/releases). \`rooster doctor\` says which version, and what else is missing.
2. Run \`rooster signal link\`. It shows a QR code.
3. On the phone open Signal, Settings, Linked devices, and scan the code.
4. Write to yourself there (Note to Self). \`rooster signal status\` says whether it works.`;
const OWNER_ONLY = 'Only the owner can set that up.';
const UNCHANGED = 'OK, nothing else changed. To take the last reminder back, say "cancel it".';

type Answer = string | ((conversation: Conversation) => string);

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
    'Goodbye!',
  ],
  [
    /^(?:ok(?:ay)?[\s,]*|great[\s,]*|perfect[\s,]*)?(?:many )?(?:thanks|thank you|thx|ty|cheers|much appreciated)(?: (?:a lot|so much|very much|rooster|again|for .{1,40}))*$/iu,
    'You are welcome.',
  ],
  [
    /^(?:ok|okay|k|great|good|fine|cool|nice|perfect|super|awesome|alright|all right|got it|i see|understood|yes|yep|yeah|sure|excellent|wonderful|👍|👌|🙏)$/iu,
    'Good.',
  ],
  [
    /^(?:no|nope|nah|never ?mind|forget it|nothing|stop|no thanks|no thank you|leave it|skip it|abort)$/iu,
    ({justChanged}) => (justChanged ? UNCHANGED : 'OK.'),
  ],
  [
    /^how (?:are|r) (?:you|u)(?: .{0,20})?$|^how(?:'s| is) it going$|^what'?s up$/iu,
    talk => `I am up and keeping time. ${invitation(talk)}`,
  ],
  [/^(?:test|testing|ping|are you (?:there|alive|awake|up)|you there|hello\? .*)$/iu, 'I am here.'],
  [/^(?:sorry|my bad|oops|excuse me)$/iu, 'No problem.'],
  [
    /^(?:who|what) (?:are|r) (?:you|u)(?: exactly)?$|^what(?:'s| is) (?:your name|rooster|this)$|^(?:who|what) (?:am i (?:talking|speaking) to|is this)$|^(?:are you|is this) (?:an? |the )?(?:ai|bot|robot|llm|human|person|real|model|language model|chatgpt|claude|gpt|machine).*$|^(?:what|which) model (?:are you|is this|do you use|am i using)$|^introduce yourself$|^tell me about yourself$/iu,
    whoAmI,
  ],
  [
    /^(?:\/?help(?: me)?|what (?:can|do|could) (?:you|i) (?:do|say|ask)(?: .{0,30})?|how (?:do|does|can) (?:i|this|it|you) (?:use|work|start|get started|talk to)\b.{0,40}|commands?|usage|what now|manual|instructions|examples?)$/iu,
    help,
  ],
  [
    /^(?:how (?:do|can|could) i |can i |i want to |please )?(?:set up|set|add|connect|configure|use|change|switch to|enable)(?: to)? (?:a |an |another |the |your )?(?:real |language |better |local |other )*(?:models?|llms?|ai|anthropic|claude|openai|gpt|chatgpt|ollama|llama)(?: model| api)?$/iu,
    ({isOwner}) => (isOwner ? CONNECT : OWNER_ONLY),
  ],
  [
    /^(?:how (?:do|can|could|does one|to)(?: i| we| you)? ?|can i |i want to |please )?(?:set ?up|link|pair|connect|configure|use|add|enable|install|get|reach you (?:on|over|by)|talk to you (?:on|over))(?:(?: you| this| it| rooster)?(?: to| with)?)? ?(?:the |my )?(?:signal(?:-cli)?(?: bridge| app| messenger| account)?|(?:mobile )?phone|smartphone)(?: up| working| running| to work)?$/iu,
    ({isOwner}) => (isOwner ? SIGNAL : OWNER_ONLY),
  ],
  [/^(?:nice|pleased|good) to (?:meet|see) you(?: too)?$/iu, 'Likewise.'],
  [
    /^(?:you(?:'re| are) (?:great|the best|awesome|amazing|wonderful|good|nice|cool|helpful)|well done|good (?:job|work|bot))$/iu,
    'Thank you.',
  ],
  [/^(?:do|can) you (?:speak|understand|talk) \p{L}+$/iu, 'I only understand English.'],
];
const LONGEST = 120;
