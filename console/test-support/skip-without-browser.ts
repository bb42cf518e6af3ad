import { beforeEach, inject } from 'vitest';

/** Each story says in the report why it did not run. */
beforeEach(({ skip }) => {
  const why = inject('whyNoBrowser');
  if (why !== '') skip(why);
});
