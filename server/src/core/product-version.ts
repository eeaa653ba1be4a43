import { readFileSync } from 'node:fs'

/** The version in package.json, which has the same path in the checkout, the image and the installed package. */
export const productVersion: string = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
