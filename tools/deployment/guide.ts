/** Reads the commands of a guide in docs/operations, and runs them in a folder that represents `/`. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

export const project = join(import.meta.dirname, '../..')

/** Returns the `sh` blocks of a guide by the heading above them. */
export function readBlocks(path: string): Map<string, string[]> {
  const blocks = new Map<string, string[]>()
  let heading = ''
  let block: string[] | null = null
  for (const line of readFileSync(join(project, path), 'utf8').split('\n')) {
    if (block !== null && line === '```') {
      blocks.set(heading, [...(blocks.get(heading) ?? []), block.join('\n')])
      block = null
    } else if (block !== null) block.push(line)
    else if (line === '```sh') block = []
    else if (/^#+ /.test(line)) heading = line.replace(/^#+ /, '')
  }
  return blocks
}

type Stubs = Readonly<Record<string, string>>

/**
 * Creates a machine for a guide: a folder that represents `/`, and stubs of the programs that cannot run in a test.
 * `replaced` gives the replacements of texts of the guide, such as port numbers.
 */
export function createGuideMachine(root: string, stubs: Stubs, replaced: Readonly<Record<string, string>>) {
  const bin = join(root, 'stubs')
  mkdirSync(bin, { recursive: true })
  for (const [name, script] of Object.entries(stubs)) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const environment: Record<string, string> = {}

  /** Writes a text as it is on this machine: its paths are below the folder. */
  function localize(words: string): string {
    const paths = words.replace(/(?<![\w./:-])\/(opt|etc|var)\//g, `${root}/$1/`)
    return Object.entries(replaced).reduce((whole, [from, to]) => whole.replaceAll(from, to), paths)
  }

  return {
    localize,
    /** Copies a file of the project to a path of the machine, with its paths below the folder. */
    install: (path: string, target: string) => {
      const file = join(root, target)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, localize(readFileSync(join(project, path), 'utf8')))
    },
    /** Runs a block of the guide in bash; each command must succeed. Variables of earlier blocks are set. */
    run: async (
      block: string,
      input = '',
    ): Promise<{ output: string; errors: string; code: number | null }> => {
      const known = Object.entries(environment).map(([name, value]) => `${name}='${value}'`)
      const state = join(root, 'variables')
      const script = [
        'set -euo pipefail',
        ...known,
        localize(block),
        `for name in VERSION OWNER SERVER RECIPIENT; do if [ -n "\${!name:-}" ]; then echo "$name=\${!name}"; fi; done > ${state}`,
      ].join('\n')
      const child = spawn('bash', ['-c', script], {
        cwd: root,
        env: {
          PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
          HOME: root,
          CURL_HOME: root,
          ROOT: root,
          UNIT_LOG: join(root, 'units.log'),
        },
      })
      child.stdin.end(input)
      const [output, errors, code] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        new Promise<number | null>((resolve) => child.once('exit', resolve)),
      ])
      if (code === 0)
        for (const line of readFileSync(state, 'utf8').split('\n').filter(Boolean)) {
          const cut = line.indexOf('=')
          environment[line.slice(0, cut)] = line.slice(cut + 1)
        }
      return { output, errors, code }
    },
  }
}
