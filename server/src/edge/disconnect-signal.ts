import type { FastifyReply } from 'fastify';

/**
 * Gives a signal that is aborted if the client closes the connection before it has its answer. It is made when it is first
 * asked for, since most calls end before anything of theirs has to wait.
 */
export function disconnectSignal({ raw }: FastifyReply): () => AbortSignal {
  let gone: AbortController | undefined;
  return () => {
    if (gone) return gone.signal;
    const made = new AbortController();
    gone = made;
    const abortUnlessAnswered = () => {
      if (!raw.writableFinished) made.abort();
    };
    if (raw.closed) abortUnlessAnswered();
    else raw.once('close', abortUnlessAnswered);
    return made.signal;
  };
}
