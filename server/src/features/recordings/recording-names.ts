import { timestamp } from '../../core/clock.ts'

/** Where something of a recording is kept that was written at this time (milliseconds): one folder a day. */
export const folderOf = (milliseconds: number): string => `recordings/${timestamp(milliseconds).slice(0, 10)}`

/** `call-20260131-102030.webm`, in UTC: safe in any address and on any disk. */
export function recordingName(milliseconds: number, extension: string): string {
  const [date = '', time = ''] = timestamp(milliseconds).split('T')
  return `call-${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}.${extension}`
}

/** What is signed, and what call.recording_ready carries in the log. */
export const recordingPath = (recordingId: string, name: string): string =>
  `/v1/public/recordings/${recordingId}/${name}`
