// The smallest program that asks a daemon for its status and prints the answer: SOCKET. What it costs is Node's own.
const {connect} = process.getBuiltinModule('node:net');

const call = (id, method, params) => `${JSON.stringify({jsonrpc: '2.0', id, method, params})}\n`;
const socket = connect(process.argv[2]);
socket.setEncoding('utf8');
socket.write(call(1, 'hello', {protocol: 1, client: 'smallest'}) + call(2, 'daemon.status', {}));
let heard = '';
socket.on('data', text => {
  heard += text;
  const [, status, end] = heard.split('\n');
  if (end === undefined) return;
  process.stdout.write(`${status}\n`);
  socket.destroy();
});
