/** The public address of the service, which a proxy may serve elsewhere than the panel: from the snippet. */
export function serviceOrigin(snippet: string, own: string): string {
  const source = /src="([^"]+)"/.exec(snippet)?.[1] ?? ''
  return URL.canParse(source) ? new URL(source).origin : own
}

/** What a page with a strict policy has to allow so that the widget works: script, socket, pictures. */
export function contentSecurityPolicy(origin: string): string {
  const socket = origin.replace(/^http/, 'ws')
  return [
    `script-src ${origin}`,
    `connect-src ${origin} ${socket}`,
    `img-src ${origin} blob:`,
    `media-src ${origin} blob:`,
  ].join(';\n')
}
