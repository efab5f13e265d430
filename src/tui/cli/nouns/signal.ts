// `rooster signal`: the bridge to Signal, as the daemon sees it.
import {fieldLines, tell} from '../ask.ts';
import type {Run} from '../command.ts';
import {oneLine} from '../words/plain-text.ts';

export const signalStatus: Run = (world, given) =>
  tell(world, given, 'signal.status', {}, ({inbound, outbound, detail}) =>
    fieldLines(world, [
      ['Inbound', inbound],
      ['Outbound', outbound],
      ['Detail', detail === undefined ? undefined : oneLine(detail)],
    ]),
  );

export const linkSignal: Run = (world, given) => {
  const {name} = given.values;
  return tell(world, given, 'signal.link', name === undefined ? {} : {deviceName: name}, ({uri}) => uri);
};
