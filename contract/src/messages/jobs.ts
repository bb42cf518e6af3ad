/** Why work that the service does by itself has failed. */
export const jobSentences = {
  'job-failed': () => 'Something went wrong on our side.',
  'job-interrupted': () => 'The job was interrupted too often.',
  'connection-failed': () => 'The connection to the server failed.',
  'delivery-out-of-reach': () => 'Not sent: the workbook is out of reach of the webhook.',
  'delivery-subscription-ended': () => 'The subscription has ended.',
  'delivery-given-up': () => 'Given up: the receiver has been failing since this was due, for 24 hours.',
  'source-unreadable': () => 'It could not be read.',
  'receiver-answered': ({ status }: { status: number }) => `The receiver answered ${status}.`,
  'receiver-redirects': ({ status }: { status: number }) =>
    `The receiver answered ${status}: redirects are not followed.`,
};
