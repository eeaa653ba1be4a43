import type { S3Config } from '../../config.ts'
import { errorCode } from '../error-code.ts'

/** Without the S3 client, which is loaded on demand. */

/** Errors of the client with a response have its status. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode
}

/** Whether the store responded that the configuration is wrong. 408 and 429 are those of a busy store. */
export function isRefused(error: unknown): boolean {
  const status = statusOf(error)
  return status !== undefined && status < 500 && status !== 408 && status !== 429
}

/** What to tell the operator. */
export function unusable({ bucket, endpoint, region }: S3Config, cause: unknown): string {
  const status = statusOf(cause)
  if (status === 404)
    return `The S3 bucket ${bucket} does not exist at ${endpoint}. Make it, or correct PARLEY_S3_BUCKET.`
  if (status === 403) {
    return (
      `The S3 store ${endpoint} refuses the key for the bucket ${bucket}. Check PARLEY_S3_KEY_ID and PARLEY_S3_SECRET, ` +
      'and that the key may list the bucket and read, write and delete its objects.'
    )
  }
  if (status === 301)
    return `The S3 bucket ${bucket} is not in the region ${region}. Correct PARLEY_S3_REGION and PARLEY_S3_ENDPOINT.`
  return `The S3 store ${endpoint} cannot be used (${status ?? errorCode(cause) ?? String(cause)}). Check PARLEY_S3_ENDPOINT, and that it runs.`
}
