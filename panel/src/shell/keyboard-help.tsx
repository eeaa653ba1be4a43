import { Text } from '@mantine/core'
import { useAllCommands, type Command } from '../commands/commands.ts'
import { Keys } from '../commands/keys.tsx'
import { useTexts } from '../i18n/i18n.tsx'
import { Modal } from '../ui/modal.tsx'
import classes from './keyboard-help.module.css'

/** Shortcuts of the open page and of every page. */
export function KeyboardHelp(props: { opened: boolean; onClose: () => void }) {
  const { shell, actions } = useTexts()
  const commands = useAllCommands()
  const groups = new Map<string, Command[]>()
  for (const command of commands) {
    if (command.shortcut === undefined) continue
    groups.set(command.group, [...(groups.get(command.group) ?? []), command])
  }
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={shell.help.title}
      size="lg"
      closeButtonProps={{ 'aria-label': actions.close }}
    >
      <Text size="sm" c="dimmed" mb="md">
        {shell.help.lead}
      </Text>
      <div className={classes.groups}>
        {[...groups].map(([group, members]) => (
          <section key={group} className={classes.group}>
            <h3 className={classes.title}>{group}</h3>
            <dl className={classes.list}>
              {members.map(({ id, title, shortcut = '' }) => (
                <div key={id} className={classes.row}>
                  <dt>{title}</dt>
                  <dd>
                    <Keys shortcut={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
