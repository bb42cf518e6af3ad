import Bowser from 'bowser';

const LONGEST = 100;

/** What people call the browser or program of a User-Agent, as "Firefox on Windows"; null if it says nothing. */
export function deviceName(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 1000));
  const [product = ''] = userAgent.split(/[\s/(]/, 1);
  const program = browser.name || product;
  if (program === '') return null;
  return (os.name ? `${program} on ${os.name}` : program).slice(0, LONGEST);
}
