import type { UploadState } from '@parley/client/sending/upload'

/** It has not gone wrong: it goes on by itself when the connection is back. */
export const waitsForConnection = (state: UploadState) =>
  state.name === 'failed' && state.code === 'disconnected'
