import { readFile } from 'node:fs/promises'

/** The addresses that a file in the form of /etc/hosts gives a name (lower case); none when there is no such file. */
export async function readHostsFile(file: string, name: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const addresses: string[] = []
  for (const line of text.split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (address && names.some((other) => other.toLowerCase() === name)) addresses.push(address)
  }
  return addresses
}
