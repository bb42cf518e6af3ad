import type { S3Client } from '@aws-sdk/client-s3';
import type { AddressesWanted, BlobAddresses } from './blob-store.js';
import { plainChecksums, type S3Target } from './s3-target.js';

interface PlacesOfS3 {
  /** Where the service reaches a server other than Amazon's. */
  endpoint?: string | undefined;
  /** Where clients reach the server; `none` if they shall not. */
  publicEndpoint?: string | undefined;
}

export interface S3Place {
  Bucket: string;
  Key: string;
}

/** Addresses of objects that are signed for whoever has them, on the server where clients reach it. */
export class S3Addresses {
  readonly #target: S3Target;
  /** Its requests are signed, and never sent. */
  readonly #client: S3Client | undefined;

  constructor(target: S3Target, places: PlacesOfS3) {
    this.#target = target;
    this.#client = clientAsUsersReachIt(target, places);
  }

  async open(
    { until, contentType }: AddressesWanted,
    placeOf: (hash: string) => S3Place,
  ): Promise<BlobAddresses | undefined> {
    const client = this.#client;
    if (!client) return undefined;
    const { sdk, health } = this.#target;
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
    // Credentials of a role may have to be fetched. Addresses that they sign end when they do.
    const { expiration } = await client.config.credentials().catch((error) => {
      throw health.explain(error);
    });
    const end = Math.floor(Math.min(until, expiration?.getTime() ?? Number.POSITIVE_INFINITY) / 1000);
    return {
      expireAt: end * 1000,
      of: async (hash) => {
        // A browser saves the file, whatever is in it.
        const answered = { ResponseContentType: contentType, ResponseContentDisposition: 'attachment' };
        const command = new sdk.GetObjectCommand({ ...placeOf(hash), ...answered });
        const expiresIn = Math.max(1, end - Math.floor(Date.now() / 1000));
        return await getSignedUrl(client, command, {
          expiresIn,
          signingDate: new Date((end - expiresIn) * 1000),
        });
      },
    };
  }
}

/** The host is part of a signature, so that it must be the one by which clients come. */
function clientAsUsersReachIt(
  { sdk, client }: S3Target,
  { endpoint, publicEndpoint }: PlacesOfS3,
): S3Client | undefined {
  if (publicEndpoint === 'none') return undefined;
  if (publicEndpoint === undefined) return endpoint || isRedirected() ? undefined : client;
  const { region, credentials } = client.config;
  return new sdk.S3Client({
    ...plainChecksums,
    region,
    credentials,
    endpoint: publicEndpoint,
    forcePathStyle: true,
  });
}

/** Whether the SDK was told of a server other than Amazon's behind our back. */
const isRedirected = () => Boolean(process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL);
