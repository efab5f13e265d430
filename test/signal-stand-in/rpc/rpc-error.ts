// The error of a call, in wire form; and the other scripted end of a call: without any reply.

export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data: unknown = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The call ran; its connection is closed, or left, without a response. */
export class NoReply extends Error {
  readonly close: boolean;
  constructor(close: boolean) {
    super('no reply');
    this.close = close;
  }
}

/** A result whose reply is written twice, on demand. */
export class Twice {
  readonly result: unknown;
  constructor(result: unknown) {
    this.result = result;
  }
}

export const userError = (message: string): RpcError => new RpcError(-1, message);
export const ioError = (message: string): RpcError => new RpcError(-3, message);
export const unexpected = (message: string): RpcError => new RpcError(-32603, message);
export const invalidRequest = (message: string): RpcError => new RpcError(-32600, message);
