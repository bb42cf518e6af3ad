import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** The device made or found no passkey, or the person cancelled. */
export class DeviceRefused extends Error {}

/** Loaded when the first passkey is asked for. */
const webAuthn = () => import('@simplewebauthn/browser');

type Json = Record<string, unknown>;

/** Whether a passkey may be used on this page: browsers take none for an IP address. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
}

export async function createPasskey(options: Json): Promise<Json> {
  const { startRegistration } = await webAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return await refusable(startRegistration({ optionsJSON }));
}

export async function getPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await webAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return await refusable(startAuthentication({ optionsJSON }));
}

async function refusable(answer: Promise<object>): Promise<Json> {
  try {
    return { ...(await answer) };
  } catch (cause) {
    throw new DeviceRefused('The device refused.', { cause });
  }
}
