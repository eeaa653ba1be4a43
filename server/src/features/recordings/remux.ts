import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'

/** Copying an hour of sound takes a tenth of a second, 2 GiB of pictures some seconds. */
const longestMs = 120_000

/** Absolute; null where there is none. What it does is asked of it only when there is something to be done. */
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
 * Packs a recording anew, frames as they are, so that it has its duration and can be jumped in. The file comes from a browser:
 * what it is read as is said and not guessed, and nothing but files may be opened (a playlist would name addresses).
 * @returns seconds, as far as ffmpeg says; undefined when it did not manage, and `to` is to be ignored
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
      timeout: options.timeoutMs ?? longestMs,
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
