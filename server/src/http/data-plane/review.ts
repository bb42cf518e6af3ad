import { WorkbookParams } from '@workbook-data-service/contract/common';
import { ReviewReport, ReviewRequest, ReviewRuleList } from '@workbook-data-service/contract/review';
import { AcceptedJob } from '@workbook-data-service/contract/sources';
import { reviewRules } from '../../features/review/rules/index.js';
import { startReview } from '../../features/review/start-review.js';
import { ok } from '../../present/answer.js';
import { reviewAnswer, ruleBody } from '../../present/review.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const REVIEW = '/api/v1/workbooks/:workbook_id/review';

export const reviewEndpoints: Endpoint[] = [
  endpoint({
    id: 'reviewWorkbook',
    method: 'POST',
    path: REVIEW,
    summary: 'Review the tables as a careful reviewer would',
    description:
      'Changes nothing. Each finding names rows and cells, the query that repeats it, and a fix; `coverage` says what was ' +
      'looked at and what was not. A `lint` that takes longer than about 45 seconds, and every review with `async` or in mode `agent`, ' +
      'answers 202 and a `job_id`: the job reports its `progress`, and its `result` is the body of the 200. Refused on ' +
      'a governed workbook.',
    tag: 'Review',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    body: ReviewRequest,
    problems: ['governed-workbook', 'out-of-credits', 'not-configured'],
    answers: { 200: ReviewReport, 202: AcceptedJob },
    run: ({ service, caller, commit, params, body }) =>
      startReview(
        service,
        caller,
        params.workbook_id,
        { target: body.target ?? null, mode: body.mode, judge: body.judge, async: body.async },
        commit,
      ),
    present: reviewAnswer,
  }),
  endpoint({
    id: 'listReviewRules',
    method: 'GET',
    path: `${REVIEW}/rules`,
    summary: 'The rules of a lint, and what each checks',
    tag: 'Review',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    answers: { 200: ReviewRuleList },
    run: async () => reviewRules,
    present: (rules) => ok({ rules: rules.map(ruleBody) }),
  }),
];
