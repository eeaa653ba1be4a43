import { collect, type Contributions, type Feature, type Unhandled } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Builds one part from the infrastructure and the earlier parts that its ports name. */
type Compose<Parts, Part> = (infra: Infrastructure, parts: Parts) => Part

type NewName<Parts, Name> = Name extends keyof Parts ? never : Name

/** Features and ports in the order in which they are built. TypeScript checks that each finds what its ports name. */
export interface Composition<Parts, Features> {
  /** Adds a feature. Later ones find it under its name. */
  feature<const Name extends string, F extends Feature>(
    name: NewName<Parts, Name>,
    compose: Compose<Parts, F | Promise<F>>,
  ): Composition<Parts & Record<Name, F>, Features | F>
  /** Adds functions for later features, which contribute nothing to the service themselves. */
  port<const Name extends string, Port>(
    name: NewName<Parts, Name>,
    compose: Compose<Parts, Port | Promise<Port>>,
  ): Composition<Parts & Record<Name, Port>, Features>
  /** Not callable while no feature handles some command of the protocol; the error names the command. */
  build: [Unhandled<Features>] extends [never]
    ? () => Promise<Parts & { contributions: Contributions }>
    : { unhandledCommands: Unhandled<Features> }
}

type Parts = Record<string, unknown>

interface Step {
  name: string
  compose: Compose<Parts, unknown>
  /** Whether the part is a feature. */
  contributes: boolean
}

/** @param options replace third parties in tests; ports find them like features, by name */
export function composition<Options extends object>(
  infra: Infrastructure,
  options: Options,
): Composition<Options, never> {
  const after = (steps: readonly Step[]) => ({
    feature: (name: string, compose: Step['compose']) =>
      after([...steps, { name, compose, contributes: true }]),
    port: (name: string, compose: Step['compose']) =>
      after([...steps, { name, compose, contributes: false }]),
    async build() {
      const parts = { ...options } as Parts
      const features: Feature[] = []
      for (const { name, compose, contributes } of steps) {
        parts[name] = await compose(infra, parts)
        if (contributes) features.push(parts[name] as Feature)
      }
      return { ...parts, contributions: collect(features) }
    },
  })
  // `Composition` states what the calls have added; at runtime there are only names.
  return after([]) as unknown as Composition<Options, never>
}
