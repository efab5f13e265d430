// The entry of the client for signal-cli; `envelope/signal-event.ts` has the events. README.md says what it promises.
export type {Bridge, BridgeHealth, Received, TakeReceived} from './bridge.ts';
export {type CallReply, createSwitchboard, failureOf, type SignalCaller} from './calls/call.ts';
export type {SignalIdentity} from './calls/directory.ts';
export {createSignalRpc, type SendMessage, type SignalRpc, type SignalTarget} from './calls/signal-rpc.ts';
export {endLeftClis} from './cli-process.ts';
export {type EnvelopeFields, readFields, readList, readText, readTime} from './envelope/fields.ts';
export {isSamePerson, type Own, personId, readPerson} from './envelope/people.ts';
export {type Arrival, isForeign, readLine} from './envelope/read-envelope.ts';
export type {Host} from './host.ts';
export {salvage} from './journal/salvage.ts';
export {type LinkDeps, type LinkEnd, linkDevice} from './link.ts';
export {hasAccount, ownAci, placesIn, preparePlaces} from './places.ts';
export {type ProgramProbe, probeInstallation} from './program.ts';
export {checkLinked, type EndpointProbe, probeEndpoint, startBridge} from './start-bridge.ts';
