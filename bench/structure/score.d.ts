/** The scoring of the shared test data, which lies beside the repository and is written in JavaScript. */
declare module '*/shared/score/score.mjs';
