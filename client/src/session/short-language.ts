/** Keeps language, script and region of a tag such as `en-US-u-hc-h12`; the protocol accepts no extensions. */
export function shortLanguage(tag: string | undefined): string | undefined {
  return tag?.match(/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}(?![a-z0-9])/i)?.[0]
}
