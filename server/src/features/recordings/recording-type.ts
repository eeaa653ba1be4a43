import { AppError } from '../../core/app-error.ts'

const types: Record<string, { extension: string; begins: (head: Buffer) => boolean }> = {
  'audio/webm': { extension: 'webm', begins: isWebm },
  'video/webm': { extension: 'webm', begins: isWebm },
  'audio/mp4': { extension: 'm4a', begins: isMp4 },
  'video/mp4': { extension: 'mp4', begins: isMp4 },
}

/**
 * Returns the media type of a recording: one of those that browsers record, confirmed by its first bytes. All of them play inline
 * and none can carry script.
 * @param contentType as sent by the recorder, with codecs
 * @throws AppError media_type_not_allowed
 */
export function recordingType(contentType: string, head: Buffer): { mime: string; extension: string } {
  const mime = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const type = Object.hasOwn(types, mime) ? types[mime] : undefined
  if (!type?.begins(head)) throw new AppError('media_type_not_allowed')
  return { mime, extension: type.extension }
}

/** Whether the bytes start with an EBML header of document type webm. */
function isWebm(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3 && head.subarray(4, 64).includes('webm')
}

/** Whether the bytes start with an `ftyp` box. */
function isMp4(head: Buffer): boolean {
  return head.toString('latin1', 4, 8) === 'ftyp'
}
