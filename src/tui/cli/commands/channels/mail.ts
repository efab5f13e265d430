// `rooster mail`: the mailbox's status, who may write to it, and who is owed a reply.
import type {Run} from '../../arguments.ts';
import {askAndPrint} from '../../ask.ts';
import {channelShown} from '../../format/format-channel.ts';
import {needsReplyOn} from './needs-reply.ts';
import {allowOn} from './signal.ts';

export const mailStatus: Run = async (world, args) =>
  askAndPrint(world, args, 'mail.status', {}, status => channelShown(world, status));

/** A thread's id or session key, a person's address or name. */
const inMail = (word: string): string => (/^[a-z\d]{8,32}$|^[^:]+@/u.test(word) ? `mail:${word}` : word);

export const allowMail: Run = allowOn(inMail);

export const mailNeedsReply: Run = needsReplyOn(inMail);
