import { readFileSync } from 'node:fs'
import path from 'node:path'
import { installationDir } from './installation.ts'

/** The version in package.json, which has the same path in the checkout, the image and the installed package. */
export const productVersion: string = (
  JSON.parse(readFileSync(path.join(installationDir, 'package.json'), 'utf8')) as { version: string }
).version
