import { timestamp } from '../../core/clock.ts'

/** Storage folder for bytes written at this time (ms): one per day. */
export const folderOf = (milliseconds: number): string => `recordings/${timestamp(milliseconds).slice(0, 10)}`

/** `call-20260131-102030.webm`, in UTC: safe in URLs and file systems. */
export function recordingName(milliseconds: number, extension: string): string {
  const [date = '', time = ''] = timestamp(milliseconds).split('T')
  return `call-${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}.${extension}`
}

/** The path that is signed, and that call.recording_ready carries in the log. */
export const recordingPath = (recordingId: string, name: string): string =>
  `/v1/public/recordings/${recordingId}/${name}`
