/** The parts of oidc-provider used by openid-service.ts. Its published types depend on all of Koa's. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Context {
    type: string
    body: unknown
  }
  interface Interaction {
    prompt: { name: string }
    params: Record<string, string>
  }
  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  interface OidcContext {
    oidc: { client: { clientId: string }; session: { accountId: string } }
  }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    Client: { prototype: { compareClientSecret(actual: string): boolean | Promise<boolean> } }
    Grant: new (of: { accountId: string; clientId: string }) => Grant
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }

  export const interactionPolicy: {
    base(): { add(prompt: object): void }
    Prompt: new (info: { name: string; requestable: boolean }) => object
  }
}
