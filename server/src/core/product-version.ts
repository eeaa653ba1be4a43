import { readFileSync } from 'node:fs'

/** The version in the package.json of the checkout, the image, or the installed package: all have it in the same place. */
export const productVersion: string = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
