// Using the stand-in, by hand and from a test.

export const USAGE = `A stand-in for signal-cli: the same command line and the same protocol, no account and no network.

By hand
  npm run signal:stand-in
      Signal in a terminal. What you type arrives as a message from Alice; what is sent is printed.
      It says what to write into Rooster's configuration, and what else can be typed.

As signal-cli
  npm run signal:stand-in -- [-a ACCOUNT] [-c FOLDER] [-o json] COMMAND
      daemon [--socket[=PATH]] [--tcp[=HOST:PORT]] [--http[=HOST:PORT]] [--receive-mode MODE] [--no-receive-stdout]
      jsonRpc [--receive-mode MODE]        one client on stdin and stdout
      link -n NAME | listAccounts | version
      MODE is on-start, on-connection or manual.
  test/signal-stand-in/signal-cli is a command that can stand where signal-cli is asked for.
  Without -c it uses a folder of its own. A folder of a real signal-cli is left alone.

Environment
  SIGNAL_STAND_IN_CONTROL  a loopback port, or a path for a UNIX socket, on which a test gives orders (POST /VERB, JSON):
                           enqueue, flush, queueLength, calls, ownPhone, rule, forgetRules, set, state, raw, dropConnections,
                           dropStreams, exit, unlink. See control/control-client.ts and signal/switches.ts.
  SIGNAL_STAND_IN_LEVEL    0.13.19 or 0.14.6 (the default): how old it is
  SIGNAL_STAND_IN_DATA     the folder to use where -c is not given
  SIGNAL_CLI_REAL          for the tests: a real signal-cli 0.13.19, to be asked what needs no account
`;
