// Creates the bucket that the arguments name, unless it is there.
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

const [Bucket] = process.argv.slice(2);
const client = new S3Client({
  endpoint: process.env.SVC_S3_ENDPOINT,
  forcePathStyle: true,
  // The store may have begun to start only now.
  maxAttempts: 10,
  region: process.env.AWS_REGION || 'us-east-1',
});
try {
  await client.send(new CreateBucketCommand({ Bucket }));
} catch (error) {
  if (!['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(error.name)) throw error;
}
