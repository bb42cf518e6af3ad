import { isIP } from 'node:net';
import { resolve } from 'node:path';

/** How the text of an environment variable is parsed. */
export interface Kind<Value> {
  /** Completes "expected …". */
  expected: string;
  /** Undefined if the text is not as expected. */
  parse(text: string): Value | undefined;
  /** How a message may quote an invalid text. */
  quote(text: string): string;
}

const quoted = (text: string) => `"${text}"`;

export function integer(least: number, most: number): Kind<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    parse: (text) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= least && value <= most ? value : undefined;
    },
    quote: quoted,
  };
}

export function boolean(): Kind<boolean> {
  const meanings = new Map([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ]);
  return {
    expected: 'true, false, 1 or 0',
    parse: (text) => meanings.get(text.toLowerCase()),
    quote: quoted,
  };
}

export function oneOf<Choice extends string>(choices: readonly Choice[]): Kind<Choice> {
  return {
    expected: `one of ${choices.join(', ')}`,
    parse: (text) => choices.find((choice) => choice === text),
    quote: quoted,
  };
}

export function hostOrAddress(): Kind<string> {
  const hostName = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/i;
  return {
    expected: 'a host name or an IP address, without a port',
    parse: (text) => (isIP(text) || hostName.test(text) ? text : undefined),
    quote: quoted,
  };
}

/** How many proxies are in front, or their addresses. */
export function proxies(): Kind<number | string[]> {
  return {
    expected:
      'a number of proxies from 1 to 10, or IP addresses and networks such as 10.0.0.0/8 with commas between them',
    parse: (text) => {
      if (/^([1-9]|10)$/.test(text)) return Number(text);
      const places = text.split(',').map((place) => place.trim());
      return places.every(isAddressOrNetwork) ? places : undefined;
    },
    quote: quoted,
  };
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && isNetwork && more.length === 0;
}

/** Relative paths are resolved against the working directory. */
export function path(expected = 'the path of a directory'): Kind<string> {
  return {
    expected,
    parse: (text) => (text.includes('\0') ? undefined : resolve(text)),
    quote: quoted,
  };
}

export function postgresUrl(): Kind<string> {
  return {
    expected: 'postgres://user:password@host:5432/database, with special characters percent-encoded',
    parse: (text) => (hasScheme(text, 'postgres', 'postgresql') && URL.canParse(text) ? text : undefined),
    quote: withoutCredentials,
  };
}

export function smtpUrl(): Kind<string> {
  return {
    expected:
      'smtp://user:password@host:587 or smtps://user:password@host:465, with special characters percent-encoded',
    parse: (text) => (hasScheme(text, 'smtp', 'smtps') && URL.canParse(text) ? text : undefined),
    quote: withoutCredentials,
  };
}

export function s3Url(): Kind<string> {
  return {
    expected: 's3://bucket or s3://bucket/prefix',
    parse: (text) =>
      /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[^?#@\s]*)?$/.test(text) ? text : undefined,
    quote: withoutCredentials,
  };
}

export function webAddress(): Kind<string> {
  return {
    expected: 'an http:// or https:// address without credentials, query or trailing slash',
    parse: (text) => {
      const isPlain = hasScheme(text, 'http', 'https') && !/[?#@\s]|\/$/.test(text);
      return isPlain && URL.canParse(text) ? text : undefined;
    },
    quote: withoutCredentials,
  };
}

export function webAddressOrNone(): Kind<string> {
  const { expected, parse, quote } = webAddress();
  return {
    expected: `${expected}, or none`,
    parse: (text) => (text === 'none' ? text : parse(text)),
    quote,
  };
}

export function email(): Kind<string> {
  return {
    expected: 'an e-mail address',
    parse: (text) => (/^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 254 ? text : undefined),
    quote: quoted,
  };
}

export function secretKey(): Kind<Buffer> {
  return {
    expected: '32 random bytes in base64 or hex, as `openssl rand -base64 32` prints them',
    parse: (text) => {
      const bytes = /^[0-9a-f]{64}$/i.test(text)
        ? Buffer.from(text, 'hex')
        : /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
          ? Buffer.from(text, 'base64')
          : undefined;
      return bytes?.length === 32 ? bytes : undefined;
    },
    quote: lengthOf,
  };
}

export function password(): Kind<string> {
  return {
    expected: 'at least 8 characters',
    parse: (text) => (text.length >= 8 ? text : undefined),
    quote: lengthOf,
  };
}

/** All that a message says about a secret. */
function lengthOf(text: string): string {
  return text.length === 1 ? '1 character' : `${text.length} characters`;
}

function hasScheme(text: string, ...schemes: string[]): boolean {
  return schemes.some((scheme) => text.toLowerCase().startsWith(`${scheme}://`));
}

/** An invalid URL cannot be parsed safely, so the whole part that may contain a password is left out. */
function withoutCredentials(text: string): string {
  const withoutUser = text.includes('@') ? text.replace(/^([a-z0-9+.-]+:\/\/)?.*$/is, '$1***') : text;
  return quoted(withoutUser.replace(/[?#].*$/s, '?***'));
}

/** An id as the service prints it. */
export function word(): Kind<string> {
  return {
    expected: 'letters, digits and hyphens',
    parse: (text) => (/^[a-z0-9-]+$/i.test(text) ? text : undefined),
    quote: quoted,
  };
}

/** An identifier that another service issued. */
export function text(): Kind<string> {
  return {
    expected: 'text without spaces',
    parse: (value) => (/^\S+$/.test(value) ? value : undefined),
    quote: quoted,
  };
}

/** The exact name of an OpenID Connect provider, which may end in a slash. */
export function issuer(): Kind<string> {
  const { parse, quote } = webAddress();
  return {
    expected: 'an http:// or https:// address without credentials or query',
    parse: (value) => (parse(value.replace(/\/$/, '')) === undefined ? undefined : value),
    quote,
  };
}
