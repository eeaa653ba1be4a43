import { readFile } from 'node:fs/promises'

/** Returns the addresses of a lower-case name in a file in the format of /etc/hosts; none if the file does not exist. */
export async function readHostsFile(file: string, name: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const addresses: string[] = []
  for (const line of text.split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (address && names.some((other) => other.toLowerCase() === name)) addresses.push(address)
  }
  return addresses
}
