import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'

/** Copying an hour of audio takes 0.1 s, 2 GiB of video some seconds. */
const remuxTimeoutMs = 120_000

/** Absolute path of ffmpeg, or null. Looked up on first use. */
export async function findFfmpeg(searchPath: string): Promise<string | null> {
  for (const directory of searchPath.split(path.delimiter).filter((part) => path.isAbsolute(part))) {
    const file = path.join(directory, 'ffmpeg')
    const runs = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runs) return file
  }
  return null
}

const containers: Record<string, { demuxer: string; muxer: string[] }> = {
  webm: { demuxer: 'matroska', muxer: ['-f', 'webm'] },
  mp4: { demuxer: 'mov', muxer: ['-f', 'mp4', '-movflags', '+faststart'] },
}

const quietly = ['-hide_banner', '-nostdin', '-loglevel', 'quiet', '-nostats', '-progress', 'pipe:1', '-y']
const copying = ['-map', '0', '-c', 'copy']

/**
 * Remuxes a recording without re-encoding, so that it has a duration and is seekable. The input comes from a browser: its format
 * is forced instead of probed, and only the file protocol is allowed (a playlist could name URLs).
 * @returns the duration in seconds as reported by ffmpeg; undefined if it failed, and `to` must be ignored
 */
export async function remux(
  ffmpeg: string,
  file: { from: string; to: string; container: 'webm' | 'mp4' },
  options: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<{ duration: number | null } | undefined> {
  const { demuxer, muxer } = containers[file.container]!
  const program = spawn(
    ffmpeg,
    [
      ...quietly,
      '-protocol_whitelist',
      'file',
      '-f',
      demuxer,
      '-i',
      file.from,
      ...copying,
      ...muxer,
      file.to,
    ],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {},
      cwd: path.dirname(file.to),
      timeout: options.timeoutMs ?? remuxTimeoutMs,
      killSignal: 'SIGKILL',
      ...(options.signal && { signal: options.signal }),
    },
  )
  let microseconds = 0
  program.stdout.setEncoding('latin1').on('data', (text: string) => {
    for (const [, value] of text.matchAll(/^out_time_us=(\d{1,15})$/gm)) microseconds = Number(value)
  })
  const code = await new Promise<number | null>((resolve) => {
    program.on('error', () => resolve(null))
    program.on('close', resolve)
  })
  if (code !== 0) return undefined
  return { duration: microseconds > 0 ? microseconds / 1e6 : null }
}
