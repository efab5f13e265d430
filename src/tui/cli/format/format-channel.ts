// Formats a channel: on one line, and in full.

import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import type {Wire} from '../../../shared/fields/wire.ts';
import type {Names} from '../../../shared/record-text/names.ts';
import {channelFacts} from '../../../shared/records/channels.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {shortWhenOf, whenOf} from '../../../shared/time/format-time.ts';
import type {Tone} from '../../format/tone.ts';
import type {Column} from '../../nouns/noun-record.ts';
import {placed} from '../../nouns/noun-record.ts';
import type {CommandWorld} from '../command.ts';
import type {Print} from '../print.ts';
import {fieldLines, listLines} from './fields.ts';

type Status = Wire<ChannelStatus>;
type Held = NonNullable<Status['held']>[number];
type Untrusted = NonNullable<Status['untrusted']>[number];
type Stranger = NonNullable<Status['contactRequests']>[number];

/** The channel's health and, if it doesn't work, why and where to look. */
export const channelLine = ({print}: CommandWorld, status: Status): string => {
  const {channel, inbound, outbound, account, detail, contactRequests = []} = status;
  const sendsOnly = inbound === 'off' && outbound !== 'off';
  const state =
    inbound === outbound || sendsOnly
      ? `${stateLabel(print, outbound)}${sendsOnly ? ' (sends only)' : ''}`
      : `receiving ${stateLabel(print, inbound)}, sending ${stateLabel(print, outbound)}`;
  const works = inbound !== 'down' && outbound === 'up';
  const look = channelFacts(channel)?.statusCommand ?? 'rooster status';
  return [
    `${channel} ${state}`,
    ...(account === undefined ? [] : [`, ${account}`]),
    ...(detail === undefined ? [] : [`: ${printableLine(detail)}`]),
    ...(works ? [] : [print.paint('quiet', ` (${look})`)]),
    ...(contactRequests.length === 0 ? [] : [`; ${counted(contactRequests.length, 'contact request')} (${look})`]),
  ].join('');
};

/** Everything known about the channel, each direction separately. */
export const channelShown = (world: CommandWorld, status: Status): readonly string[] => {
  const {print, clock} = world;
  const {warnings = [], contactRequests = [], restarts, detail, inboundDetail, outboundDetail} = status;
  const now = clock.now();
  const ofOneWay = inboundDetail ?? outboundDetail;
  return [
    ...fieldLines(world, [
      ['Inbound', withReason(stateLabel(print, status.inbound), inboundDetail)],
      ['Outbound', withReason(stateLabel(print, status.outbound), outboundDetail)],
      [
        'Detail',
        detail === undefined || detail === ofOneWay || warnings.includes(detail) ? undefined : printableLine(detail),
      ],
      ['Account', status.account],
      ['Endpoint', formatEndpoint(status)],
      ['Version', status.version],
      ['Restarts', restarts === undefined ? undefined : String(restarts)],
      ['Received', status.lastReceivedAt === undefined ? undefined : whenOf(status.lastReceivedAt, now)],
      ['Sent', status.lastSentAt === undefined ? undefined : whenOf(status.lastSentAt, now)],
      ['Verified', status.provenAt === undefined ? undefined : whenOf(status.provenAt, now)],
      ['Rings', formatRing(status)],
      ...(status.lastReceivedAt === undefined && status.lastSentAt === undefined
        ? []
        : [['Times in', world.shownZone.name()] as const]),
      ...(status.held ?? []).map(
        chat => ['Waiting', print.paint('busy', formatHeld(chat, now, world.names()))] as const,
      ),
      ...(status.untrusted ?? []).map(person => ['Untrusted', print.paint('bad', formatUntrusted(person))] as const),
      ...warnings.map(warning => ['Warning', print.paint('busy', printableLine(warning))] as const),
    ]),
    ...(contactRequests.length === 0
      ? []
      : [
          '',
          ...listLines(world, contactRequestColumns(now), contactRequests, ''),
          `To allow one: rooster ${status.channel} allow ADDRESS --user NAME`,
        ]),
  ];
};

const contactRequestColumns = (now: number): readonly Column<Stranger>[] => [
  {title: 'WHEN', text: ({lastAt}) => whenOf(lastAt, now), short: ({lastAt}) => shortWhenOf(lastAt, now)},
  {title: 'TIMES', text: ({times}) => String(times)},
  {title: 'NAME', text: ({name}) => printableLine(name ?? ''), gives: true},
  {title: 'ADDRESS', text: ({address}) => printableLine(address)},
];

const formatHeld = ({address, messages, sinceAt, reason}: Held, now: number, names: Names): string => {
  const many = counted(messages, 'message');
  return `${many} to ${placed(address, names)} since ${whenOf(sinceAt, now)}: ${printableLine(reason)}`;
};

const formatUntrusted = ({address, name}: Untrusted): string =>
  `the safety number of ${printableLine(name)} has changed, so their messages can't be read. Compare it: rooster signal trust ${address}`;

const formatRing = ({rings}: Status): string | undefined => {
  if (rings === undefined) return undefined;
  return rings.rang ? 'yes, a test message made the phone ring' : 'no; test again with rooster signal ring';
};

const formatEndpoint = ({endpoint, replays}: Status): string | undefined => {
  if (endpoint === undefined || replays !== false) return endpoint;
  return `${endpoint} (messages may be lost while the daemon is stopped)`;
};

const stateLabel = ({paint}: Print, state: Status['inbound']): string => paint(TONES[state], state);

const withReason = (state: string, reason: string | undefined): string =>
  reason === undefined ? state : `${state}: ${printableLine(reason)}`;

const TONES: Readonly<Record<Status['inbound'], Tone>> = {up: 'good', down: 'bad', off: 'quiet'};
