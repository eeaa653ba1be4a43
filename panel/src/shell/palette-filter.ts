import type { Command } from '../commands/commands.ts'
import { folded } from '../i18n/folded.ts'

/** Commands that contain every typed word, ignoring case and accents, by group. Groups with a prefix match come first. */
export function filterCommands(commands: readonly Command[], query: string): [group: string, Command[]][] {
  const wanted = folded(query).split(/\s+/u).filter(Boolean)
  const groups = new Map<string, Command[]>()
  for (const command of commands) {
    if (command.keyboardOnly === true || rank(command, wanted) === 0) continue
    groups.set(command.group, [...(groups.get(command.group) ?? []), command])
  }
  const best = (members: Command[]) => Math.max(...members.map((command) => rank(command, wanted)))
  return [...groups]
    .map(([group, members]): [string, Command[]] => [
      group,
      members.toSorted((one, other) => rank(other, wanted) - rank(one, wanted)),
    ])
    .toSorted(([, one], [, other]) => best(other) - best(one))
}

/** 0: a word is missing. 1: all occur. 2: each starts a word of the title. */
function rank(command: Command, wanted: readonly string[]): 0 | 1 | 2 {
  const title = folded(command.title)
  const all = folded([command.title, command.group, ...(command.keywords ?? [])].join(' '))
  if (!wanted.every((word) => all.includes(word))) return 0
  return wanted.every((word) => title.split(/[\s:]+/u).some((part) => part.startsWith(word))) ? 2 : 1
}
