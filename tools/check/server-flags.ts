/** The flags of Node that limit the server's memory. `package.json` is where they are set; the reasons are in decision 112. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the flags of Node in the start command of `package.json`, without the modules that it imports first. */
export function readServerFlags(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').filter((word) => /^--(?!import$)\w/.test(word))
}
