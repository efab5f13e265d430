// English small talk, and prompts of scheduled runs.
const NAME = String.raw`(?:\s+(?:there|rooster|you|all|again|my friend|everyone|everybody))?`;

/** The first match counts. */
export const SMALL_TALK = {
  hello: new RegExp(
    `^(?:hi|hey|hello|hallo|hola|yo|hiya|howdy|moin|servus|greetings|good (?:day|afternoon))${NAME}$`,
    'iu',
  ),
  morning: new RegExp(`^(?:good )?morning${NAME}$`, 'iu'),
  evening: new RegExp(`^(?:good )?evening${NAME}$`, 'iu'),
  goodbye: new RegExp(
    `^(?:good ?night|sleep well|bye|good ?bye|see you(?: later| soon| tomorrow)?|ciao|cu|cya)${NAME}$`,
    'iu',
  ),
  thanks:
    /^(?:ok(?:ay)?[\s,]*|great[\s,]*|perfect[\s,]*)?(?:many )?(?:thanks|thank you|thx|ty|cheers|much appreciated)(?: (?:a lot|so much|very much|rooster|again|for .{1,40}))*$/iu,
  good: /^(?:ok|okay|k|great|good|fine|cool|nice|perfect|super|awesome|alright|all right|got it|i see|understood|yes|yep|yeah|sure|excellent|wonderful|👍|👌|🙏)$/iu,
  fine: /^(?:no|nope|nah|never ?mind|forget it|nothing|stop|no thanks|no thank you|leave it|skip it|abort)$/iu,
  howAreYou: /^how (?:are|r) (?:you|u)(?: .{0,20})?$|^how(?:'s| is) it going$|^what'?s up$/iu,
  present: /^(?:test|testing|ping|are you (?:there|alive|awake|up)|you there|hello\? .*)$/iu,
  sorry: /^(?:sorry|my bad|oops|excuse me)$/iu,
  who: /^(?:who|what) (?:are|r) (?:you|u)(?: exactly)?$|^what(?:'s| is) (?:your name|rooster|this)$|^(?:who|what) (?:am i (?:talking|speaking) to|is this)$|^(?:are you|is this) (?:an? |the )?(?:ai|bot|robot|llm|human|person|real|model|language model|chatgpt|claude|gpt|machine).*$|^(?:what|which) model (?:are you|is this|do you use|am i using)$|^introduce yourself$|^tell me about yourself$/iu,
  help: /^(?:\/?help(?: me)?|what (?:can|do|could) (?:you|i) (?:do|say|ask)(?: .{0,30})?|how (?:do|does|can) (?:i|this|it|you) (?:use|work|start|get started|talk to)\b.{0,40}|commands?|usage|what now|manual|instructions|examples?)$/iu,
  connectModel:
    /^(?:how (?:do|can|could) i |can i |i want to |please )?(?:set up|set|add|connect|configure|use|change|switch to|enable)(?: to)? (?:a |an |another |the |your )?(?:real |language |better |local |other )*(?:models?|llms?|ai|anthropic|claude|openai|gpt|chatgpt|ollama|llama)(?: model| api)?$/iu,
  linkSignal:
    /^(?:how (?:do|can|could|does one|to)(?: i| we| you)? ?|can i |i want to |please )?(?:set ?up|link|pair|connect|configure|use|add|enable|install|get|reach you (?:on|over|by)|talk to you (?:on|over))(?:(?: you| this| it| rooster)?(?: to| with)?)? ?(?:the |my )?(?:signal(?:-cli)?(?: bridge| app| messenger| account)?|(?:mobile )?phone|smartphone)(?: up| working| running| to work)?$/iu,
  makeJob:
    /^(?:how (?:do|can|could|would|to)(?: i| we)? |can i |i want to |please )?(?:make|create|add|set ?up|schedule|write|define)(?: a| an| my| another| the)?(?: new| scheduled| recurring| cron| background)* ?(?:jobs?|cron ?jobs?)$/iu,
  whyReached:
    /^why (?:did|do|have) (?:i (?:get|got|receive|see)|you (?:send|sent|write|written|tell|told|remind)(?: to)?(?: me)?) ?(?:this|that|it|about (?:this|that|it))?(?: message| reminder| answer| mail)?$|^why$|^why (?:did|has) .{1,60}? (?:reach(?:ed)?|come|came|ring|rung|arrived?|fired?|sent)(?: to)?(?: me)?(?: now)?$|^where (?:does|did) (?:this|that|it)(?: message| reminder)? come from$/iu,
  injectMessage:
    /^(?:how (?:do|can|could|to)(?: i| we)? |can i |i want to |please )?(?:put|inject|insert|add|post|write|send|copy|move) (?:a |an |this |that |my |some )?(?:message|text|note|words?|something) (?:in|into|to) (?:another|a different|some other|the other|a second|an other) (?:conversation|chat|session)$/iu,
  meet: /^(?:nice|pleased|good) to (?:meet|see) you(?: too)?$/iu,
  praise:
    /^(?:you(?:'re| are) (?:great|the best|awesome|amazing|wonderful|good|nice|cool|helpful)|well done|good (?:job|work|bot))$/iu,
  languages: /^(?:do|can) you (?:speak|understand|talk) \p{L}+$/iu,
};

/** Prompts are a message to the person, or work for a model. */
export const PROMPTS = {
  /** Words that introduce a message to the person. */
  frame:
    /^(?:(?:please\s+)?(?:remind|tell|nudge|notify|alert|ping|wake)\s+(?:the user|the person|the owner|your user|me|us|him|her|them)(?:\s+up)?\s*(?::|(?:that|about|of)\s|to\s+(?=\S)|,)\s*|(?:a )?reminder\s*(?::|[–—-]\s|that\s|to\s)\s*|(?:say|announce|note to self)\s*:\s*)/iu,
  /** A name starts with a capital letter. */
  toSomebody: /^[Rr]emind \p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)? (?:to|that|about|of) /u,
  work: /\b(?:summari[sz]es?|summary|checks?(?! in\b)|looks?|review|analy[sz]es?|reports?|search(?:es)?|finds?|fetch(?:es)?|reads?|lists?|writes?|drafts?|compiles?|collects?|compares?|generates?|creates?|updates?|research|investigates?|runs?|executes?|quer(?:y|ies)|downloads?|scans?|monitors?|prepares?|translates?|explains?|suggests?|plan|tell me (?:what|how|if|whether|which)|what|which|how|why|if|whether|unless|use|answer|give me|shows?|sends?|posts?|deletes?|backup|back up|weather|news|e-?mails?|inbox)\b/iu,
  /** Only sentences end with a stop or contain such words. */
  sentence: /\w[.!]$|\s(?:the|my|your|our|his|her|their|some|to|for|with|and|of)\s/iu,
  /** Requests to an agent, which short reminder texts don't contain. */
  task: /^(?:(?:please|can you|could you|would you)\s+)*(?:summari[sz]e|give me|tell me|show me|what|which|how|why|who|whether|find out|look up|analy[sz]e|translate|explain|suggest|generate|compile|search|research|brief me|list)\b/iu,
};
