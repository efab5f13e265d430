// The methods, by name.
import type {Method} from './method.ts';
import {done, getAttachment, listDevices, submitRateLimitChallenge, version} from './methods-account.ts';
import {finishLink, listAccounts, startLink} from './methods-linking.ts';
import {getUserStatus, listContacts, listGroups, listIdentities, trust} from './methods-people.ts';
import {receive, subscribeReceive, unsubscribeReceive} from './methods-receiving.ts';
import {remoteDelete, send, sendReaction, sendReceipt, sendTyping, updateGroup} from './methods-sending.ts';

export const METHODS: Readonly<Record<string, Method>> = {
  version,
  listAccounts,
  startLink,
  finishLink,
  subscribeReceive,
  unsubscribeReceive,
  receive,
  send,
  sendReaction,
  sendReceipt,
  sendTyping,
  remoteDelete,
  trust,
  getAttachment,
  listGroups,
  listDevices,
  submitRateLimitChallenge,
  listIdentities,
  getUserStatus,
  listContacts,
  updateGroup,
  joinGroup: updateGroup,
  quitGroup: done,
  block: done,
  unblock: done,
  updateProfile: done,
  updateConfiguration: done,
  updateContact: done,
  sendSyncRequest: done,
  sendMessageRequestResponse: done,
};
