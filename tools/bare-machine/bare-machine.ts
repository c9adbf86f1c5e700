/**
 * A bare Debian in a folder: what `debootstrap` installs, Node 20 with npm, and a copy of the checkout. Commands run in it with their own
 * processes and mounts, which end with the command.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Returns the home of a user in the bare Debian. */
export const getHome = (user: string) => (user === 'root' ? '/root' : join('/home', user))

/** Returns why no bare Debian can be made here; null if one can. */
export function whyNoBareMachine(): string | null {
  if (process.getuid?.() !== 0) return 'only root can make a bare Debian'
  for (const program of ['debootstrap', 'unshare', 'chroot', 'git'])
    if (spawnSync('which', [program]).status !== 0) return `${program} is not installed`
  if (spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status !== 0)
    return 'this machine allows no separate mounts'
  return findSystemNode() === null ? 'no Node with npm is installed beside that of the checkout' : null
}

/** Returns the folder of the machine's own Node and npm, outside of any `node_modules`. */
function findSystemNode(): { node: string; npm: string } | null {
  for (const folder of ['/usr/local', '/usr']) {
    const found = { node: join(folder, 'bin/node'), npm: join(folder, 'lib/node_modules/npm') }
    if (existsSync(found.node) && existsSync(found.npm)) return found
  }
  return null
}

export type BareMachine = {
  readonly root: string
  /** Copies the files of the checkout that Git knows into a folder of the machine, for this user. */
  readonly copyCheckout: (folder: string, owner: string) => void
  /** Starts a shell command as this user. Its processes end with it. */
  readonly start: (user: string, command: string) => ChildProcess
  /** Runs a shell command as this user. Returns its output, also that of a failure. */
  readonly run: (user: string, command: string) => { readonly status: number | null; readonly output: string }
  readonly remove: () => void
}

const certificates = process.env.NODE_EXTRA_CA_CERTS

/** Makes a bare Debian with root's home at /root and a user `ana`, whose home is closed to others too. */
export function makeBareMachine(checkout: string): BareMachine {
  const system = findSystemNode()
  if (system === null) throw new Error('no Node')
  const root = mkdtempSync(join(tmpdir(), 'mi-portal-bare-'))
  // It is the machine's `/`, which every user may enter.
  chmodSync(root, 0o755)
  const remove = () => rmSync(root, { recursive: true, force: true })
  try {
    execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root], { stdio: 'ignore' })
    cpSync(realpathSync(system.node), join(root, 'usr/local/bin/node'))
    cpSync(system.npm, join(root, 'usr/local/lib/node_modules/npm'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true })
    if (certificates !== undefined) cpSync(certificates, join(root, 'etc/extra.crt'), { dereference: true })
    execFileSync('chroot', [root, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'])
    execFileSync('chroot', [root, 'useradd', '--create-home', '--shell', '/bin/sh', 'ana'])
    execFileSync('chroot', [root, 'chmod', '700', '/root', getHome('ana')])
  } catch (error) {
    remove()
    throw error
  }
  const argumentsOf = (user: string, command: string) => {
    const home = getHome(user)
    const environment = [
      'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      `HOME=${home}`,
      ...(certificates === undefined ? [] : ['NODE_EXTRA_CA_CERTS=/etc/extra.crt']),
    ]
    const inside = `mount -t proc proc ${root}/proc && mount --rbind /dev ${root}/dev && exec chroot --userspec=${user}:${user} ${root} env -i ${environment.join(' ')} sh -c 'cd && eval "$0"' "$0"`
    return ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', inside, command]
  }
  return {
    root,
    copyCheckout: (folder, owner) => {
      const target = join(root, folder)
      mkdirSync(dirname(target), { recursive: true })
      execFileSync('git', ['clone', '--quiet', '--no-hardlinks', checkout, target], { stdio: 'inherit' })
      execFileSync('chroot', [root, 'chown', '-R', `${owner}:${owner}`, folder])
    },
    start: (user, command) =>
      spawn('unshare', argumentsOf(user, command), { stdio: ['ignore', 'pipe', 'pipe'] }),
    run: (user, command) => {
      const { status, stdout, stderr } = spawnSync('unshare', argumentsOf(user, command), {
        encoding: 'utf8',
      })
      return { status, output: `${stdout}${stderr}` }
    },
    remove,
  }
}
