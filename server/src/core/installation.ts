import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * The directory that contains `server/migrations`, `widget/dist` and `panel/dist`: the root of the checkout, the image or the
 * installed package. Searched upwards, because this module runs from its source and from the bundle.
 */
export const installationDir = findUp(import.meta.dirname)

function findUp(directory: string): string {
  if (existsSync(path.join(directory, 'server/migrations'))) return directory
  const parent = path.dirname(directory)
  if (parent === directory) throw new Error('the installation is incomplete: server/migrations is missing')
  return findUp(parent)
}
