// Answers greetings, thanks and questions about the assistant. Other languages' small talk is translated before. Pure.
import type {AnswerTexts} from '../../../shared/languages/answers.ts';
import type {Conversation} from './conversation.ts';
import type {TimeReader} from './times.ts';

/** The reply to small talk. Undefined for any other text. */
export const smallTalk = (conversation: Conversation, {texts}: Pick<TimeReader, 'texts'>): string | undefined => {
  const {text} = conversation;
  if (text.length > LONGEST) return undefined;
  if (/^\s*\?+\s*$/u.test(text)) return help(texts, conversation);
  const plain = text
    .trim()
    .replaceAll('’', "'")
    .replace(/[\s.!?,…]+$/u, '');
  const greeted = plain.replace(
    /^(?:hi|hello|hey|good (?:morning|evening|day))(?: there| rooster)?[\s,!.]+(?=\S)/iu,
    '',
  );
  const answer = ANSWERS.find(([pattern]) => pattern.test(plain) || pattern.test(greeted))?.[1];
  return answer?.(texts, conversation);
};

/** A help text for messages that weren't understood. */
export const notUnderstood = ({canRemind, isOwner}: Conversation, {texts}: Pick<TimeReader, 'texts'>): string => {
  const {understood, onlyTime, connect} = texts.not;
  const can = canRemind ? understood : onlyTime;
  return isOwner ? `${can}\n\n${connect}` : can;
};

const invitation = ({smallTalk}: AnswerTexts, {canRemind}: Conversation): string =>
  canRemind ? smallTalk.invitation : smallTalk.clockInvitation;

const help: SmallTalkAnswer = ({smallTalk, not}, {canRemind, isOwner}) =>
  [canRemind ? smallTalk.help : smallTalk.clockHelp, ...(isOwner ? [not.connect] : [])].join('\n\n');

const whoAmI: SmallTalkAnswer = ({smallTalk, not}, {isOwner}) =>
  isOwner ? `${smallTalk.who}\n\n${not.connect}` : smallTalk.who;

type SmallTalkAnswer = (texts: AnswerTexts, conversation: Conversation) => string;

const NAME = String.raw`(?:\s+(?:there|rooster|you|all|again|my friend|everyone|everybody))?`;
const ANSWERS: readonly (readonly [RegExp, SmallTalkAnswer])[] = [
  [
    new RegExp(`^(?:hi|hey|hello|hallo|hola|yo|hiya|howdy|moin|servus|greetings|good (?:day|afternoon))${NAME}$`, 'iu'),
    (texts, conversation) => texts.smallTalk.hello(invitation(texts, conversation)),
  ],
  [
    new RegExp(`^(?:good )?morning${NAME}$`, 'iu'),
    (texts, conversation) => texts.smallTalk.morning(invitation(texts, conversation)),
  ],
  [
    new RegExp(`^(?:good )?evening${NAME}$`, 'iu'),
    (texts, conversation) => texts.smallTalk.evening(invitation(texts, conversation)),
  ],
  [
    new RegExp(
      `^(?:good ?night|sleep well|bye|good ?bye|see you(?: later| soon| tomorrow)?|ciao|cu|cya)${NAME}$`,
      'iu',
    ),
    ({smallTalk}) => smallTalk.goodbye,
  ],
  [
    /^(?:ok(?:ay)?[\s,]*|great[\s,]*|perfect[\s,]*)?(?:many )?(?:thanks|thank you|thx|ty|cheers|much appreciated)(?: (?:a lot|so much|very much|rooster|again|for .{1,40}))*$/iu,
    ({smallTalk}) => smallTalk.thanks,
  ],
  [
    /^(?:ok|okay|k|great|good|fine|cool|nice|perfect|super|awesome|alright|all right|got it|i see|understood|yes|yep|yeah|sure|excellent|wonderful|👍|👌|🙏)$/iu,
    ({smallTalk}) => smallTalk.good,
  ],
  [
    /^(?:no|nope|nah|never ?mind|forget it|nothing|stop|no thanks|no thank you|leave it|skip it|abort)$/iu,
    ({smallTalk}, {justChanged}) => (justChanged ? smallTalk.unchanged : smallTalk.fine),
  ],
  [
    /^how (?:are|r) (?:you|u)(?: .{0,20})?$|^how(?:'s| is) it going$|^what'?s up$/iu,
    (texts, conversation) => texts.smallTalk.howAreYou(invitation(texts, conversation)),
  ],
  [
    /^(?:test|testing|ping|are you (?:there|alive|awake|up)|you there|hello\? .*)$/iu,
    ({smallTalk}) => smallTalk.present,
  ],
  [/^(?:sorry|my bad|oops|excuse me)$/iu, ({smallTalk}) => smallTalk.sorry],
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
    ({smallTalk, not}, {isOwner}) => (isOwner ? not.connect : smallTalk.ownerOnly),
  ],
  [
    /^(?:how (?:do|can|could|does one|to)(?: i| we| you)? ?|can i |i want to |please )?(?:set ?up|link|pair|connect|configure|use|add|enable|install|get|reach you (?:on|over|by)|talk to you (?:on|over))(?:(?: you| this| it| rooster)?(?: to| with)?)? ?(?:the |my )?(?:signal(?:-cli)?(?: bridge| app| messenger| account)?|(?:mobile )?phone|smartphone)(?: up| working| running| to work)?$/iu,
    ({smallTalk}, {isOwner}) => (isOwner ? smallTalk.linkSignal : smallTalk.ownerOnly),
  ],
  [/^(?:nice|pleased|good) to (?:meet|see) you(?: too)?$/iu, ({smallTalk}) => smallTalk.meet],
  [
    /^(?:you(?:'re| are) (?:great|the best|awesome|amazing|wonderful|good|nice|cool|helpful)|well done|good (?:job|work|bot))$/iu,
    ({smallTalk}) => smallTalk.praise,
  ],
  [/^(?:do|can) you (?:speak|understand|talk) \p{L}+$/iu, ({smallTalk}) => smallTalk.languages],
];
const LONGEST = 120;
