import { installPackages, isDebian, isRoot } from './debian-package.ts'
import { isExecutable, onPath } from './executables.ts'

const findNats = (): string | undefined =>
  [...onPath(['nats-server']), '/usr/sbin/nats-server'].find(isExecutable)

/** Runs before the integration tests of several processes: finds nats-server, or installs Debian's package as root on Debian. */
if (findNats() === undefined && isDebian() && isRoot) installPackages('NATS', ['nats-server'])
const found = findNats()
console.log(
  found === undefined
    ? 'NOT TESTED: several processes over NATS. Install nats-server (Debian and Ubuntu: apt-get install nats-server; macOS: brew install nats-server).'
    : `Integration tests use NATS at ${found}`,
)
