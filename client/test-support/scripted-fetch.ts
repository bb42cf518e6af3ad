/** One that answers in turn what it was given, and remembers what it was asked. */
export function scriptedFetch(...answers: (Response | Error)[]) {
  const requests: Request[] = [];
  const scripted: typeof fetch = async (input, init) => {
    requests.push(new Request(input, init));
    const answer = answers.shift();
    if (answer === undefined) throw new Error('Nothing more was to be asked.');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { fetch: scripted, requests };
}

export const json = (body: unknown, init: ResponseInit = {}): Response =>
  Response.json(body, { ...init, headers: { 'content-type': 'application/json; charset=utf-8' } });

export function problem(slug: string, status: number, members: Record<string, unknown> = {}): Response {
  const body = {
    type: `/problems/${slug}`,
    title: 'Title',
    status,
    detail: 'Detail.',
    suggested_fix: 'Fix.',
  };
  return Response.json(
    { ...body, request_id: 'req_1', ...members },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );
}
