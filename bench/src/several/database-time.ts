import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Process id of the embedded PostgreSQL in this data dir. */
export async function postmasterPid(dataDir: string): Promise<number> {
  const file = await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

/** CPU time of a process and its children since their start, also of those that have ended, in seconds. */
export function familySeconds(pid: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = fieldsOf(name)
    if (fields === null) continue
    const isParent = Number(name) === pid
    // The parent's id is field 1 after the name; utime and stime are 11 and 12, those of ended children 13 and 14, in 1/100 s.
    if (isParent || Number(fields[1]) === pid) ticks += Number(fields[11]) + Number(fields[12])
    if (isParent) ticks += Number(fields[13]) + Number(fields[14])
  }
  return ticks / 100
}

/** null: the process has ended. */
function fieldsOf(pid: string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
