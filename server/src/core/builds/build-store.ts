import type { AssetFile } from '../asset-files.ts'

/**
 * Keeps the current and former builds of widget and panel. A page loads hashed files of its own build, also from a process that
 * has another one (docs/decisions/kept-builds.md).
 */
export interface BuildStore {
  /** Stores the current build. An unchanged build counts once. */
  keep(): Promise<void>
  /** Returns a file of a kept build by its folder and name, such as `widget/chat-DUM3LOuH.js`; undefined: no kept build has it. */
  open(file: string): Promise<AssetFile | undefined>
}

/** Directories of files with hashed names in an installation, by their folder in a store. */
export const hashedFiles = { widget: 'widget/dist/widget', panel: 'panel/dist/assets' }

/** Builds that are kept, including the current one. */
export const maxBuilds = 4
